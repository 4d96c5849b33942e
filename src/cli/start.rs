//! The start of a release, which has several builds of the program; see [`crate::builds`].
//!
//! The builds are files of their own, `lib/triskelion-VERSION/BUILD/triskelion`, beside the program
//! or beside its folder, and the program becomes one of them. In one file with all builds a start
//! would read or unpack all of them, and a program that is made of the same code several times can
//! be linked on few systems. A program without that folder is complete by itself. The version in
//! its name keeps a program from starting the builds of another release.

use crate::builds;
use std::env;
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Selects a build by its name, for measurements and tests.
const VARIABLE: &str = "TRISKELION_BUILD";

/// The folder of the builds.
const FOLDER: &str = concat!("triskelion-", env!("CARGO_PKG_VERSION"));

/// The file of the program in the folder of its build.
const FILE: &str = if cfg!(windows) { "triskelion.exe" } else { "triskelion" };

/// Starts the fastest build that suits the processor with these arguments, if that is another one
/// than this, and returns its exit code. Returns `None` if this build is to go on.
pub(super) fn start_build(arguments: &[OsString]) -> Result<Option<u8>, String> {
    // The target of a link: the builds lie beside the program that was installed.
    let program = env::current_exe().and_then(|program| program.canonicalize());
    let Some(folder) = program.ok().and_then(|program| folder_of_builds(&program)) else {
        return Ok(None);
    };
    let wanted = env::var_os(VARIABLE);
    let Some(build) = select(&folder, wanted.as_deref().and_then(|name| name.to_str()))? else {
        return Ok(None);
    };
    match run(&build, arguments) {
        Ok(code) => Ok(Some(code)),
        Err(error) if wanted.is_some() => Err(format!("{}: {error}", build.display())),
        Err(error) => {
            eprintln!("warning: {}: {error}; the build {} runs", build.display(), builds::NAME);
            Ok(None)
        }
    }
}

/// Returns the folder with the builds that belong to the program in this file.
fn folder_of_builds(program: &Path) -> Option<PathBuf> {
    let parents = program.ancestors().skip(1).take(2);
    parents.map(|parent| parent.join("lib").join(FOLDER)).find(|folder| folder.is_dir())
}

/// Returns the file of a build: of the one that is wanted, else of the fastest that suits the
/// processor. `None` stands for this build.
fn select(folder: &Path, wanted: Option<&str>) -> Result<Option<PathBuf>, String> {
    let file = |name: &str| folder.join(name).join(FILE);
    match wanted {
        Some(name) if name == builds::NAME => Ok(None),
        Some(name) if builds::BUILDS.iter().any(|build| build.name == name) => Some(file(name))
            .filter(|file| file.exists())
            .map(Some)
            .ok_or_else(|| format!("{VARIABLE}: {}: no build {name}", folder.display())),
        Some(name) => {
            let names = builds::BUILDS.map(|build| build.name).join(", ");
            Err(format!("{VARIABLE}: no build named {name:?} (expected {}, {names})", builds::NAME))
        }
        None => Ok(builds::suitable().map(file).find(|file| file.exists())),
    }
}

/// Replaces this process: the number, the standard streams and signals stay, and the name that the
/// program was started under. Returns only an error.
#[cfg(unix)]
fn run(build: &Path, arguments: &[OsString]) -> io::Result<u8> {
    use std::os::unix::process::CommandExt;
    let mut command = Command::new(build);
    if let [name, arguments @ ..] = arguments {
        command.arg0(name).args(arguments);
    }
    Err(command.exec())
}

/// Runs the build as a child process, since a process cannot be replaced, and returns its exit
/// code. The child gets the name that the program was started under as an argument. It gets Ctrl-C
/// from the console itself, and ends with its input if this process is ended.
#[cfg(not(unix))]
fn run(build: &Path, arguments: &[OsString]) -> io::Result<u8> {
    let mut command = Command::new(build);
    if let [name, arguments @ ..] = arguments {
        command.arg("--started-as").arg(name).args(arguments);
    }
    let mut child = command.spawn()?;
    // Without a handler Ctrl-C would end this process before its child.
    let _ = ctrlc::set_handler(|| ());
    Ok(child.wait()?.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(2))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn builds_are_found_and_selected() {
        let root = env::temp_dir().join(format!("triskelion-start-{}", std::process::id()));
        let builds = root.join("lib").join(FOLDER);
        for name in ["x86-64-v2", "x86-64-avx512icl"] {
            fs::create_dir_all(builds.join(name)).expect("a folder");
            fs::write(builds.join(name).join(FILE), "").expect("a file");
        }
        assert_eq!(folder_of_builds(&root.join(FILE)), Some(builds.clone()));
        assert_eq!(folder_of_builds(&root.join("bin").join(FILE)), Some(builds.clone()));
        assert_eq!(folder_of_builds(&builds.join("x86-64-v2").join(FILE)), None);

        assert_eq!(
            select(&builds, Some("x86-64-v2")),
            Ok(Some(builds.join("x86-64-v2").join(FILE)))
        );
        assert_eq!(select(&builds, Some(builds::NAME)), Ok(None));
        assert!(
            select(&builds, Some("x86-64-v3"))
                .is_err_and(|error| error.ends_with("no build x86-64-v3"))
        );
        assert!(
            select(&builds, Some("pentium"))
                .is_err_and(|error| error.contains("x86-64-avx2, x86-64-v2)"))
        );
        // The fastest of those that are there.
        let fastest = builds::suitable().find(|&name| builds.join(name).exists());
        assert_eq!(select(&builds, None), Ok(fastest.map(|name| builds.join(name).join(FILE))));
        fs::remove_dir_all(&root).expect("the folder of the test");
    }
}

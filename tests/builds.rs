//! The builds of a release: what they require of the processor, and the start of one.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;
use triskelion::builds::{self, BUILDS};

/// The flags of each build in `tools/release`.
fn flags() -> BTreeMap<String, Vec<String>> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tools/release");
    let script = std::fs::read_to_string(script).expect("the script");
    let builds = script.lines().filter_map(|line| line.trim().strip_prefix('"')?.strip_suffix('"'));
    let builds = builds.filter(|build| build.contains(" -C target-cpu="));
    let mut builds = builds.map(|build| build.split(' ').map(str::to_owned));
    builds.by_ref().map(|mut words| (words.next().expect("a name"), words.collect())).collect()
}

/// A processor with what [`BUILDS`] requires can run all instructions that the flags allow.
#[cfg(target_arch = "x86_64")]
#[test]
fn builds_require_what_their_flags_allow() {
    let mut flags = flags();
    assert_eq!(flags.remove("x86-64"), Some(vec!["-C".to_owned(), "target-cpu=x86-64".to_owned()]));
    let names: Vec<&str> = flags.keys().map(String::as_str).collect();
    let mut expected = BUILDS.each_ref().map(|build| build.name);
    expected.sort_unstable();
    assert_eq!(names, expected);
    for build in &BUILDS {
        let rustc =
            Command::new("rustc").args(["--print", "cfg"]).args(&flags[build.name]).output();
        let cfg = String::from_utf8(rustc.expect("rustc").stdout).expect("text");
        let allowed: Vec<&str> = cfg
            .lines()
            .filter_map(|line| line.strip_prefix("target_feature=\"")?.strip_suffix('"'))
            // Every processor has these.
            .filter(|feature| !["fxsr", "sse", "sse2", "x87"].contains(feature))
            .collect();
        assert!(allowed.len() >= 6, "{cfg}");
        let required: Vec<&str> = build.required().collect();
        for feature in &allowed {
            assert!(required.contains(feature), "{}: {feature} is not required", build.name);
        }
    }
}

/// The program becomes the build beside it, under the name that it was started by and with its
/// arguments.
#[cfg(unix)]
#[test]
fn program_starts_the_build_beside_it() {
    use std::os::unix::fs::symlink;

    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("builds");
    let _ = std::fs::remove_dir_all(&root);
    let folder = root.join("lib").join(concat!("triskelion-", env!("CARGO_PKG_VERSION")));
    let build = folder.join("x86-64-v2/triskelion");
    std::fs::create_dir_all(folder.join("x86-64-v2")).expect("a folder");
    // A link is never open for writing while another test starts a process, so it can always be
    // executed.
    symlink("/bin/sh", &build).expect("a link");
    let program = root.join("triskelion");
    std::fs::hard_link(env!("CARGO_BIN_EXE_triskelion"), &program).expect("a link of the program");
    symlink("triskelion", root.join("triskelion-chess")).expect("a link");

    let start = |name: &str, build: &str, arguments: &[&str]| {
        let mut command = Command::new(root.join(name));
        command.env("TRISKELION_BUILD", build).args(arguments);
        let child =
            command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
        let child = child.spawn().expect("the program");
        (child.id(), child.wait_with_output().expect("its output"))
    };
    for name in ["triskelion", "triskelion-chess"] {
        let (id, output) = start(name, "x86-64-v2", &["-c", "echo $$ $0; exit 7"]);
        let expected = format!("{id} {}\n", root.join(name).display());
        assert_eq!(String::from_utf8_lossy(&output.stdout), expected);
        assert_eq!(output.status.code(), Some(7));
    }
    let (_, output) = start("triskelion", builds::NAME, &["--version"]);
    assert_eq!(
        String::from_utf8_lossy(&output.stdout),
        format!("triskelion {}\n", builds::VERSION)
    );
    let (_, output) = start("triskelion", "x86-64-v3", &["--version"]);
    assert!(String::from_utf8_lossy(&output.stderr).ends_with("no build x86-64-v3\n"));
    assert_eq!(output.status.code(), Some(2));

    // The name that the program was started by stays; here the build is the program itself.
    std::fs::remove_file(&build).expect("the link");
    std::fs::hard_link(env!("CARGO_BIN_EXE_triskelion"), &build).expect("a link of the program");
    let mut command = Command::new(root.join("triskelion-chess"));
    command.env("TRISKELION_BUILD", "x86-64-v2");
    let mut program = crate::protocol::program::Program::start_command(&mut command);
    program.send("d");
    program.read_until(|line| line.starts_with("Fen: rnbqkbnr/pppppppp"));
    program.send("quit");
    assert!(program.finish().success());
    std::fs::remove_dir_all(&root).expect("the folder of the test");
}

/// Where a process cannot be replaced, the build gets the name as an argument.
#[test]
fn name_of_the_program_can_be_an_argument() {
    let arguments = ["--started-as", "folder/triskelion-chess"];
    let mut program = crate::protocol::program::Program::start(&arguments);
    program.send("d");
    program.read_until(|line| line.starts_with("Fen: rnbqkbnr/pppppppp"));
    program.send("compiler");
    let name = format!("Build: {}", builds::NAME);
    program.read_until(|line| line == name);
    program.send("quit");
    assert!(program.finish().success());
}

//! Checks that the outputs of a command replace neither its inputs, nor each other, nor files of
//! another kind.

use super::result::in_file;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

/// Checks that no output is an input, and that no two outputs are the same file. An output comes
/// with the option that names it. Devices and pipes have no contents to lose.
pub(super) fn check_outputs(inputs: &[&Path], outputs: &[(&str, &Path)]) -> Result<(), String> {
    let is_file = |path: &Path| fs::metadata(path).map_or(true, |metadata| metadata.is_file());
    let outputs: Vec<_> = outputs.iter().filter(|(_, path)| is_file(path)).collect();
    for (index, &&(option, path)) in outputs.iter().enumerate() {
        if inputs.iter().any(|input| is_same_file(path, input)) {
            let error = format!(
                "the file would be written but is an input of the run; expected another with {option}"
            );
            return Err(in_file(path, error));
        }
        let mut earlier = outputs.iter().take(index);
        if let Some((other, _)) = earlier.find(|(_, other)| is_same_file(path, other)) {
            let error = format!(
                "the file would be written for {other} and for {option}; expected two files"
            );
            return Err(in_file(path, error));
        }
    }
    Ok(())
}

/// A kind of file that a new run may replace, since the program makes it from its other files.
pub(super) struct OutputKind {
    /// Its name for people, with the article.
    pub name: &'static str,
    /// What its files begin with.
    pub start: &'static str,
    /// Texts that stand in the first [`HEAD`] bytes of each of its files.
    pub marks: &'static [&'static str],
}

/// The number of bytes of a file that show its kind.
const HEAD: u64 = 1 << 18;

impl OutputKind {
    fn has(&self, text: &str) -> bool {
        text.starts_with(self.start) && self.marks.iter().all(|mark| text.contains(mark))
    }

    /// Checks that the output of an option replaces nothing but an older file of this kind. A file
    /// without contents, a device and a pipe have nothing to lose.
    pub(super) fn check_replaced(&self, option: &str, path: &Path) -> Result<(), String> {
        if !fs::metadata(path).is_ok_and(|metadata| metadata.is_file() && metadata.len() > 0) {
            return Ok(());
        }
        let mut head = Vec::new();
        let read = File::open(path).and_then(|file| file.take(HEAD).read_to_end(&mut head));
        read.map_err(|error| in_file(path, error))?;
        match self.has(&String::from_utf8_lossy(&head)) {
            true => Ok(()),
            false => {
                let error = "the file exists and is not";
                Err(in_file(path, format!("{error} {}; name another with {option}", self.name)))
            }
        }
    }
}

/// Returns whether two paths lead to the same file, which need not exist.
pub(super) fn is_same_file(a: &Path, b: &Path) -> bool {
    a == b || matches!((resolve(a), resolve(b)), (Some(a), Some(b)) if a == b)
}

/// Returns the absolute path of a file without links; `None` if its folder does not exist.
fn resolve(path: &Path) -> Option<PathBuf> {
    if let Ok(path) = fs::canonicalize(path) {
        return Some(path);
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = fs::canonicalize(folder.unwrap_or(Path::new("."))).ok()?;
    Some(folder.join(path.file_name()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_that_do_not_exist_are_compared() {
        let [a, b] = ["no-such-file", "./src/../no-such-file"].map(Path::new);
        assert!(is_same_file(a, b));
        assert!(!is_same_file(a, Path::new("src/no-such-file")));
        let error = check_outputs(&[], &[("--out", a), ("--json", b)]).expect_err("one file");
        assert!(error.contains("for --out and for --json"), "{error}");
        let input = Path::new("Cargo.toml");
        let error = check_outputs(&[input], &[("--out", a), ("--page", Path::new("./Cargo.toml"))]);
        assert!(error.expect_err("an input").contains("another with --page"));
        assert_eq!(check_outputs(&[input], &[("--out", a)]), Ok(()));
    }

    #[test]
    fn only_files_of_the_kind_are_replaced() {
        let kind = |start| OutputKind { name: "a manifest", start, marks: &["[dependencies]"] };
        let [manifest, missing] = ["Cargo.toml", "no-such-file"].map(Path::new);
        assert_eq!(kind("[workspace]\n").check_replaced("--out", manifest), Ok(()));
        assert_eq!(kind("{").check_replaced("--out", missing), Ok(()));
        let error = kind("{").check_replaced("--out", manifest).expect_err("another kind");
        assert!(error.contains("is not a manifest; name another with --out"), "{error}");
    }

    #[cfg(unix)]
    #[test]
    fn devices_take_several_outputs() {
        let null = Path::new("/dev/null");
        assert_eq!(check_outputs(&[], &[("--out", null), ("--json", null)]), Ok(()));
    }
}

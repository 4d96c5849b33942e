//! The harnesses: each takes any bytes, gives them to one parser or to a session, and checks what
//! comes back.
//!
//! A verdict depends on the bytes only, and the harnesses on the crates and `support` only, so that
//! a coverage-guided fuzzer can call them as well.

mod conversation;
mod files;
mod plans;
mod texts;

/// A harness by its name.
pub(crate) struct Target {
    pub name: &'static str,
    /// Panics if the input shows a defect.
    pub check: fn(&[u8]),
    /// The number of inputs that take about a second, unless `TRISKELION_FUZZ_TEXTS` is set.
    pub quick_inputs: u64,
    /// About how many texts an input gives to parsers: the moves of a list in each notation, the
    /// lines of a conversation.
    pub texts_per_input: u64,
}

/// All harnesses.
pub(crate) const TARGETS: [Target; 12] = [
    target("fen", texts::fen, 1_500, 1),
    target("moves", texts::moves, 50, 100),
    target("protocol", texts::protocol, 100_000, 1),
    target("line_filter", texts::line_filter, 100_000, 1),
    target("conversation", conversation::conversation, 30, 10),
    target("pgn", files::pgn, 2_400, 1),
    target("openings", files::openings, 4_000, 1),
    target("training_games", files::training_games, 20_000, 1),
    target("network", files::network, 2_000, 1),
    target("checkpoint", files::checkpoint, 10_000, 1),
    target("plan", plans::plan, 10_000, 1),
    target("journal", plans::journal, 1_500, 1),
];

const fn target(
    name: &'static str,
    check: fn(&[u8]),
    quick_inputs: u64,
    texts_per_input: u64,
) -> Target {
    Target { name, check, quick_inputs, texts_per_input }
}

/// Checks the text of an error: it says something, in one line.
fn check_error(error: &str) {
    assert!(!error.trim().is_empty(), "an error without a text");
    assert!(!error.contains(['\n', '\r']), "an error of several lines: {error:?}");
}

/// A file for parsers that read from a path, removed on drop.
struct TempFile(std::path::PathBuf);

impl TempFile {
    /// Writes a file. Harnesses run at the same time on several threads, so each has its name.
    fn new(target: &str, data: &[u8]) -> TempFile {
        let name = format!("triskelion-fuzz-{target}-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::write(&path, data).expect("a temporary file");
        TempFile(path)
    }
}

impl Drop for TempFile {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

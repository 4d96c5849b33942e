//! The harnesses: each takes any bytes, gives them to one parser or to a session, and checks what
//! comes back.
//!
//! A verdict depends on the bytes only, and the harnesses on the crates and `support` only, so that
//! a coverage-guided fuzzer can call them as well.

mod conversation;
mod files;
pub(crate) mod games;
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
    pub texts: u64,
}

/// All harnesses.
pub(crate) const TARGETS: [Target; 16] = [
    Target { name: "fen", check: texts::fen, quick_inputs: 1_500, texts: 1 },
    Target { name: "moves", check: texts::moves, quick_inputs: 50, texts: 100 },
    Target { name: "protocol", check: texts::protocol, quick_inputs: 100_000, texts: 1 },
    Target { name: "line_filter", check: texts::line_filter, quick_inputs: 100_000, texts: 1 },
    Target { name: "conversation", check: conversation::conversation, quick_inputs: 30, texts: 10 },
    Target { name: "pgn", check: files::pgn, quick_inputs: 300, texts: 1 },
    Target { name: "openings", check: files::openings, quick_inputs: 4_000, texts: 1 },
    Target { name: "training_games", check: files::training_games, quick_inputs: 20_000, texts: 1 },
    Target { name: "network", check: files::network, quick_inputs: 2_000, texts: 1 },
    Target { name: "checkpoint", check: files::checkpoint, quick_inputs: 10_000, texts: 1 },
    Target { name: "plan", check: plans::plan, quick_inputs: 10_000, texts: 1 },
    Target { name: "journal", check: plans::journal, quick_inputs: 1_500, texts: 1 },
    Target { name: "game_file", check: games::file, quick_inputs: 2_000, texts: 1 },
    Target { name: "game_fen", check: games::fen, quick_inputs: 2_000, texts: 1 },
    Target { name: "game_moves", check: games::moves, quick_inputs: 100, texts: 24 },
    Target { name: "game_session", check: games::session, quick_inputs: 30, texts: 10 },
];

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

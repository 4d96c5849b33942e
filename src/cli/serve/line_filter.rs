//! The lines of a page that reach its engine: one command of the protocol each, and no option that
//! names a file or takes more than a share of the machine.

use std::time::Instant;
use triskelion::cores::cores;
use triskelion::engine::options::all_options;
use triskelion_protocol::{Command, OptionType, OptionValue, ParsedLine, parse, quote_clipped};

/// The largest `Hash` that a page may set, in MiB.
const MAX_HASH: i64 = 1024;

/// Checks a line of a page. The error is the text for the page.
pub(super) fn check(line: &str) -> Result<(), String> {
    if line.contains(['\n', '\r', '\0']) {
        return Err("a message has more than one line".into());
    }
    match parse(line) {
        ParsedLine::Command(Command::SetOption { name, value }, _) => {
            check_option(&name, value.as_deref())
        }
        // The engine reports errors in a line itself.
        ParsedLine::Command(..) | ParsedLine::Empty | ParsedLine::Rejected { .. } => Ok(()),
    }
}

/// Checks a value of an option that the engine would accept.
fn check_option(name: &str, value: Option<&str>) -> Result<(), String> {
    let options = all_options();
    let mut declarations = options.iter().map(|option| &option.declaration);
    let declared = declarations.find(|option| option.is_named(name));
    let Some(declared) = declared else { return Ok(()) };
    let max = match (&declared.kind, declared.name.as_str()) {
        // Options of this type name files.
        (OptionType::String { .. }, _) => {
            return Err(format!("setoption: {} cannot be set by a page", quote_clipped(name)));
        }
        (_, "Hash") => MAX_HASH,
        (_, "Threads") => cores() as i64,
        _ => return Ok(()),
    };
    // The engine uses the same parser, so it rejects what is invalid here.
    match declared.parse_value(value) {
        Ok(OptionValue::Spin(number)) if number > max => {
            Err(format!("setoption: {} is at most {max} for a page", declared.name))
        }
        _ => Ok(()),
    }
}

/// The lines that a page may send: many at once, and then as many as it earns with time.
pub(super) struct Budget {
    lines: f64,
    updated: Instant,
}

impl Budget {
    /// The lines that may be sent at once.
    const MAX: f64 = 1000.0;
    /// The lines that are added each second.
    const PER_SECOND: f64 = 100.0;

    /// Returns a full budget.
    pub(super) fn new(now: Instant) -> Budget {
        Budget { lines: Budget::MAX, updated: now }
    }

    /// Takes a line from the budget. Returns whether there was one.
    pub(super) fn spend(&mut self, now: Instant) -> bool {
        let passed = now.saturating_duration_since(self.updated);
        self.updated = now;
        self.lines = (self.lines + Budget::PER_SECOND * passed.as_secs_f64()).min(Budget::MAX);
        if self.lines < 1.0 {
            return false;
        }
        self.lines -= 1.0;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn commands_pass() {
        for line in [
            "uci",
            "position startpos moves b22b34",
            "go movetime 100",
            "setoption name Hash value 64",
            // The engine rejects these.
            "setoption name Hash value 99999999999999999999",
            "setoption name Hash value -1",
            "setoption name Threads value 100000",
            "setoption name Skill Level value 4",
            "nonsense",
            "",
        ] {
            assert_eq!(check(line), Ok(()), "{line}");
        }
    }

    #[test]
    fn files_and_large_shares_of_the_machine_do_not_pass() {
        for line in [
            "setoption name Debug Log File value /tmp/log",
            "setoption name EvalFile value /etc/passwd",
            "joho setoption name debug log file value x",
            "setoption name Hash value 65536",
            "setoption name hash value  +65536 ",
            "setoption name Threads value 1024",
            "uci\nsetoption name Debug Log File value x",
            "uci\rquit",
        ] {
            assert!(check(line).is_err(), "{line}");
        }
    }

    #[test]
    fn a_flood_empties_the_budget() {
        let start = Instant::now();
        let mut budget = Budget::new(start);
        let sent = (0..5000).take_while(|_| budget.spend(start)).count();
        assert_eq!(sent, Budget::MAX as usize);
        assert!(budget.spend(start + Duration::from_millis(15)));
        assert!(!budget.spend(start + Duration::from_millis(16)));
    }
}

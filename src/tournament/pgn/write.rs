//! Writing games: tags, an empty line, the moves in lines of fewer than 100 columns, the result, an
//! empty line.

use super::comment;
use super::record::{GameRecord, MoveNumber, RULES_TAG};
use crate::moves::Side;
use crate::registry::Variant;
use crate::rules::CastlingMode;
use crate::tournament::game_end::result_text;
use std::fmt::{self, Write};
use triskelion_protocol::GameResult;

/// The limit of the line width. Only a single word can be longer.
const LINE_WIDTH: usize = 100;

/// Writes one game with an empty line at the end.
impl fmt::Display for GameRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // One buffer with its final capacity: matches write thousands of games per second.
        let mut out = String::with_capacity(1024 + 40 * self.plies.len());
        self.write_tags(&mut out);
        out.push('\n');
        self.write_moves(&mut out)?;
        out.push_str("\n\n");
        f.write_str(&out)
    }
}

impl GameRecord {
    /// Writes the seven tag roster in its order, then the other tags.
    fn write_tags(&self, out: &mut String) {
        let result = result_text(self.game_result());
        let [white, black] = &self.players;
        for (name, value) in [
            ("Event", self.event.as_str()),
            ("Site", &self.site),
            ("Date", &self.date),
            ("Round", &self.round),
            ("White", white),
            ("Black", black),
            ("Result", result),
            ("Variant", variant_name(self)),
        ] {
            write_tag(out, name, value);
        }
        if let Some(rules) = self.rules.or(self.variant.game().rules) {
            write_tag(out, RULES_TAG, &rules.to_string());
        }
        if let Some(start) = &self.start_fen {
            write_tag(out, "SetUp", "1");
            write_tag(out, "FEN", start);
        }
        match &self.time_control {
            [white, black] if white != black => {
                write_tag(out, "WhiteTimeControl", white);
                write_tag(out, "BlackTimeControl", black);
            }
            [both, _] if both != "?" => write_tag(out, "TimeControl", both),
            _ => {}
        }
        if let Some(end) = self.end {
            write_tag(out, "Termination", end.termination.pgn_termination());
            write_tag(out, "Reason", end.termination.name());
        } else if self.game_result() == GameResult::Ongoing
            && !self.tags.iter().any(|(name, _)| name == "Termination")
        {
            write_tag(out, "Termination", "unterminated");
        }
        write_tag(out, "PlyCount", &self.plies.len().to_string());
        if let Some(notation) = self.notation {
            write_tag(out, "Notation", notation.name());
        }
        for (name, value) in &self.tags {
            write_tag(out, name, value);
        }
    }

    fn write_moves(&self, out: &mut String) -> fmt::Result {
        let mut lines = LineWrapper { out, column: 0 };
        // A move and its number stay on one line.
        let mut word = String::new();
        let (mut side, mut number) = self.first_move();
        for (index, ply) in self.plies.iter().enumerate() {
            word.clear();
            if side == Side::White || index == 0 {
                write!(word, "{} ", MoveNumber(number, side))?;
            }
            word.push_str(&ply.mv);
            lines.push(&word);
            word.clear();
            comment::write(ply, &mut word);
            if !word.is_empty() {
                lines.push(&word);
            }
            if side == Side::Black {
                number = number.saturating_add(1);
            }
            side = side.other();
        }
        if let Some(end) = self.end {
            lines.push(&format!("{{{end}}}"));
        }
        lines.push(result_text(self.game_result()));
        Ok(())
    }
}

/// Returns the value of the tag `Variant`.
fn variant_name(record: &GameRecord) -> &'static str {
    match record.variant {
        Variant::Chess if record.castling_mode == CastlingMode::Chess960 => "Chess960",
        variant => variant.name(),
    }
}

/// Writes a tag. Escapes quotes and backslashes; control characters become spaces.
fn write_tag(out: &mut String, name: &str, value: &str) {
    out.push('[');
    out.push_str(name);
    out.push_str(" \"");
    for character in value.chars() {
        match character {
            '"' | '\\' => out.extend(['\\', character]),
            _ if character.is_control() => out.push(' '),
            _ => out.push(character),
        }
    }
    out.push_str("\"]\n");
}

/// Breaks lines between words.
struct LineWrapper<'a> {
    out: &'a mut String,
    /// The length of the last line.
    column: usize,
}

impl LineWrapper<'_> {
    fn push(&mut self, word: &str) {
        if self.column + 1 + word.len() >= LINE_WIDTH && self.column > 0 {
            self.out.push('\n');
            self.column = 0;
        } else if self.column > 0 {
            self.out.push(' ');
            self.column += 1;
        }
        self.out.push_str(word);
        self.column += word.len();
    }
}

#[cfg(test)]
mod tests {
    use super::super::record::RecordedMove;
    use super::*;
    use crate::rules::EndReason;
    use crate::tournament::{GameEnd, Termination};
    use std::time::Duration;
    use triskelion_protocol::Score;

    fn ply(mv: &str, centipawns: i64) -> RecordedMove {
        RecordedMove {
            mv: mv.to_owned(),
            score: Some(Score::Centipawns(centipawns)),
            depth: Some(9),
            time: Some(Duration::from_millis(20)),
            nodes: Some(1_000),
        }
    }

    #[test]
    fn game_record_is_written_as_pgn() {
        let record = GameRecord {
            event: "A \"fair\" match \\ two\nlines".to_owned(),
            date: "2026.11.21".to_owned(),
            players: ["one".to_owned(), "other".to_owned()],
            variant: Variant::FederationPlain,
            start_fen: Some("nbbn/… w KQkq * - 0 12".replace(" w ", " b ")),
            end: Some(GameEnd {
                winner: Some(Side::Black),
                termination: Termination::Rules(EndReason::Checkmate),
            }),
            time_control: ["10+0.1".to_owned(), "5+0.1".to_owned()],
            notation: Some(crate::rules::Notation::Uci),
            plies: vec![ply("b86b77", -20), ply("b22b34", 35), ply("e97f97", 1_200)],
            tags: vec![("Seed".to_owned(), "7".to_owned())],
            ..GameRecord::default()
        };
        let expected = r#"[Event "A \"fair\" match \\ two lines"]
[Site "?"]
[Date "2026.11.21"]
[Round "?"]
[White "one"]
[Black "other"]
[Result "0-1"]
[Variant "federation-plain"]
[SetUp "1"]
[FEN "nbbn/… b KQkq * - 0 12"]
[WhiteTimeControl "10+0.1"]
[BlackTimeControl "5+0.1"]
[Termination "normal"]
[Reason "checkmate"]
[PlyCount "3"]
[Notation "uci"]
[Seed "7"]

12... b86b77 {-0.20/9 0.020s n=1000} 13. b22b34 {+0.35/9 0.020s n=1000} e97f97
{+12.00/9 0.020s n=1000} {Black mates} 0-1

"#;
        assert_eq!(record.to_string(), expected);
    }

    #[test]
    fn move_text_is_wrapped() {
        let plies = (0..300).map(|value| ply("b22b34", value)).collect();
        let text = GameRecord { plies, ..GameRecord::default() }.to_string();
        let longest = text.lines().map(str::len).max();
        assert!(longest.is_some_and(|longest| (80..LINE_WIDTH).contains(&longest)), "{longest:?}");
    }

    #[test]
    fn unfinished_game_has_termination_unterminated() {
        let text = GameRecord::default().to_string();
        assert!(text.contains("[Result \"*\"]") && text.contains("[Termination \"unterminated\"]"));
        assert!(text.ends_with("\n\n*\n\n"), "{text}");
    }
}

//! Records read from a file, one after the other.
//!
//! The end of a game is its result. So a game that is at fault somewhere is read to its end all
//! the same, the first fault is told, and the next game begins behind it.

use super::lexer::{Lexer, Location, Token};
use super::tags::Tags;
use super::{GameRecord, RecordedMove, comment, parse_result};
use std::io::{self, BufRead};
use triskelion_protocol::quote_clipped;

/// What stands in a file of records.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PgnItem {
    /// A line between games that begins with `%`, without that sign: whatever a program notes for
    /// itself.
    Escape(String),
    /// A game.
    Game(Box<GameRecord>),
}

/// Why an item cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum PgnError {
    /// Something stands where something else should; the next item can be read.
    #[error("line {line}: read {}, expected {expected}", quote_clipped(.read))]
    Unexpected {
        /// The line, from 1.
        line: u64,
        /// What was read.
        read: String,
        /// What should have stood there.
        expected: String,
    },
    /// The file ends in the midst of a game or of an escaped line. Nothing follows.
    #[error("line {line}: the file ends in the midst of what begins here (byte {offset})")]
    Truncated {
        /// The line in which it begins, from 1.
        line: u64,
        /// The bytes before it.
        offset: u64,
    },
    /// The file cannot be read on. Nothing follows.
    #[error("the file cannot be read on: {0}")]
    Io(#[from] io::Error),
}

impl PgnError {
    /// One thing was read and another expected.
    pub(super) fn unexpected(line: u64, read: &str, expected: impl Into<String>) -> PgnError {
        PgnError::Unexpected { line, read: read.to_owned(), expected: expected.into() }
    }
}

/// Reads the items of a file; after [`ReadError::Truncated`] and [`ReadError::Io`] there are no
/// more.
///
/// ```
/// use triskelion::arena::record::{Item, Reader};
///
/// let text = "%kept\n[Variant \"chess\"]\n\n1. e4 {best by test} e5 (1... c5) 2. Bc4 *\n";
/// let items: Vec<Item> = Reader::new(text.as_bytes()).map(Result::unwrap).collect();
/// let [Item::Escape(kept), Item::Game(record)] = &items[..] else { panic!() };
/// assert_eq!((kept.as_str(), record.plies[1].mv.as_str()), ("kept", "e5"));
/// ```
pub struct PgnReader<R> {
    lexer: Lexer<R>,
    /// A token that belongs to the next game.
    pending_token: Option<(Location, Token)>,
    /// The bytes up to the end of the last item.
    offset: u64,
    ended: bool,
}

/// As much of a game as has been read.
#[derive(Default)]
struct PartialGame {
    /// Where it begins, once it has.
    begin: Option<Location>,
    tags: Tags,
    plies: Vec<RecordedMove>,
    has_moves: bool,
    /// The first thing that is wrong with it.
    error: Option<PgnError>,
}

impl<R: BufRead> PgnReader<R> {
    /// At the beginning of a file.
    pub fn new(input: R) -> PgnReader<R> {
        PgnReader { lexer: Lexer::new(input), pending_token: None, offset: 0, ended: false }
    }

    /// The bytes up to the end of the last whole item, faulty games included, and of the empty line
    /// behind it: here a file can be cut off or gone on with. Where it does not end in a line feed,
    /// add two.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    fn next_item(&mut self) -> Result<Option<PgnItem>, PgnError> {
        let mut draft = PartialGame::default();
        loop {
            let next = match self.pending_token.take() {
                Some(token) => Some(token),
                None => self.lexer.next_token()?,
            };
            let Some((place, token)) = next else {
                return draft.begin.map_or(Ok(None), |begin| Err(truncated(begin)));
            };
            match token {
                Token::Truncated => return Err(truncated(draft.begin.unwrap_or(place))),
                Token::Escape(line) if draft.begin.is_none() => {
                    self.offset = self.lexer.location().offset;
                    return Ok(Some(PgnItem::Escape(line)));
                }
                Token::Escape(_) => {}
                Token::Comment(text) => {
                    if let Some(ply) = draft.plies.last_mut() {
                        comment::parse(&text, ply);
                    }
                }
                Token::Tag { name, value } if draft.has_moves => {
                    let read = format!("[{name}");
                    let fault = PgnError::unexpected(place.line, &read, "a move or a result");
                    self.offset = place.offset;
                    self.pending_token = Some((place, Token::Tag { name, value }));
                    return Err(draft.error.unwrap_or(fault));
                }
                Token::Tag { name, value } => {
                    draft.begin.get_or_insert(place);
                    draft.tags.add(name, value, place.line);
                }
                Token::Invalid { read, expected } => {
                    draft.begin.get_or_insert(place);
                    draft.set_error(PgnError::unexpected(place.line, &read, expected));
                }
                Token::Word(word) => {
                    draft.begin.get_or_insert(place);
                    draft.has_moves = true;
                    let Some(result) = parse_result(&word) else {
                        draft.add_word(&word);
                        continue;
                    };
                    self.lexer.skip_empty_line()?;
                    self.offset = self.lexer.location().offset;
                    if let Some(fault) = draft.error {
                        return Err(fault);
                    }
                    let record = draft.tags.into_record(draft.plies, result, place.line)?;
                    return Ok(Some(PgnItem::Game(Box::new(record))));
                }
            }
        }
    }
}

impl<R: BufRead> Iterator for PgnReader<R> {
    type Item = Result<PgnItem, PgnError>;

    fn next(&mut self) -> Option<Result<PgnItem, PgnError>> {
        if self.ended {
            return None;
        }
        let item = self.next_item();
        self.ended = matches!(item, Ok(None) | Err(PgnError::Truncated { .. } | PgnError::Io(_)));
        item.transpose()
    }
}

fn truncated(begin: Location) -> PgnError {
    PgnError::Truncated { line: begin.line, offset: begin.offset }
}

impl PartialGame {
    fn set_error(&mut self, fault: PgnError) {
        self.error.get_or_insert(fault);
    }

    /// A word that is no result: a move, behind its number or without, or something beside it.
    fn add_word(&mut self, word: &str) {
        let digits = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
        // `0-0` begins with a digit and is no number.
        let behind_number =
            if digits.is_empty() || digits.starts_with('.') { digits } else { word };
        let mv = behind_number.trim_start_matches('.').trim_end_matches(['!', '?']);
        // The sign of a capture en passant, set apart, says nothing new.
        if !mv.is_empty() && mv != "e.p." {
            self.plies.push(RecordedMove { mv: mv.to_owned(), ..RecordedMove::default() });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::moves::Side;
    use crate::registry::Variant;
    use crate::rules::CastlingMode;
    use crate::tournament::{GameEnd, Termination};
    use triskelion_protocol::GameResult;

    fn items(text: &str) -> Vec<Result<PgnItem, PgnError>> {
        PgnReader::new(text.as_bytes()).collect()
    }

    /// The one game of a text.
    fn game(text: &str) -> GameRecord {
        match &items(text)[..] {
            [Ok(PgnItem::Game(record))] => (**record).clone(),
            other => panic!("{text}: {other:?}"),
        }
    }

    fn moves(record: &GameRecord) -> Vec<&str> {
        record.plies.iter().map(|ply| ply.mv.as_str()).collect()
    }

    /// The text of the one error.
    fn error(text: &str) -> String {
        match &items(text)[..] {
            [Err(error)] => error.to_string(),
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn moves_are_read_among_comments_and_numbers() {
        for text in [
            "1. e4 e5 2. Nf3 *",
            "1.e4 e5 2.Nf3 *",
            "1. e4 1... e5 2. Nf3 *",
            "e4 e5 Nf3 *",
            "1 e4 e5 2 Nf3 *",
            "1. e4! $1 {the best} e5?! (1... c5 2. Nf3 (2. c3 {Alapin :)}) d6) 2. Nf3 !? $13 *",
            "1. e4 ; 1... d5\n1... e5\r\n2. Nf3\r\n*\r\n",
            "\u{feff}1. e4\n%not a move\ne5 2. ... Nf3 e.p. *",
        ] {
            assert_eq!(moves(&game(text)), ["e4", "e5", "Nf3"], "{text}");
        }
        assert_eq!(moves(&game("1. 0-0 0-0-0 1/2-1/2")), ["0-0", "0-0-0"]);
    }

    #[test]
    fn tags_come_in_any_order_and_unknown_tags_are_kept() {
        let record = game(
            "[FEN \"a b 1\"]\n[ECO \"B00\"]\n[Termination \"unterminated\"]\n[Black \"\\\"B\\\"\"]\
             [Variant \"Sixfold\"]\n[Annotator \"me\"]\n[Notation \"figurine\"]\n\n*\n",
        );
        assert_eq!(
            (record.variant, record.start_fen.as_deref()),
            (Variant::Sixfold, Some("a b 1"))
        );
        assert_eq!(record.players, ["?", "\"B\""]);
        let tags: Vec<&str> = record.tags.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(tags, ["ECO", "Annotator", "Notation"]);
        assert_eq!(record.end, None);
    }

    #[test]
    fn foreign_variant_names_are_recognized() {
        for (name, variant, castling_mode) in [
            ("Standard", Variant::Chess, CastlingMode::Standard),
            ("From Position", Variant::Chess, CastlingMode::Standard),
            ("Chess960", Variant::Chess, CastlingMode::Chess960),
            ("fischerandom", Variant::Chess, CastlingMode::Chess960),
            ("federation", Variant::Federation, CastlingMode::Standard),
            ("federation-plain", Variant::FederationPlain, CastlingMode::Standard),
        ] {
            let record = game(&format!("[Variant \"{name}\"]\n*"));
            let expected = (variant, castling_mode);
            assert_eq!((record.variant, record.castling_mode), expected, "{name}");
        }
        assert_eq!(game("*").variant, Variant::Chess);
    }

    #[test]
    fn game_end_combines_reason_and_result() {
        let record = game("[Result \"0-1\"]\n[Reason \"time-forfeit\"]\n0-1");
        assert_eq!(record.end, Some(GameEnd::by_fault(Termination::TimeForfeit, Side::White)));
        let record = game("[Result \"0-1\"]\n[Termination \"normal\"]\n0-1");
        assert_eq!((record.end, record.result), (None, GameResult::SecondWins));
        assert_eq!(record.tags, [("Termination".to_owned(), "normal".to_owned())]);
    }

    #[test]
    fn contradictions_are_reported_with_their_line() {
        for (text, expected) in [
            ("\n[Result \"1-0\"]\n\ne4 0-1", "line 2: read '[Result \"1-0\"]', expected 0-1"),
            ("[PlyCount \"2\"]\n\ne4 *", "line 1: read '[PlyCount \"2\"]', expected 1, the number"),
            ("[Reason \"boredom\"]\n1-0", "line 1: read '[Reason \"boredom\"]', expected one of"),
            ("[Reason \"checkmate\"]\n\n*", "line 3: read '*', expected the result of a game that"),
            (
                "[Reason \"checkmate\"]\n[Termination \"abandoned\"]\n1-0",
                "line 2: read '[Termination \"abandoned\"]', expected \"normal\"",
            ),
            ("[Variant \"checkers\"]\n*", "line 1: read '[Variant \"checkers\"]', expected a rule"),
            ("[Event ?]\n*", "line 1: read '?]', expected `\"` before the value"),
            ("e4 ) e5 *", "line 1: read ')', expected a move or a result"),
        ] {
            let error = error(text);
            assert!(error.starts_with(expected), "{text}: {error}");
        }
    }

    #[test]
    fn invalid_game_does_not_hide_the_next() {
        let text = "[Event \"no result\"]\n\n1. e4\n\n[Event \"2\"]\n[Round \"bad]\n\n1. e4 *\n\n\
                    [Event \"good\"]\n*\n";
        let items = items(text);
        let [Err(unfinished), Err(bad), Ok(PgnItem::Game(good))] = &items[..] else {
            panic!("{items:?}");
        };
        assert_eq!(unfinished.to_string(), "line 5: read '[Event', expected a move or a result");
        assert!(bad.to_string().starts_with("line 6: read ''"), "{bad}");
        assert_eq!(good.event, "good");
    }

    #[test]
    fn offset_follows_last_complete_item() {
        let mut reader = PgnReader::new("%a\n*\n\n\n*\n[Event \"x\"]\n\n1. e4 {cut".as_bytes());
        let mut offsets = Vec::new();
        let last = loop {
            match reader.next() {
                Some(Ok(_)) => offsets.push(reader.offset()),
                other => break other,
            }
        };
        assert_eq!((offsets, reader.offset()), (vec![3, 6, 9], 9));
        assert!(matches!(last, Some(Err(PgnError::Truncated { line: 6, offset: 9 }))), "{last:?}");
        assert!(reader.next().is_none());
    }
}

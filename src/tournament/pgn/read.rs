//! The reader: parses the games of a file one by one.
//!
//! A game ends with its result. The reader skips a game with an error up to its result, reports the
//! first error, and continues with the next game.

use super::comment;
use super::error::PgnError;
use super::lexer::{Lexer, Location, Token, is_one_word};
use super::record::{GameRecord, RecordedMove, parse_result};
use super::tags::Tags;
use crate::registry::Variant;
use std::io::BufRead;

/// An item of a PGN file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PgnItem {
    /// A line between games that starts with `%`, without the `%`. Programs store their own data in
    /// such lines.
    Escape(String),
    /// A game.
    Game(Box<GameRecord>),
}

/// Iterates over the items of a PGN file. The iteration ends after [`PgnError::Truncated`] and
/// [`PgnError::Io`].
///
/// ```
/// use triskelion::tournament::pgn::{PgnError, PgnItem, PgnReader};
///
/// let text = "%kept\n[Variant \"chess\"]\n\n1. e4 {best by test} e5 (1... c5) 2. Bc4 *\n";
/// let items: Vec<PgnItem> = PgnReader::new(text.as_bytes()).collect::<Result<_, PgnError>>()?;
/// let [PgnItem::Escape(line), PgnItem::Game(game)] = &items[..] else { panic!("two items") };
/// assert_eq!((line.as_str(), game.plies[1].mv.as_str()), ("kept", "e5"));
/// # Ok::<(), PgnError>(())
/// ```
pub struct PgnReader<R> {
    lexer: Lexer<R>,
    /// The rule set of a game without the tag `Variant`.
    untagged: Variant,
    /// A token of the next game.
    pending_token: Option<(Location, Token)>,
    /// The offset of the end of the last item.
    offset: u64,
    ended: bool,
}

/// The part of a game that has been read.
#[derive(Default)]
struct PartialGame {
    /// The location of the first token.
    start: Option<Location>,
    tags: Tags,
    plies: Vec<RecordedMove>,
    has_moves: bool,
    /// The first error.
    error: Option<PgnError>,
}

impl<R: BufRead> PgnReader<R> {
    /// Creates a reader at the start of a file. A game without the tag `Variant` is one of chess.
    pub fn new(input: R) -> PgnReader<R> {
        PgnReader::with_untagged(input, Variant::Chess)
    }

    /// Creates a reader at the start of a file, with the rule set of a game without the tag
    /// `Variant`.
    pub fn with_untagged(input: R, untagged: Variant) -> PgnReader<R> {
        let lexer = Lexer::new(input);
        PgnReader { lexer, untagged, pending_token: None, offset: 0, ended: false }
    }

    /// Returns the offset in bytes after the last complete item, including games with errors and
    /// the empty line after the item. A file can be truncated here and continued; if it does not
    /// end in a line feed here, write two first.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    fn next_item(&mut self) -> Result<Option<PgnItem>, PgnError> {
        let mut game = PartialGame::default();
        loop {
            let next = match self.pending_token.take() {
                Some(token) => Some(token),
                None => self.lexer.next_token()?,
            };
            let Some((location, token)) = next else {
                return game.start.map_or(Ok(None), |start| Err(truncated(start)));
            };
            match token {
                Token::Truncated => return Err(truncated(game.start.unwrap_or(location))),
                Token::Escape(line) if game.start.is_none() => {
                    self.offset = self.lexer.location().offset;
                    return Ok(Some(PgnItem::Escape(line)));
                }
                Token::Escape(_) => {}
                Token::Comment(text) => {
                    if let Some(ply) = game.plies.last_mut() {
                        comment::parse(&text, ply);
                    }
                }
                Token::Tag { name, value } if game.has_moves => {
                    let read = format!("[{name}");
                    let error = PgnError::unexpected(location.line, &read, "a move or a result");
                    self.offset = location.offset;
                    self.pending_token = Some((location, Token::Tag { name, value }));
                    return Err(game.error.unwrap_or(error));
                }
                Token::Tag { name, value } => {
                    game.start.get_or_insert(location);
                    game.tags.add(name, value, location.line);
                }
                Token::Invalid { read, expected } => {
                    game.start.get_or_insert(location);
                    game.set_error(PgnError::unexpected(location.line, &read, expected));
                }
                Token::Word(word) => {
                    game.start.get_or_insert(location);
                    game.has_moves = true;
                    let Some(result) = parse_result(&word) else {
                        game.add_word(&word, location.line);
                        continue;
                    };
                    self.lexer.skip_empty_line()?;
                    self.offset = self.lexer.location().offset;
                    if let Some(error) = game.error {
                        return Err(error);
                    }
                    let record =
                        game.tags.into_record(self.untagged, game.plies, result, location.line)?;
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

fn truncated(start: Location) -> PgnError {
    PgnError::Truncated { line: start.line, offset: start.offset }
}

impl PartialGame {
    fn set_error(&mut self, error: PgnError) {
        self.error.get_or_insert(error);
    }

    /// Adds a word that is not a result: a move with or without its number, or only a number.
    fn add_word(&mut self, word: &str, line: u64) {
        let mv = without_number(word.trim_end_matches(['!', '?']));
        // Some programs write `e.p.` as a separate word after an en passant capture.
        if mv.is_empty() || mv == "e.p." {
            return;
        }
        if parse_result(mv).is_some() || !is_one_word(mv) {
            return self.set_error(PgnError::unexpected(line, word, "a move or a result"));
        }
        match self.plies.last_mut() {
            // Roth's notation may have a space in a platform move: `QL b3(4)`.
            Some(last) if matches!(last.mv.as_str(), "QL" | "KL") => last.mv.push_str(mv),
            _ => self.plies.push(RecordedMove { mv: mv.to_owned(), ..RecordedMove::default() }),
        }
    }
}

/// Removes the numbers and dots before a move. What remains is not taken for a number when the game
/// is written and read again.
fn without_number(word: &str) -> &str {
    let mut mv = word;
    loop {
        let rest = mv.trim_start_matches(|letter: char| letter.is_ascii_digit());
        // `0-0` starts with a digit but is not a move number.
        if !rest.is_empty() && !rest.starts_with('.') {
            return mv;
        }
        mv = rest.trim_start_matches('.');
        if mv.is_empty() {
            return mv;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::moves::Side;
    use crate::rules::CastlingMode;
    use crate::tournament::{GameEnd, Termination};
    use triskelion_protocol::GameResult;

    fn items(text: &str) -> Vec<Result<PgnItem, PgnError>> {
        PgnReader::new(text.as_bytes()).collect()
    }

    /// Parses a text that holds one game.
    fn game(text: &str) -> GameRecord {
        match &items(text)[..] {
            [Ok(PgnItem::Game(record))] => (**record).clone(),
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn games_without_a_rule_set_are_those_of_the_reader() {
        let text = "1. a *\n\n[Variant \"meder\"]\n\n1. a *\n";
        for (reader, untagged) in [
            (PgnReader::new(text.as_bytes()), Variant::Chess),
            (PgnReader::with_untagged(text.as_bytes(), Variant::Sixfold), Variant::Sixfold),
        ] {
            let variants: Vec<Variant> = reader
                .map(|item| match item {
                    Ok(PgnItem::Game(record)) => record.variant,
                    other => panic!("{other:?}"),
                })
                .collect();
            assert_eq!(variants, [untagged, Variant::Meder]);
        }
    }

    fn moves(record: &GameRecord) -> Vec<&str> {
        record.plies.iter().map(|ply| ply.mv.as_str()).collect()
    }

    /// Parses a text that holds one error, and returns the error text.
    fn error(text: &str) -> String {
        match &items(text)[..] {
            [Err(error)] => error.to_string(),
            other => panic!("{text}: {other:?}"),
        }
    }

    /// A game is written with the moves that were read, so none of them may read as anything else.
    #[test]
    fn numbers_and_results_are_no_moves() {
        for text in ["1. e4 1...0 e5 *", "1. e4 2.3 1.2.e5 *", "1. e4 0! 1.5.! e5 *"] {
            assert_eq!(moves(&game(text)), ["e4", "e5"], "{text}");
        }
        assert_eq!(moves(&game("1. 0-0 2.0-0-0 *")), ["0-0", "0-0-0"]);
        for word in ["1.1-0", "0-1!", "1...*", "1/2-1/2?", "1.(e5", "1.%e5"] {
            let message = error(&format!("1. e4\n{word} e5 *"));
            assert!(message.starts_with("line 2: read '"), "{message}");
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
        assert_eq!(moves(&game("1. QL b3(4) KLe6(4)i *")), ["QLb3(4)", "KLe6(4)i"]);
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

//! Harnesses of single texts: FENs, moves, and lines in both directions of the protocol.

use super::check_error;
use triskelion::cores::cores;
use triskelion::engine::options::all_options;
use triskelion::eval::FeatureChanges;
use triskelion::game::{Game, VariantGame};
use triskelion::moves::MoveList;
use triskelion::notation::{NotationCodec, parse_move};
use triskelion::position::Position;
use triskelion::profiles::RuleSet;
use triskelion::registry::{Variant, Visitor};
use triskelion::rules::{CastlingMode, GameInfo, GenType, Notation};
use triskelion_protocol::{
    Command, EngineMessage, OptionType, OptionValue, ParsedLine, ProtocolError, parse,
};

#[allow(dead_code, reason = "the budget of a page is not about the text of a line")]
#[path = "../../../src/cli/serve/line_filter.rs"]
mod filter;

/// A FEN, read by every rule set.
pub(super) fn fen(data: &[u8]) {
    struct Check<'a>(&'a str, CastlingMode);
    impl Visitor for Check<'_> {
        type Output = ();

        fn visit<B: RuleSet>(self, game: &'static GameInfo) {
            check_fen_with::<B>(game, self.0, self.1);
        }
    }
    let text = String::from_utf8_lossy(data);
    for variant in Variant::ALL {
        variant.visit(Check(&text, CastlingMode::Standard));
    }
    Variant::Chess.visit(Check(&text, CastlingMode::Chess960));
}

/// Parses a FEN and checks the position, or the errors.
pub(super) fn check_fen<B: RuleSet>(game: &'static GameInfo, text: &str) {
    check_fen_with::<B>(game, text, CastlingMode::Standard);
}

fn check_fen_with<B: RuleSet>(game: &'static GameInfo, text: &str, mode: CastlingMode) {
    match B::parse_fen_with(game, text, mode) {
        Ok(board) => check_board(&board, mode),
        Err(errors) => {
            assert!(!errors.is_empty(), "rejected without a reason");
            errors.iter().for_each(|error| check_error(&error.to_string()));
        }
    }
}

/// Checks an accepted position and its children: they survive their FEN, the moves survive their
/// text, and what is updated move by move equals what is computed.
fn check_board<B: RuleSet>(board: &B, mode: CastlingMode) {
    let fen = board.to_fen();
    let check_round_trip = |board: &B| {
        let text = board.to_fen();
        let again = B::parse_fen_with(board.game(), &text, mode)
            .unwrap_or_else(|errors| panic!("{fen}: its own {text} is rejected: {errors:?}"));
        assert_eq!(again.to_fen(), text);
        assert_eq!(again.key(), board.key(), "{text} after {fen}");
        assert_eq!(again.compute_key(), board.key(), "{text} after {fen}");
    };
    check_round_trip(board);
    let mut moves = MoveList::new();
    board.generate(GenType::All, &mut moves);
    assert_eq!(board.count_legal_moves(), moves.len() as u64, "{fen}");
    assert_eq!(board.checkers().is_empty(), !board.in_check(), "{fen}");
    assert!(board.diagram().lines().all(|line| !line.is_empty()), "{fen}");
    let mut position = Position::new(*board);
    let accumulator = board.new_accumulator();
    let mut changes = FeatureChanges::new(board.game());
    for mv in moves {
        assert!(board.is_legal(mv), "{mv:?} in {fen}");
        let text = board.move_to_uci(mv);
        assert_eq!(board.parse_uci_move(&text), Ok(mv), "{text} in {fen}");
        changes.clear();
        position.make(mv, &mut changes);
        let child = position.board();
        check_round_trip(child);
        let computed = child.evaluate(&child.new_accumulator());
        assert_eq!(child.evaluate(&accumulator.after(&changes)), computed, "{text} in {fen}");
        assert_eq!(board.gives_check(mv), child.in_check(), "{text} in {fen}");
        position.outcome();
        position.unmake();
        assert_eq!(position.board().to_fen(), fen);
    }
}

/// The most words of one input.
const MAX_WORDS: usize = 24;

/// Moves in any notation, played one after the other from the start position; the others change
/// nothing. The first word may name a rule set, else every rule set plays.
pub(super) fn moves(data: &[u8]) {
    struct Check<'a>(Variant, &'a [&'a str]);
    impl Visitor for Check<'_> {
        type Output = ();

        fn visit<B: RuleSet>(self, _game: &'static GameInfo) {
            let mut game = VariantGame::<B>::new(self.0);
            for word in self.1 {
                check_move(&mut game, word);
                if game.outcome().is_some() {
                    break;
                }
            }
        }
    }
    let text = String::from_utf8_lossy(data);
    let words: Vec<&str> = text.split_whitespace().take(MAX_WORDS).collect();
    match words.split_first() {
        Some((name, words)) if name.parse::<Variant>().is_ok() => {
            let variant: Variant = name.parse().expect("it has just been parsed");
            variant.visit(Check(variant, words));
        }
        _ => Variant::ALL.into_iter().for_each(|variant| variant.visit(Check(variant, &words))),
    }
}

/// Parses a move in each notation and in any of them, and plays it.
fn check_move<B: RuleSet>(game: &mut VariantGame<B>, text: &str) {
    let board = *game.position().board();
    let codec = NotationCodec::new(&board);
    let any = parse_move(&board, text);
    let mut is_accepted = false;
    for &notation in game.position().board().game().notations.iter().chain(&[Notation::Uci]) {
        match codec.parse(notation, text) {
            Ok(mv) => {
                is_accepted = true;
                assert!(board.is_legal(mv), "{notation} {text:?} is {mv:?}");
                let formatted = codec.format(notation, mv);
                assert_eq!(codec.parse(notation, &formatted), Ok(mv), "{text:?} in {notation}");
                assert!(any.as_ref().map_or(true, |any| *any == mv), "{text:?} in {notation}");
            }
            Err(error) => check_error(&error.message),
        }
    }
    let fen = board.to_fen();
    match game.play(text) {
        Ok(()) => assert!(is_accepted, "{text:?} in {fen} is a move in no notation"),
        Err(error) => {
            check_error(&error.message);
            assert_eq!(game.fen(), fen, "after the error of {text:?}");
        }
    }
}

/// A line of the protocol, from a GUI and from an engine.
pub(super) fn protocol(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    match parse(&text) {
        ParsedLine::Empty => {}
        ParsedLine::Command(command, errors) => {
            let line = command.to_string();
            assert_eq!(line.parse(), Ok(command), "{line:?}");
            errors.iter().for_each(check_protocol_error);
        }
        ParsedLine::Rejected { error, .. } => check_protocol_error(&error),
    }
    match text.parse::<EngineMessage>() {
        Ok(message) => {
            let line = message.to_string();
            assert_eq!(line.parse(), Ok(message), "{line:?}");
        }
        Err(error) => check_protocol_error(&error),
    }
}

/// Checks an error that quotes outside input: it can be printed, and it is short.
fn check_protocol_error(error: &ProtocolError) {
    let text = error.to_string();
    check_error(&text);
    assert!(!text.contains(char::is_control), "{text:?}");
    assert!(text.len() < 2000, "{} bytes: {text}", text.len());
}

/// A message of a page to `triskelion serve`. What passes is one line, which sets no option that
/// names a file and takes no more than a share of the machine.
pub(super) fn line_filter(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    if let Err(error) = filter::check(&text) {
        return check_error(&error);
    }
    assert!(!text.contains(['\n', '\r', '\0']), "{text:?}");
    let ParsedLine::Command(Command::SetOption { name, value }, _) = parse(&text) else { return };
    for option in all_options().iter().map(|option| &option.declaration) {
        if !option.is_named(&name) {
            continue;
        }
        assert!(!matches!(option.kind, OptionType::String { .. }), "{text:?} passes");
        let max = match option.name.as_str() {
            "Hash" => 1024,
            "Threads" => cores() as i64,
            _ => i64::MAX,
        };
        if let Ok(OptionValue::Spin(number)) = option.parse_value(value.as_deref()) {
            assert!(number <= max, "{text:?} passes");
        }
    }
}

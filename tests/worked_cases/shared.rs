//! What every rule set shares: the ends of the game and the repetition of positions, played
//! through on the board of `federation`.

use super::{Case, case};
use crate::engine;
use triskelion::moves::Side;
use triskelion::position::Position;
use triskelion::rules::federation::Board;
use triskelion::rules::{Ending, Play, Reason, Text};

fn position(case: &Case) -> Position<Board<true>> {
    Position::new(engine::board(&case.text()))
}

fn play(position: &mut Position<Board<true>>, text: &str) {
    let mv = position.board().parse_move(text).unwrap_or_else(|fault| panic!("{text}: {fault}"));
    position.make(mv, &mut ());
}

fn drawn(reason: Reason) -> Option<Ending> {
    Some(Ending { winner: None, reason })
}

const PLATFORMS: &str = "b12+w b86+b e12+w e86+b";

/// The queen mates on c64, where the king stands by her.
fn before_mate() -> Case {
    case("federation", "Kd54 Qc34 kb64", "b12-w b34+w e12+w e86+b")
}

#[test]
fn no_move_in_check_is_mate() {
    let mated = before_mate().after("c34c64");
    assert!(mated.moves().is_empty() && mated.game.in_check(&mated.board, mated.board.side));
    let won = Ending { winner: Some(Side::White), reason: Reason::Checkmate };
    assert_eq!(position(&mated).ending(), Some(won));
}

#[test]
fn no_move_without_check_is_stalemate() {
    let platforms = "b42-b b86+w e12+w e86-b";
    let stalemate = case("federation", "Kc64 Qc86 ka97", platforms).black();
    assert!(stalemate.moves().is_empty());
    assert_eq!(position(&stalemate).ending(), drawn(Reason::Stalemate));
}

#[test]
fn the_third_occurrence_is_a_draw() {
    let mut position = Position::new(Board::<true>::start());
    for round in 1..=2 {
        for text in ["b12c32", "b86c66", "c32b12", "c66b86"] {
            assert_eq!(position.ending(), None);
            play(&mut position, text);
        }
        assert_eq!(position.recurrences(), round);
    }
    assert_eq!(position.ending(), drawn(Reason::Repetition));
}

/// A platform that goes away and comes back has taken its pawn's first move away, so that the
/// position is not the same one.
#[test]
fn a_lost_first_move_is_another_position() {
    let men = "Ke03 ke97 Pa13";
    let mut position = position(&case("federation", men, PLATFORMS).fresh("a13"));
    let first = position.board().key();
    for text in ["b12+b12-", "e97f97", "b12-b12+", "f97e97"] {
        play(&mut position, text);
    }
    assert_ne!(position.board().key(), first);
    assert_eq!(position.recurrences(), 0);
    for round in 1..=2 {
        for text in ["b12+b12-", "e97f97", "b12-b12+", "f97e97"] {
            play(&mut position, text);
        }
        assert_eq!(position.recurrences(), round);
    }
    assert_eq!(position.ending(), drawn(Reason::Repetition));
}

/// Two like platforms that have changed places are the same position.
#[test]
fn like_platforms_exchanged_are_the_same_position() {
    let men = "Ke03 ke97 Pc22";
    let mut position = position(&case("federation", men, "b12+w b34+w e12+w e86+b"));
    let first = position.board().key();
    for text in ["b12+b12-", "e97f97", "b34+b12+", "f97e86", "b12-b34+", "e86e97"] {
        play(&mut position, text);
    }
    assert_eq!(position.board().key(), first);
    assert_eq!(position.recurrences(), 1);
}

#[test]
fn a_hundred_half_moves_draw_but_not_over_mate() {
    let mut quiet = case("federation", "Ke03 ke97 Rb22", PLATFORMS);
    quiet.board.clock = 99;
    let mut drawn_out = position(&quiet);
    assert_eq!(drawn_out.ending(), None);
    play(&mut drawn_out, "b22c22");
    assert_eq!(drawn_out.ending(), drawn(Reason::FiftyMoves));
    let mut mates = before_mate();
    mates.board.clock = 99;
    for (text, reason) in [("c34c64", Reason::Checkmate), ("c34c22", Reason::FiftyMoves)] {
        let mut position = position(&mates);
        play(&mut position, text);
        assert_eq!(position.ending().map(|ending| ending.reason), Some(reason), "{text}");
    }
}

#[test]
fn what_sets_the_counter_to_zero() {
    let mut case = case("federation", "Ke03 ke97 Pa13 Pc22 nd32 Rb22", PLATFORMS);
    case.board.clock = 7;
    for (text, clock) in
        [("b22b32", 8), ("c22c32", 0), ("c22d32", 0), ("b12+b12-", 8), ("b12+b34-", 8)]
    {
        assert_eq!(case.after(text).board.clock, clock, "{text}");
    }
    let mut promotes = super::case("federation", "Ke03 kf97 Pa75", "b64+w b12+w e12+w e86+b");
    promotes.board.clock = 7;
    assert_eq!(promotes.after("b64+b86+q").board.clock, 0);
}

#[test]
fn only_king_against_king_is_dead() {
    assert_eq!(
        position(&case("federation", "Ke03 ke97", PLATFORMS)).ending(),
        drawn(Reason::DeadPosition)
    );
    for man in ["Bc22", "Nc22", "nc22", "Pc22"] {
        let men = format!("Ke03 ke97 {man}");
        assert_eq!(position(&case("federation", &men, PLATFORMS)).ending(), None, "{man}");
    }
}

//! Examples for the rules X1 to X5 of `sixfold`.

use super::{Case, case, play, set, startpos};
use crate::reference::board::Side;
use crate::reference::space::Cell;
use triskelion::position::Position;
use triskelion::rules::{EndReason, Outcome, Rules, Sixfold};

fn start() -> Case {
    startpos("sixfold")
}

#[test]
fn x1_black_setup_is_rotated_white_setup() {
    let board = start().board;
    for (cell, piece) in &board.pieces {
        let mut turned = *cell;
        (turned.file, turned.rank, turned.level) = (5 - cell.file, 9 - cell.rank, 8 - cell.level);
        assert!(board.has_piece(turned, piece.kind, piece.side.other()), "{cell} and {turned}");
    }
    for platform in &board.platforms {
        let mut cells = platform.post.cells().map(|cell| {
            let (file, rank, level) = (5 - cell.file, 9 - cell.rank, 8 - cell.level);
            Cell { file, rank, level }
        });
        cells.sort();
        assert!(board.platforms.iter().any(|other| other.post.cells() == cells));
    }
}

#[test]
fn x3_pawn_attacks_own_level_and_below() {
    let platforms = "b16+ b34+ b34- e16+ e64- e52+";
    let case = case("sixfold", "Pc44 Ke07 kb72 qc72", platforms);
    let mut expected = set("b54 d54 b52 d52");
    expected.retain(|cell| case.board.is_live(Cell::from_name(cell)));
    assert_eq!(case.attacks_from("c44"), expected);
    // A platform on b52+ adds the cell b53, on a level that the pawn attacks.
    let more = super::case("sixfold", "Pc44 Ke07 kb72 qc72", "b16+ b34+ b52+ e16+ e64- e52+");
    assert!(more.attacks_from("c44").contains("b53"));
}

#[test]
fn x3_pawn_steps_forward_and_sideways_on_last_rank() {
    let start = start();
    assert_eq!(start.destinations("b26"), set("b36 b46 b35 b44"));
    let at_the_end = case("sixfold", "Pc46 Rc16 Ke07 kb72 qc72", "b16+ b34+ b34- e16+ e64- e52+");
    assert!(at_the_end.destinations("c46").is_superset(&set("b46 d46")));
    assert!(!at_the_end.is_legal("c46c56"));
}

#[test]
fn x3_early_pawns_promote_one_rank_earlier() {
    let platforms = "b16+ b34+ b34- e16+ e64- e52-";
    let pieces = "Pb62 Pc62 Ke07 kf51 qe62";
    let mut case = case("sixfold", pieces, platforms);
    case.board.early.insert(Cell::from_name("b62"));
    assert!(case.is_legal("b62b72q") && !case.is_legal("b62b72"));
    assert!(case.is_legal("c62c72") && !case.is_legal("c62c72q"));
}

#[test]
fn x5_bare_king_loses() {
    let case = case("sixfold", "Pc44 Ke07 kb72", "b16+ b34+ b34- e16+ e64- e52+");
    assert!((case.game.is_over)(&case.board) && case.uci_moves().is_empty());
    assert_eq!(case.board.pieces_of(Side::Black).count(), 1);
}

fn position(case: &Case) -> Position<Sixfold> {
    case.position()
}

#[test]
fn x5_capturing_last_piece_wins_at_once() {
    let case = case("sixfold", "Pc44 Ke07 kb72 pd54", "b16+ b34+ b34- e16+ e64- e52+");
    let mut position = position(&case);
    assert_eq!(position.outcome(), None);
    play(&mut position, "c44d54");
    let won = Outcome { winner: Some(triskelion::moves::Side::White), reason: EndReason::BareKing };
    assert_eq!(position.outcome(), Some(won));
    assert_eq!(position.board().count_legal_moves(), 0);
}

#[test]
fn x5_two_bare_kings_draw() {
    let case = case("sixfold", "Ke07 kb72", "b16+ b34+ b34- e16+ e64- e52+");
    let drawn = Outcome { winner: None, reason: EndReason::BareKing };
    assert_eq!(position(&case).outcome(), Some(drawn));
}

/// Rooks also change level, straight or slanting, from cell to neighboring cell. A missing cell
/// ends the line.
#[test]
fn x2_rook_changes_level_through_live_cells() {
    let pieces = "Rb44 Ke07 kc82 pe72";
    let all = case("sixfold", pieces, "b16+ b34+ b46+ b46- e16+ e82-");
    assert!(all.destinations("b44").is_superset(&set("b45 b46 b47 b55 b35 b26 b17")));
    let gap = case("sixfold", pieces, "b16+ b34+ b46+ b64+ e16+ e82-").destinations("b44");
    assert!(["b45", "b46", "b47", "b55"].iter().all(|to| !gap.contains(*to)));
    assert!(gap.is_superset(&set("b35 b26 b17")));
}

#[test]
fn x2_bishop_changes_level_along_triagonals() {
    let case = case("sixfold", "Bc46 Ke07 kc82 pe72", "b16+ b34+ b46+ b46- e16+ e82-");
    let targets = case.destinations("c46");
    assert!(targets.is_superset(&set("b55 b35")) && !targets.contains("b45"));
}

/// The step resets the clock, but it can be reversed, so positions can repeat.
#[test]
fn x3_sideways_step_resets_clock_and_is_reversible() {
    let mut case = case("sixfold", "Pc46 Ke07 kc82 pe72", "b16+ b34+ b34- e16+ e64- e52+");
    case.board.halfmove_clock = 7;
    assert_eq!(case.after("c46d46").board.halfmove_clock, 0);
    let mut position = position(&case);
    for round in 1..=2 {
        for text in ["c46d46", "c82d82", "d46c46", "d82c82"] {
            assert_eq!(position.outcome(), None);
            play(&mut position, text);
        }
        assert_eq!(position.repetitions(), round);
    }
    assert_eq!(position.outcome().map(|outcome| outcome.reason), Some(EndReason::Repetition));
}

#[test]
fn x3_early_pawn_stays_early() {
    let platforms = "b16+ b34+ b34- e16+ e64- e52+";
    let mut case = case("sixfold", "Pb17 rc26 Ke07 kc82 pe72", platforms);
    case.board.early.insert(Cell::from_name("b17"));
    let after = case.after("b17c26");
    assert_eq!(after.board.early.iter().map(Cell::to_string).collect::<Vec<_>>(), ["c26"]);
    assert!(after.fen().contains(" - c26 0 "), "{}", after.fen());
}

#[test]
fn x3_carried_pawn_counts_as_moved() {
    let platforms = "b16+ b34+ b34- e16+ e64- e52+";
    let case =
        case("sixfold", "Pa17 Pb17 Pb26 Ke07 kc82 pe72", platforms).with_unmoved_pawns("a17b17b26");
    let after = case.after("b16+b16-");
    assert_eq!(after.board.unmoved_pawns.len(), 1);
    assert!(after.after("c82d82").after("b16-b16+").board.unmoved_pawns.len() == 1);
}

#[test]
fn x4_platform_load_limits_destinations() {
    let platforms = "b16+ b34+ b82- e16+ e64- e82-";
    let case = |pieces: &str| case("sixfold", &format!("{pieces} Ke07 kc82 pe72 na81"), platforms);
    let knight = case("Nb17");
    let posts = |case: &Case, from: &str| {
        case.destinations(from).into_iter().filter(|to| to.len() == 4).collect::<Vec<_>>()
    };
    // The platform may go to any of the 18 vacant posts on either side; with a pawn, only to those
    // that cover the same ranks.
    assert_eq!(posts(&knight, "b16+").len(), 18);
    assert_eq!(case("Nb17 Pa17").destinations("b16+"), set("b16- e16-"));
    // A platform that is empty or holds the king or an enemy piece does not move.
    for stays in ["b34+", "e16+", "b82-"] {
        assert!(posts(&knight, stays).is_empty(), "{stays}");
    }
    assert!(posts(&case("Nb17 nb07"), "b16+").is_empty());
}

/// The arriving platform would close the gap between a rook and the king.
#[test]
fn x4_platform_must_not_complete_line_to_king() {
    let platforms = "b16+ b64+ b82- e16+ e64- e82-";
    let beside = case("sixfold", "Kb36 Na07 rb34 kc82 pe72", platforms);
    assert!(!beside.is_legal("b16+b34+") && beside.is_legal("b16+b34-"));
    // A piece on the platform blocks the line.
    let between = case("sixfold", "Kb36 Nb17 rb34 kc82 pe72", platforms);
    assert!(between.is_legal("b16+b34+"));
}

/// A departing platform leaves missing cells, which end a line.
#[test]
fn x4_departing_platform_parries_check() {
    let platforms = "b34+ b64+ b82- e16+ e64- e82-";
    let case = case("sixfold", "Kb36 Na25 rb34 kc82 pe72", platforms);
    assert!(case.game.in_check(&case.board, Side::White));
    assert!(case.is_legal("b34+b16-") && !case.is_legal("a25c26"));
    // The platform may carry a pinned piece along.
    let pinned = super::case("sixfold", "Kb36 Nb35 rb34 kc82 pe72", platforms);
    assert!(pinned.is_legal("b34+e64+") && pinned.destinations("b35").is_empty());
}

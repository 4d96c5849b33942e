//! `sixfold`, X1 to X5.

use super::{Case, case, set};
use crate::engine;
use crate::reference::Game;
use crate::reference::board::Side;
use crate::reference::space::Cell;
use triskelion::position::Position;
use triskelion::rules::sixfold::Board;
use triskelion::rules::{Ending, Play, Reason, Text};

fn start() -> Case {
    let game = Game::named("sixfold");
    Case { game, board: (game.read)(game.start) }
}

#[test]
fn x1_blacks_array_is_whites_turned_by_half_a_turn() {
    let board = start().board;
    for (cell, man) in &board.men {
        let mut turned = *cell;
        (turned.file, turned.rank, turned.level) = (5 - cell.file, 9 - cell.rank, 8 - cell.level);
        assert!(board.has(turned, man.kind, man.side.other()), "{cell} and {turned}");
    }
    for platform in &board.platforms {
        let mut cells = platform.post.cells().map(|cell| {
            let (file, rank, level) = (5 - cell.file, 9 - cell.rank, 8 - cell.level);
            crate::reference::space::Cell { file, rank, level }
        });
        cells.sort();
        assert!(board.platforms.iter().any(|other| other.post.cells() == cells));
    }
}

#[test]
fn x3_a_pawn_attacks_through_the_levels_below() {
    let platforms = "b16+ b34+ b34- e16+ e64- e52+";
    let case = case("sixfold", "Pc44 Ke07 kb72 qc72", platforms);
    let mut expected = set("b54 d54 b52 d52");
    expected.retain(|cell| case.board.live(crate::reference::space::Cell::named(cell)));
    assert_eq!(case.attacked_from("c44"), expected);
    // A platform at b52+ makes b53 a cell, on a level that the pawn attacks.
    let more = super::case("sixfold", "Pc44 Ke07 kb72 qc72", "b16+ b34+ b52+ e16+ e64- e52+");
    assert!(more.attacked_from("c44").contains("b53"));
}

#[test]
fn x3_a_pawn_steps_ahead_toward_the_enemy_and_sideways_at_the_end_of_its_board() {
    let start = start();
    assert_eq!(start.goals("b26"), set("b36 b46 b35 b44"));
    let at_the_end = case("sixfold", "Pc46 Rc16 Ke07 kb72 qc72", "b16+ b34+ b34- e16+ e64- e52+");
    assert!(at_the_end.goals("c46").is_superset(&set("b46 d46")));
    assert!(!at_the_end.allows("c46c56"));
}

#[test]
fn x3_early_pawns_promote_a_rank_sooner() {
    let platforms = "b16+ b34+ b34- e16+ e64- e52-";
    let men = "Pb62 Pc62 Ke07 kf51 qe62";
    let mut case = case("sixfold", men, platforms);
    case.board.early.insert(crate::reference::space::Cell::named("b62"));
    assert!(case.allows("b62b72q") && !case.allows("b62b72"));
    assert!(case.allows("c62c72") && !case.allows("c62c72q"));
}

#[test]
fn x5_a_bare_king_has_lost() {
    let case = case("sixfold", "Pc44 Ke07 kb72", "b16+ b34+ b34- e16+ e64- e52+");
    assert!((case.game.over)(&case.board) && case.moves().is_empty());
    assert_eq!(case.board.of(Side::Black).count(), 1);
}

fn position(case: &Case) -> Position<Board> {
    Position::new(engine::board(&case.text()))
}

fn play(position: &mut Position<Board>, text: &str) {
    let mv = position.board().parse_move(text).unwrap_or_else(|fault| panic!("{text}: {fault}"));
    position.make(mv, &mut ());
}

#[test]
fn x5_taking_the_last_man_wins_at_once() {
    let case = case("sixfold", "Pc44 Ke07 kb72 pd54", "b16+ b34+ b34- e16+ e64- e52+");
    let mut position = position(&case);
    assert_eq!(position.ending(), None);
    play(&mut position, "c44d54");
    let won = Ending { winner: Some(triskelion::moves::Side::White), reason: Reason::BareKing };
    assert_eq!(position.ending(), Some(won));
    assert_eq!(position.board().count(), 0);
}

#[test]
fn x5_two_bare_kings_draw() {
    let case = case("sixfold", "Ke07 kb72", "b16+ b34+ b34- e16+ e64- e52+");
    let drawn = Ending { winner: None, reason: Reason::BareKing };
    assert_eq!(position(&case).ending(), Some(drawn));
}

/// Rooks go up and down and slanting, from cell to neighbouring cell; a missing one ends the line.
#[test]
fn x2_a_rook_leaves_its_level_where_cells_are_live() {
    let men = "Rb44 Ke07 kc82 pe72";
    let all = case("sixfold", men, "b16+ b34+ b46+ b46- e16+ e82-");
    assert!(all.goals("b44").is_superset(&set("b45 b46 b47 b55 b35 b26 b17")));
    let gap = case("sixfold", men, "b16+ b34+ b46+ b64+ e16+ e82-").goals("b44");
    assert!(["b45", "b46", "b47", "b55"].iter().all(|to| !gap.contains(*to)));
    assert!(gap.is_superset(&set("b35 b26 b17")));
}

#[test]
fn x2_a_bishop_leaves_its_level_through_all_three_dimensions() {
    let case = case("sixfold", "Bc46 Ke07 kc82 pe72", "b16+ b34+ b46+ b46- e16+ e82-");
    let goals = case.goals("c46");
    assert!(goals.is_superset(&set("b55 b35")) && !goals.contains("b45"));
}

/// The data binds where the wording says otherwise: the clock goes back to zero. Yet the step can
/// be taken back, and positions come about again.
#[test]
fn x3_a_step_sideways_sets_the_clock_to_zero_and_can_be_taken_back() {
    let mut case = case("sixfold", "Pc46 Ke07 kc82 pe72", "b16+ b34+ b34- e16+ e64- e52+");
    case.board.clock = 7;
    assert_eq!(case.after("c46d46").board.clock, 0);
    let mut position = position(&case);
    for round in 1..=2 {
        for text in ["c46d46", "c82d82", "d46c46", "d82c82"] {
            assert_eq!(position.ending(), None);
            play(&mut position, text);
        }
        assert_eq!(position.recurrences(), round);
    }
    assert_eq!(position.ending().map(|ending| ending.reason), Some(Reason::Repetition));
}

#[test]
fn x3_an_early_pawn_is_one_for_life() {
    let platforms = "b16+ b34+ b34- e16+ e64- e52+";
    let mut case = case("sixfold", "Pb17 rc26 Ke07 kc82 pe72", platforms);
    case.board.early.insert(Cell::named("b17"));
    let after = case.after("b17c26");
    assert_eq!(after.board.early.iter().map(Cell::to_string).collect::<Vec<_>>(), ["c26"]);
    assert!(after.text().contains(" - c26 0 "), "{}", after.text());
}

#[test]
fn x3_a_pawn_carried_by_its_platform_has_moved() {
    let platforms = "b16+ b34+ b34- e16+ e64- e52+";
    let case = case("sixfold", "Pa17 Pb17 Pb26 Ke07 kc82 pe72", platforms).fresh("a17b17b26");
    let after = case.after("b16+b16-");
    assert_eq!(after.board.fresh.len(), 1);
    assert!(after.after("c82d82").after("b16-b16+").board.fresh.len() == 1);
}

#[test]
fn x4_what_a_platform_may_carry_and_where() {
    let platforms = "b16+ b34+ b82- e16+ e64- e82-";
    let case = |men: &str| case("sixfold", &format!("{men} Ke07 kc82 pe72 na81"), platforms);
    let knight = case("Nb17");
    let posts = |case: &Case, from: &str| {
        case.goals(from).into_iter().filter(|to| to.len() == 4).collect::<Vec<_>>()
    };
    // Any of the 18 vacant posts, on either side; with a pawn, those that cover the same ranks.
    assert_eq!(posts(&knight, "b16+").len(), 18);
    assert_eq!(case("Nb17 Pa17").goals("b16+"), set("b16- e16-"));
    // An empty one, one with the king, and one with an enemy stay.
    for stays in ["b34+", "e16+", "b82-"] {
        assert!(posts(&knight, stays).is_empty(), "{stays}");
    }
    assert!(posts(&case("Nb17 nb07"), "b16+").is_empty());
}

/// An arriving platform is what was missing between a rook and the king.
#[test]
fn x4_a_platform_may_not_complete_a_line_to_the_king() {
    let platforms = "b16+ b64+ b82- e16+ e64- e82-";
    let beside = case("sixfold", "Kb36 Na07 rb34 kc82 pe72", platforms);
    assert!(!beside.allows("b16+b34+") && beside.allows("b16+b34-"));
    // Its own man stands in the line.
    let between = case("sixfold", "Kb36 Nb17 rb34 kc82 pe72", platforms);
    assert!(between.allows("b16+b34+"));
}

/// A platform that goes away leaves missing cells, which no line jumps.
#[test]
fn x4_a_platform_that_leaves_parries_a_check() {
    let platforms = "b34+ b64+ b82- e16+ e64- e82-";
    let case = case("sixfold", "Kb36 Na25 rb34 kc82 pe72", platforms);
    assert!(case.game.in_check(&case.board, Side::White));
    assert!(case.allows("b34+b16-") && !case.allows("a25c26"));
    // A pinned man goes along.
    let pinned = super::case("sixfold", "Kb36 Nb35 rb34 kc82 pe72", platforms);
    assert!(pinned.allows("b34+e64+") && pinned.goals("b35").is_empty());
}

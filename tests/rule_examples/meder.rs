//! Examples for the rules M1 to M7 of `meder`.

use super::{Case, case, set, startpos};
use crate::reference::Game;
use crate::reference::space::{Cell, Post};
use crate::support::perft_data;
use std::collections::BTreeSet;

fn meder(pieces: &str, platforms: &str) -> Case {
    case("meder", pieces, platforms)
}

const PLATFORMS: &str = "b12+w b86+b e12+w e86+b";

/// The letters of the promotions.
const LETTERS: [&str; 4] = ["q", "r", "b", "n"];

/// Returns each text with each promotion.
fn promotions(texts: &str) -> BTreeSet<String> {
    let with_letters = |text: &str| LETTERS.map(|letter| format!("{text}{letter}"));
    texts.split_whitespace().flat_map(with_letters).collect()
}

/// M1: the posts of the left side: corner, the first rank covered and the level of a platform.
const POSTS: [(&str, i8, i8); 6] = [
    ("b12+", 0, 3),
    ("b42+", 4, 3),
    ("b34+", 2, 5),
    ("b64+", 6, 5),
    ("b56+", 4, 7),
    ("b86+", 8, 7),
];

#[test]
fn m1_posts_stand_above_corners() {
    let board = startpos("meder").board;
    let posts = board.space.posts();
    assert_eq!(posts.len(), 12);
    for (name, rank, level) in POSTS {
        for (name, file) in [(name.to_owned(), 0), (name.replace('b', "e"), 4)] {
            let post = Post::from_name(&name);
            assert!(posts.contains(&post), "{name}");
            assert_eq!((post.min_file(), post.min_rank(), post.level()), (file, rank, level));
        }
    }
    let covered: BTreeSet<Cell> = posts.iter().flat_map(|post| post.cells()).collect();
    assert_eq!((covered.len(), covered.len() + 48), (48, 96));
    assert_eq!(board.cells().len(), 64);
}

#[test]
fn m2_start_position() {
    let pieces = "Ke03 Qb03 Ra03 Rf03 Bc12 Bd12 Nb12 Ne12 Pa13 Pb13 Pe13 Pf13 Pb22 Pc22 Pd22 Pe22 \
               ke97 qb97 ra97 rf97 bc86 bd86 nb86 ne86 pa87 pb87 pe87 pf87 pb76 pc76 pd76 pe76";
    let pawns = "a13b13e13f13b22c22d22e22a87b87e87f87b76c76d76e76";
    let case = meder(pieces, PLATFORMS).with_castling("KQkq").with_unmoved_pawns(pawns);
    assert_eq!(case.fen(), Game::from_name("meder").startpos);
    let moves = "b22b32 b22b34 b22b42 b22b44 c22c32 c22c34 c22c42 c22c44 d22d32 d22d34 d22d42 \
                 d22d44 e22e32 e22e34 e22e42 e22e44 b12c32 b12c34 e12d32 e12d34";
    assert_eq!(case.uci_moves(), set(moves));
    for text in case.uci_moves() {
        assert_eq!(case.after(&text).uci_moves().len(), 20, "{text}");
    }
}

#[test]
fn m3_line_runs_over_missing_columns() {
    let case = meder("Rf03 pf87 Kc34 kc66", PLATFORMS);
    assert!(case.is_legal("f03f87"));
    let along: BTreeSet<String> =
        case.destinations("f03").into_iter().filter(|to| to.starts_with('f')).collect();
    assert_eq!(along, set("f13 f87"));
    assert!(case.black_to_move().destinations("f87").is_empty());
    // Along rank 0, from one platform to the other.
    assert!(meder("Rf03 nb03 Kc34 kc66", PLATFORMS).is_legal("f03b03"));
}

#[test]
fn m3_piece_on_any_level_blocks_line() {
    let case = meder("Re12 Pe34 qe42 Kf03 kc86", PLATFORMS);
    assert!(case.is_legal("e12e22") && case.is_legal("e12e32") && !case.is_legal("e12e42"));
    // Pieces in the column of departure and of arrival do not matter.
    let stacked = meder("Re12 Ne13 pe34 Kf03 kc86", PLATFORMS);
    assert!(stacked.is_legal("e12e32") && stacked.is_legal("e12e34"));
    assert!(!stacked.is_legal("e12e42") && !stacked.is_legal("e12e44"));
    assert!(!stacked.is_legal("e12e34q"));
}

#[test]
fn m3_pieces_change_column_and_end_on_any_level() {
    for piece in ["Q", "R", "B", "N"] {
        let case = meder(&format!("{piece}b54 Kf03 ke97"), "b12+w b56+b e12+w e86+b");
        assert!(!case.is_legal("b54b56") && !case.is_legal("b54b57"), "{piece}");
    }
    let platforms = "b34+w b86+b e12+w e86+b";
    let king = meder("Kc44 ke97 Pf13", platforms).destinations("c44");
    assert_eq!(king, set("b32 b34 b35 b42 b44 b54 b56 c32 c34 c54 c56 d32 d34 d42 d44 d54 d56"));
    let knight = meder("Nd34 Kf03 ke97", platforms).destinations("d34");
    assert_eq!(knight, set("b22 b25 b42 b44 c12 c54 c56 e12 e13 e54 e56"));
    // Attacks do not depend on levels.
    let attacks = |cell: &str| meder(&format!("Q{cell} Ke03 kf97"), platforms).attacks_from(cell);
    assert_eq!(attacks("b32"), attacks("b35"));
}

#[test]
fn m3_knight_stays_on_field() {
    let case = meder("Na03 Kf03 ke97", PLATFORMS);
    assert_eq!(case.destinations("a03"), set("b22 c12"));
    let top = meder("Nb97 Kf03 ke97", PLATFORMS);
    assert_eq!(top.destinations("b97"), set("c76 d86"));
}

/// The sample game of the rules. Its 11…a5B fits two pawns.
#[test]
fn m3_sample_game_is_legal() {
    let start = startpos("meder");
    let opening = "c22c44 c76c56 d22d32 b76b64 b12d22 d76d66 b22b34";
    let case = start.after_all(opening).after("b87b66");
    // A double step under an own pawn, after Black's above one.
    let case = case.after("b13b32");
    assert_eq!(case.board.en_passant, Some((Cell::from_name("b32"), vec![Cell::from_name("b22")])));
    let case = case.after_all(
        "c86e64 c12b22 b86d76 b03c12 b97c86 e12c22 a97b97 a03b03 e97f97 b03b12 e86c76 d22e42",
    );
    for text in ["b66b56", "b64b56"] {
        let other = if text == "b66b56" { "b64b56" } else { "b66b56" };
        let moves = "c22e34 e76e66 e42d66 c86b86 d66b54 c76b54 c44b54 b56b42 e34c44";
        let above = case.after(text).after_all(moves);
        // The step ends above an enemy on b54.
        assert!(above.board.pieces.contains_key(&Cell::from_name("b54")));
        above.after(other).after("c44e34");
    }
}

#[test]
fn m4_step_and_double_step() {
    let platforms = "b12+w b34+w e12+b e86+b";
    let case = meder("Pb22 Kf03 kf97", platforms).with_unmoved_pawns("b22");
    assert_eq!(case.destinations("b22"), set("b32 b34 b35 b42 b44"));
    // Pieces on other levels of the column of arrival do not hinder it.
    let hidden = meder("Pb22 Kf03 kf97 nb34", platforms);
    assert_eq!(hidden.destinations("b22"), set("b32 b35"));
    // A piece on any level of the column between bars the double step.
    let barred = meder("Pb22 Kf03 kf97 nb35", platforms).with_unmoved_pawns("b22");
    assert_eq!(barred.destinations("b22"), set("b32 b34"));
    let above = meder("Pb22 Kf03 kf97 nb44", platforms).with_unmoved_pawns("b22");
    assert_eq!(above.destinations("b22"), set("b32 b34 b35 b42"));
}

#[test]
fn m4_moved_captured_and_carried_pawns_have_no_double_step() {
    let case = meder("Pa13 nb22 Pe22 nd32 Kd56 kf97", PLATFORMS).with_unmoved_pawns("a13e22");
    for text in ["a13b22", "e22d32", "e22e32", "b12+b34+", "b12+b42+"] {
        let after = case.after(text);
        assert_eq!(after.board.unmoved_pawns.len(), 1, "{text}");
    }
}

#[test]
fn m4_rook_pawn_double_steps_onto_platform() {
    let case = meder("Pa13 Kf03 kf97", "b12+w b34+w e12+b e86+b").with_unmoved_pawns("a13");
    assert_eq!(case.destinations("a13"), set("a25 a35"));
    assert!(case.after("a13a35").fen().contains(" a35:a25 "));
    let gap = meder("Pa13 Kf03 kf97", PLATFORMS).with_unmoved_pawns("a13");
    assert!(gap.destinations("a13").is_empty());
}

#[test]
fn m4_en_passant_goes_to_any_cell_of_passed_column() {
    let platforms = "b12+w b34+w e12+b e86+b";
    let case = meder("Pb22 pc42 Kf03 kf97", platforms).with_unmoved_pawns("b22").after("b22b42");
    assert!(case.fen().contains(" b42:b32b34b35 "), "{}", case.fen());
    let captures: BTreeSet<String> =
        case.destinations("c42").into_iter().filter(|to| to.starts_with('b')).collect();
    assert_eq!(captures, set("b32 b34 b35"));
    for text in ["c42b32", "c42b34", "c42b35"] {
        let after = case.after(text);
        assert!(!after.fen().contains('P'), "{}", after.fen());
        assert_eq!(after.board.halfmove_clock, 0);
    }
    // En passant is legal only at once. The field is set without a capture, too.
    let later = case.after("f97e97").after("f03e03");
    assert!(!later.is_legal("c42b32"));
    let alone = meder("Pb22 Kf03 kf97", platforms).with_unmoved_pawns("b22").after("b22b44");
    assert!(alone.fen().contains(" b44:b32b34b35 "), "{}", alone.fen());
}

#[test]
fn m4_pawns_promote_on_furthest_rank_of_file() {
    let case = meder("Pc76 Pd76 nc86 Kf03 ke97", PLATFORMS);
    assert!(case.destinations("c76").is_empty());
    assert_eq!(case.destinations("d76"), promotions("d86 c86"));
    // Without a platform above the corner, b promotes on rank 8; with one, on rank 9.
    let uncovered = meder("Pb76 Kf03 kf97", "b12+w e12+w b34+b e86+b");
    assert_eq!(uncovered.destinations("b76"), promotions("b86"));
    for owner in ["w", "b"] {
        let other = if owner == "w" { "b" } else { "w" };
        let platforms = format!("b12+{other} b86+{owner} e12+w e86+b");
        let covered = meder("Pb76 Kf03 kf97", &platforms);
        assert_eq!(covered.destinations("b76"), set("b86 b87"), "owner {owner}");
        assert_eq!(meder("Pb86 Kf03 kf97", &platforms).destinations("b86"), promotions("b97"));
        assert_eq!(meder("Pa87 Kf03 kf97", &platforms).destinations("a87"), promotions("a97"));
    }
    let black = meder("pe22 Kf03 ka97", PLATFORMS).black_to_move();
    assert_eq!(black.destinations("e22"), set("e12 e13"));
    let bare = meder("pe22 Ka03 ka97", "b12+w b86+b e34+w e86+b").black_to_move();
    assert_eq!(bare.destinations("e22"), promotions("e12"));
}

#[test]
fn m4_carried_pawn_promotes_on_furthest_rank() {
    let pawn = |cell: &str| meder(&format!("P{cell} Kf03 kf97"), "b64+w b12+b e12+w e86+b");
    let far = pawn("a75");
    assert!(far.destinations("b64+").is_superset(&promotions("b86+")));
    assert!(!far.is_legal("b64+b86+"));
    let queen = far.after("b64+b86+q");
    assert!(queen.fen().contains("b86+w:Q1/2"), "{}", queen.fen());
    assert_eq!(queen.board.halfmove_clock, 0);
    assert!(far.after("b64+e64+").fen().contains("e64+w:P1/2"), "to e75");
    // The rank is read after the move: the platform itself covers the corner.
    assert!(pawn("b75").is_legal("b64+b86+q"));
    assert!(pawn("b65").after("b64+b86+").fen().contains("b86+w:2/1P"), "on b87");
}

#[test]
fn m4_pawn_above_corner_does_not_promote() {
    let case = meder("Pb87 Kf03 kc54", "b12+w b86+w e12+b e34+b");
    assert_eq!(case.destinations("b87"), promotions("b97"));
    assert_eq!(case.destinations("b86+"), set("e86+"));
    // It keeps its place on the platform.
    assert!(case.after("b86+e86+").fen().contains("e86+w:2/1P"));
}

/// A white pawn in the corner under Black's empty platform.
fn covered_corner(pieces: &str) -> Case {
    meder(&format!("Pb86 {pieces}"), "b12+w b86+b e12+w e34+b")
}

#[test]
fn m4_platform_stays_if_pawn_would_check_as_queen_or_knight() {
    let knight = covered_corner("Ke12 kc64").black_to_move();
    assert!(knight.destinations("b86+").is_empty());
    let queen = covered_corner("Ke12 kd64").black_to_move();
    assert!(queen.destinations("b86+").is_empty());
    let blocked = covered_corner("Ke12 kd64 nc76").black_to_move();
    assert_eq!(blocked.destinations("b86+"), set("b64+ b56+ e86+"));
    let free = covered_corner("Ke12 kc54").black_to_move();
    assert_eq!(free.destinations("b86+"), set("b64+ b56+ e86+"));
    // The king aboard is tested where it arrives.
    let aboard = covered_corner("Ke12 ka87").black_to_move();
    assert_eq!(aboard.destinations("b86+"), set("b56+"), "not to a65, not to e87");
}

#[test]
fn m4_waiting_pawn_promotes_with_next_move() {
    let mut case = covered_corner("Ke12 kc54").black_to_move();
    case.board.halfmove_clock = 5;
    let waiting = case.after("b86+e86+");
    assert_eq!(waiting.board.halfmove_clock, 6);
    assert!(waiting.is_legal("e12e03q"));
    let moves = waiting.uci_moves();
    assert!(moves.iter().all(|text| LETTERS.iter().any(|letter| text.ends_with(letter))));
    assert!(moves.is_superset(&promotions("e12e03 e12d22 e12+e42+ b12+b42+")));
    assert!(moves.is_superset(&set("b86b76q b86b76r b86c64n b86c66n b86c76q b86c76b")));
    for text in ["b86b76n", "b86b76b", "b86c64q", "b86c76r"] {
        assert!(!moves.contains(text), "{text}");
    }
    let after = waiting.after("e12e03r");
    assert!(after.fen().starts_with("R3/"), "{}", after.fen());
    assert_eq!(after.board.halfmove_clock, 0);
    let moved = waiting.after("b86c64n");
    assert!(moved.fen().starts_with("4/4/4/4|1N2/"), "{}", moved.fen());
}

#[test]
fn m4_move_and_waiting_pawn_promote_together() {
    let waiting = covered_corner("Ke12 kc54 Pc76").black_to_move().after("b86+e86+");
    let both = promotions("c86").iter().flat_map(|text| promotions(text)).collect();
    assert_eq!(waiting.destinations("c76"), both);
    let after = waiting.after("c76c86nq");
    assert!(after.fen().starts_with("QN2/"), "{}", after.fen());
}

#[test]
fn m4_own_platform_move_promotes_corner_pawn() {
    let case = covered_corner("Ke12 kc54 Ra97");
    assert_eq!(case.destinations("b86+"), promotions("e86+"));
    let after = case.after("b86+e86+q");
    assert!(
        after.fen().starts_with("Q3/") && after.fen().contains("e86+b:R1/2"),
        "{}",
        after.fen()
    );
    assert_eq!(after.board.halfmove_clock, 0);
    let king = covered_corner("Ke12 kc64 Ra97");
    assert!(king.is_legal("b86+e86+q") && king.is_legal("b86+e86+n"));
}

#[test]
fn m4_waiting_pawn_of_black() {
    let case = meder("pe12 Kc54 ka97", "b12+w b86+b e12+w e86+b");
    let waiting = case.after("e12+e42+");
    assert!(waiting.is_legal("a97b97q") && waiting.is_legal("e12d32n"));
    assert!(!waiting.is_legal("a97b97") && !waiting.is_legal("e12e03q"));
}

/// M5: the rank and level of each corner, and the corners on its side that a platform reaches.
const REACH: [(&str, &[&str]); 6] = [
    ("12", &["34", "42"]),
    ("34", &["12", "42", "56", "64"]),
    ("42", &["12", "34", "64"]),
    ("56", &["34", "64", "86"]),
    ("64", &["34", "42", "56", "86"]),
    ("86", &["56", "64"]),
];

#[test]
fn m5_platform_reaches_neighboring_posts() {
    for (corner, corners) in REACH {
        let others: Vec<&str> =
            REACH.iter().map(|row| row.0).filter(|other| *other != corner).collect();
        let posts = |corners: &mut dyn Iterator<Item = &&str>| -> BTreeSet<String> {
            corners.map(|to| format!("b{to}+")).chain([format!("e{corner}+")]).collect()
        };
        let platforms = format!("b{corner}+w e{}+w e{}+b e{}+b", others[0], others[1], others[2]);
        // Empty, it goes all ways, and only with its owner.
        let from = format!("b{corner}+");
        let empty = meder("Bd12 Kd44 kd76", &platforms);
        assert_eq!(empty.destinations(&from), posts(&mut corners.iter()), "from {from}");
        assert!(empty.black_to_move().destinations(&from).is_empty(), "from {from}");
        // With a piece aboard, it goes forward and across, as seen by the side that moves it.
        let cell = Post::from_name(&from).cells()[0];
        for (piece, forward) in [('N', 1), ('n', -1)] {
            let case = meder(&format!("{piece}{cell} Kd44 kd76"), &platforms);
            let case = if piece == 'n' { case.black_to_move() } else { case };
            let rank = |corner: &str| corner[..1].parse::<i8>().expect("a rank");
            let mut ahead = corners.iter().filter(|to| (rank(to) - rank(corner)) * forward > 0);
            assert_eq!(case.destinations(&from), posts(&mut ahead), "{piece} aboard on {from}");
        }
    }
}

#[test]
fn m5_one_piece_aboard_moves_any_platform() {
    let platforms = "b56+b b12+b e12+w e34+w";
    let case = meder("Nb57 Kc12 kd76", platforms);
    assert_eq!(case.destinations("b56+"), set("b64+ b86+ e56+"));
    assert!(case.clone().black_to_move().destinations("b56+").is_empty());
    let empty = meder("Nc44 Kc12 kd76", platforms);
    assert!(empty.destinations("b56+").is_empty());
    assert_eq!(empty.black_to_move().destinations("b56+"), set("b34+ b64+ b86+ e56+"));
    for second in ["Pb47", "pb47"] {
        let two = meder(&format!("Nb57 {second} Kc12 kd76"), platforms);
        assert!(two.destinations("b56+").is_empty(), "{second}");
        assert!(two.black_to_move().destinations("b56+").is_empty(), "{second}");
    }
}

#[test]
fn m5_king_aboard_goes_along() {
    let case = meder("Ke03 Rf97 kc66", "b34+w b86+b e12+w e86+b");
    let place = |text: &str| case.after(text).board.king_cell(case.board.side_to_move).to_string();
    assert_eq!(place("e12+e34+"), "e25");
    assert_eq!(place("e12+e42+"), "e43");
    assert_eq!(place("e12+b12+"), "a03");
    // It must not arrive in check.
    let attacked = meder("Ke03 rc22 kc66", "b34+w b86+b e12+w e86+b");
    assert!(!attacked.is_legal("e12+e34+") && attacked.is_legal("e12+e42+"));
}

#[test]
fn m5_nothing_but_platforms_is_in_the_way() {
    let case = meder("Nb34 nb22 Pa25 Kf03 kc86", "b34+w b86+b e12+w b64+b");
    assert_eq!(case.destinations("b34+"), set("b42+ b56+ e34+"));
    // An owner never changes, and the platform moves on as what it was.
    assert!(case.after("b34+b56+").fen().contains("b56+w:2/P1"));
}

#[test]
fn m5_platform_move_counts_for_halfmove_clock() {
    let mut case = meder("Pa13 Kf03 kc86", PLATFORMS);
    case.board.halfmove_clock = 7;
    for (text, clock) in [("b12+b34+", 8), ("b12+b42+", 8), ("f03e03", 8)] {
        assert_eq!(case.after(text).board.halfmove_clock, clock, "{text}");
    }
}

#[test]
fn m6_castling_swaps_or_teleports() {
    let pieces = "Ke03 Ra03 Rf03 Pe22 Pf13 ke97 ra97 rf97 pf87";
    let case = meder(pieces, PLATFORMS).with_castling("KQkq").at_move(2);
    assert!(case.after("e03f03").fen().contains("e12+w:1P/RK"));
    let long = case.after("e03a03");
    assert!(long.fen().contains("b12+w:2/1K") && long.fen().contains("e12+w:1P/RR"));
    assert!(long.fen().contains(" b kq "), "{}", long.fen());
    assert!(case.after("e03f03").after("e97a97").fen().contains("b86+b:1k/2"));
    let blocked = meder(&format!("{pieces} Qb03"), PLATFORMS).with_castling("KQkq").at_move(2);
    assert!(!blocked.is_legal("e03a03") && blocked.is_legal("e03f03"));
}

#[test]
fn m6_no_castling_while_move_number_is_1() {
    let castles = |case: &Case| case.is_legal("e03f03") || case.is_legal("e97f97");
    let start = startpos("meder");
    assert!(!castles(&start));
    let first = start.after("c22c32");
    assert!(!castles(&first), "nor for Black");
    let second = first.after("c76c66");
    assert!(castles(&second));
    assert!(castles(&second.after("d22d32")));
}

#[test]
fn m6_only_cells_of_king_must_not_be_attacked() {
    let castling = |enemy: &str| {
        let pieces = format!("Ke03 Ra03 Rf03 kc86 Pc44 {enemy}");
        let case = meder(&pieces, PLATFORMS).with_castling("KQ").at_move(2);
        [case.is_legal("e03f03"), case.is_legal("e03a03")]
    };
    assert_eq!(castling(""), [true, true]);
    assert_eq!(castling("ne22"), [false, true], "attacks f03");
    assert_eq!(castling("nd12"), [false, false], "attacks f03 and b03");
    assert_eq!(castling("nc22"), [true, false], "attacks b03");
    assert_eq!(castling("nb22"), [true, true], "attacks a03, a rook");
    assert_eq!(castling("nc12"), [false, false], "attacks e03");
}

#[test]
fn m6_moved_and_carried_pieces_lose_rights() {
    let case = meder("Ke03 Ra03 Rf03 kc86 bb12 Pc44", PLATFORMS).with_castling("KQ").at_move(2);
    assert!(case.after("f03f13").fen().contains(" b Q "));
    assert!(case.after("e03e13").fen().contains(" b - "));
    assert!(case.after("b12+b34+").fen().contains(" b K "));
    assert!(case.black_to_move().after("b12a03").fen().contains(" w K "));
    let alone = meder("Ke03 Ra03 kc86 Pc44", PLATFORMS).with_castling("Q").at_move(2);
    assert!(alone.after("e12+e34+").fen().contains(" b - "));
}

#[test]
fn m7_king_against_king_is_draw_without_moves() {
    let captures = meder("Kc44 qd54 ka97", PLATFORMS).after("c44d54");
    assert!(captures.uci_moves().is_empty());
    captures.assert_outcome("1/2-1/2 dead-position");
    meder("Kc44 nd56 ka97", PLATFORMS).assert_outcome("");
}

#[test]
fn m7_move_number_is_no_part_of_position() {
    // Castling is not legal at move 1, and legal when the position recurs.
    let start = startpos("meder");
    let round = "b12c32 b86c66 c32b12 c66b86";
    assert_eq!(start.repetitions_after(round), 1);
    assert_eq!(start.repetitions_after(&format!("{round} {round}")), 2);
}

#[test]
fn m7_equal_platforms_are_interchangeable() {
    // The white platforms on b34+ and e34+ exchange their posts.
    let case = meder("Kc12 kc86 Pc22", "b34+w e34+w b86+b e86+b");
    let exchanged = "b34+b56+ c86d86 e34+b34+ d86c86 b56+e56+ c86d86 e56+e34+ d86c86";
    assert_eq!(case.repetitions_after(exchanged), 1);
    // Owners count.
    let owners = meder("Kc12 kc86 Pc22", "b34+w e34+b b86+w e86+b");
    let exchanged = "b34+b56+ e34+b34+ b56+e56+ c86d86 e56+e34+ d86c86";
    assert_eq!(owners.repetitions_after(exchanged), 0);
}

#[test]
fn m7_lost_double_step_changes_position() {
    let case = meder("Kc12 ke97 Pa13", "b12+w b86+b e34+w e86+b").with_unmoved_pawns("a13");
    let round = "b12+e12+ e97f97 e12+b12+ f97e97";
    assert_eq!(case.repetitions_after(round), 0);
    assert_eq!(case.repetitions_after(&format!("{round} {round}")), 1);
}

/// Returns the cell after an exchange of the sides: ranks and levels are reversed.
fn reversed(cell: Cell) -> Cell {
    let level = if cell.level % 2 == 0 { 8 - cell.level } else { 10 - cell.level };
    Cell { rank: 9 - cell.rank, level, ..cell }
}

#[test]
fn m7_symmetries_keep_moves() {
    for line in perft_data::move_lists("meder").iter().step_by(2) {
        let game = Game::from_name("meder");
        let mut case = Case { game, board: (game.from_fen)(&line.fen) };
        case.board.castling.clear();
        case.assert_symmetric(reversed, true);
        case.assert_symmetric(|cell| Cell { file: 5 - cell.file, ..cell }, false);
    }
}

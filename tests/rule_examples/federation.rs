//! Examples for the rules F1 to F5 of `federation`.

use super::{Case, case, set};
use crate::reference::Game;
use std::collections::BTreeSet;

fn federation(pieces: &str, platforms: &str) -> Case {
    case("federation", pieces, platforms)
}

const PLATFORMS: &str = "b12+w b86+b e12+w e86+b";

#[test]
fn f1_start_position() {
    let game = Game::from_name("federation");
    let pieces = "Ke03 Qb03 Ra03 Rf03 Bc12 Bd12 Nb12 Ne12 Pa13 Pb13 Pe13 Pf13 Pb22 Pc22 Pd22 Pe22 \
               ke97 qb97 ra97 rf97 bc86 bd86 nb86 ne86 pa87 pb87 pe87 pf87 pb76 pc76 pd76 pe76";
    let pawns = "a13b13e13f13b22c22d22e22a87b87e87f87b76c76d76e76";
    let case = federation(pieces, PLATFORMS).with_castling("KQkq").with_unmoved_pawns(pawns);
    assert_eq!(case.fen(), game.startpos);
    assert_eq!(case.uci_moves().len(), 21);
}

#[test]
fn f2_rook_on_b_file_without_platforms() {
    let case = federation("Rb54 Ke03 kf97", "e12+w e34+w e64+b e86+b");
    let targets = case.destinations("b54").into_iter().filter(|to| to.starts_with('b')).collect();
    assert_eq!(set("b12 b22 b32 b42 b34 b44 b64 b66 b76 b86"), targets);
}

#[test]
fn f2_pieces_never_move_straight_up_or_down() {
    for piece in ["Q", "N", "K", "B"] {
        let king = if piece == "K" { "" } else { "Kf03" };
        let pieces = format!("{piece}b54 {king} ke97");
        let case = federation(&pieces, "e12+w e34+w e64+b e86+b");
        assert!(!case.is_legal("b54b56"), "{piece}");
    }
}

#[test]
fn f2_path_b_crosses_platform_when_path_a_is_blocked() {
    let pieces = "qb54 bb34 Nb12 Kf03 kf97";
    let free = federation(pieces, "b34+w b86+b e12+w e86+b").black_to_move();
    assert!(free.is_legal("b54b12"));
    // Without the platform there is no path B, and a piece on the platform blocks it.
    assert!(!federation(pieces, PLATFORMS).black_to_move().is_legal("b54b12"));
    let blocked =
        federation("qb54 bb34 Nb12 Kf03 kf97 Nb35", "b34+w b86+b e12+w e86+b").black_to_move();
    assert!(!blocked.is_legal("b54b12"));
    // An inverted platform serves as well: b56- is at level 5, too.
    let inverted =
        federation("qb64 bb54 nb44 Nb34 Kf03 kf97", "b56-w b86+b e12+w e86+b").black_to_move();
    assert!(inverted.is_legal("b64b34"));
}

#[test]
fn f2_rook_captures_over_highest_cells() {
    let pieces = "Rb13 pb34 Kf03 kf97";
    assert!(federation(pieces, PLATFORMS).is_legal("b13b34"));
    assert!(!federation("Rb13 pb34 Kf03 kf97 Pb22", PLATFORMS).is_legal("b13b34"));
}

#[test]
fn f2_column_without_low_cell_blocks_path() {
    // File a has cells only on platforms: here on ranks 0, 1, 4 and 5.
    let broken = federation("Ra13 Kf03 ke97", "b12+w b56+b e12+w e86+b");
    assert!(!broken.is_legal("a13a47"));
    // With ranks 2 and 3 covered, the path exists at a level below the rook's destination.
    let whole = federation("Ra13 Kd12 ke97", "b12+w b34+w b56+b e86+b");
    assert!(whole.is_legal("a13a47"));
}

#[test]
fn f2_kings_step_and_knights_jump_to_any_level() {
    let case = federation("Kc44 Nd34 kf97", "b34-w b34+w e12+w e86+b");
    let king = "b32 b33 b34 b35 c32 c34 d32 b42 b44 d42 d44 b54 b56 c54 c56 d54 d56";
    assert_eq!(case.destinations("c44"), set(king));
    let knight = "b22 b23 b25 b42 b44 c12 c54 c56 e12 e13 e54 e56";
    assert_eq!(case.destinations("d34"), set(knight));
}

#[test]
fn f3_rook_pawn_first_move() {
    let pieces = "Pa13 nb03 nb22 Kf03 kf97";
    let targets = set("b13 b12 c12 b03 b22");
    assert_eq!(
        federation(pieces, PLATFORMS).with_unmoved_pawns("a13").destinations("a13"),
        targets
    );
    // A double step is a first move only.
    let moved = set("b13 b12 b03 b22");
    assert_eq!(federation(pieces, PLATFORMS).destinations("a13"), moved);
    // Without the rook-pawn rule, the pawn can only capture on b22.
    let plain = case("federation-plain", pieces, PLATFORMS).with_unmoved_pawns("a13");
    assert_eq!(plain.destinations("a13"), set("b22"));
}

#[test]
fn f3_black_rook_pawns_mirror_white_ones() {
    let case =
        federation("pf87 Ne97 Ne76 Kf03 ka97", PLATFORMS).black_to_move().with_unmoved_pawns("f87");
    assert_eq!(case.destinations("f87"), set("e87 e86 d86 e97 e76"));
}

#[test]
fn f3_carried_pawn_counts_as_moved() {
    let case = federation("Pa13 Kf03 kf97", PLATFORMS).with_unmoved_pawns("a13");
    for to in ["b12-", "b34+", "b34-"] {
        let after = case.after(&format!("b12+{to}"));
        assert!(after.board.unmoved_pawns.is_empty(), "{}", after.fen());
    }
    let inverted = case.after("b12+b12-").after("f97e97");
    assert!(!inverted.is_legal("a11c12"));
    assert!(inverted.is_legal("a11b12"));
}

#[test]
fn f3_double_step_prefers_path_a() {
    let platforms = "b34+w b86+b e12+w e86+b";
    let free = federation("Pb22 Kf03 kf97", platforms).with_unmoved_pawns("b22");
    assert!(free.after("b22b44").fen().contains(" b44:b34 "));
    assert!(free.after("b22b42").fen().contains(" b42:b32 "));
    let blocked = federation("Pb22 Kf03 kf97 nb34", platforms).with_unmoved_pawns("b22");
    assert!(blocked.after("b22b44").fen().contains(" b44:b35 "));
    let barred = federation("Pb22 Kf03 kf97 nb34 nb35", platforms).with_unmoved_pawns("b22");
    assert!(!barred.is_legal("b22b44"));
}

#[test]
fn f3_en_passant_goes_to_passed_cell() {
    let case =
        federation("Pb22 pc44 Kf03 kf97", PLATFORMS).with_unmoved_pawns("b22").after("b22b44");
    let captures = case.destinations("c44").into_iter().filter(|to| to.starts_with('b')).collect();
    assert_eq!(set("b34"), captures);
    let after = case.after("c44b34");
    assert!(!after.fen().contains('P'), "{}", after.fen());
    // En passant is legal only at once.
    let later = case.after("f97e97").after("f03e03");
    assert!(!later.is_legal("c44b34"));
}

#[test]
fn f3_inward_double_step_is_captured_with_promotion() {
    let case =
        federation("Pa13 pc22 Kf03 kf97", PLATFORMS).with_unmoved_pawns("a13").after("a13c12");
    assert!(case.fen().contains(" c12:b13 "));
    for letter in ["q", "r", "b", "n"] {
        let after = case.after(&format!("c22b13{letter}"));
        assert!(!after.fen().contains('P') && !after.fen().contains('p'));
    }
    assert!(!case.is_legal("c22b13") && !case.is_legal("c22b12"));
}

#[test]
fn f3_rook_pawn_captures_en_passant_backward() {
    let pieces = "Pb22 pa23 Kf03 kf97";
    let platforms = "b34-b b86+b e12+w e86+b";
    let case = federation(pieces, platforms).with_unmoved_pawns("b22").after("b22b42");
    assert!(case.is_legal("a23b32"));
    let plain = super::case("federation-plain", pieces, platforms)
        .with_unmoved_pawns("b22")
        .after("b22b42");
    assert!(!plain.is_legal("a23b32"));
}

#[test]
fn f3_promotion_is_mandatory_by_step_capture_and_platform() {
    let case = federation("Pc76 nd86 Pa75 Kf03 ke97", "b12+w b64+w e12+w e86+b");
    assert_eq!(case.destinations("c76"), set("c86q c86r c86b c86n d86q d86r d86b d86n"));
    let promoting = "b86+q b86+r b86+b b86+n b86-q b86-r b86-b b86-n";
    assert!(case.destinations("b64+").is_superset(&set(promoting)));
    assert!(!case.is_legal("b64+b86+") && !case.is_legal("c76c86"));
    let after = case.after("b64+b86+n");
    assert!(after.fen().contains("b86+w:N1/2"), "{}", after.fen());
}

/// F4: the rank and level of each corner, and the corners that a platform can reach from it.
const REACH: [(&str, &[&str]); 6] = [
    ("12", &["12", "34"]),
    ("34", &["12", "34", "42", "56"]),
    ("42", &["34", "42", "56", "64"]),
    ("56", &["34", "42", "56", "64"]),
    ("64", &["42", "56", "64", "86"]),
    ("86", &["64", "86"]),
];

#[test]
fn f4_platform_moves_at_most_two_ranks_and_may_invert() {
    for (corner, corners) in REACH {
        for sign in ["+", "-"] {
            let from = format!("b{corner}{sign}");
            let case = federation("Pc22 Kf03 kf97", &format!("{from}w e12+w e86+b e86-b"));
            let posts = corners.iter().flat_map(|to| [format!("b{to}+"), format!("b{to}-")]);
            let mut targets: BTreeSet<String> = posts.collect();
            targets.remove(&from);
            assert_eq!(case.destinations(&from), targets, "from {from}");
        }
    }
}

#[test]
fn f4_platform_moves_between_neighboring_posts() {
    let chain = [
        ("b86+", "b64+"),
        ("b64+", "b56+"),
        ("b56+", "b42+"),
        ("b56+", "b34+"),
        ("b42+", "b34+"),
        ("b34+", "b12+"),
    ];
    for (from, to) in chain {
        let case =
            federation("pc76 Kf03 kf97", &format!("{from}b e12+w e86+b e12-w")).black_to_move();
        assert!(case.is_legal(&format!("{from}{to}")), "{from}{to}");
    }
    // b12+ is three ranks away from b42+; only b34+ is near enough.
    let case = federation("pc76 Kf03 kf97", "b42+b e12+w e86+b e12-w").black_to_move();
    assert!(!case.is_legal("b42+b12+"));
}

#[test]
fn f4_platform_move_conditions() {
    let targets =
        |pieces: &str, platforms: &str| federation(pieces, platforms).destinations("b34+").len();
    let platforms = "b34+w b86+b e12+w e86+b";
    assert!(targets("Pa25 Kf03 kf97", platforms) > 0, "a pawn of its owner moves the platform");
    assert!(targets("Pc22 Kf03 kf97", platforms) > 0, "empty");
    assert_eq!(targets("Rc22 Kf03 kf97", platforms), 0, "a side without pawns");
    assert_eq!(targets("Pa25 Pb25 Kf03 kf97", platforms), 0, "two pieces");
    assert_eq!(targets("Na25 Pc22 Kf03 kf97", platforms), 0, "a knight");
    assert_eq!(targets("pa25 Pc22 Kf03 kf97", platforms), 0, "an enemy pawn");
    assert_eq!(targets("Pa25 Kf03 kf97", "b34+b b86+b e12+w e86+b"), 0, "the opponent's platform");
}

#[test]
fn f4_occupied_post_is_no_destination() {
    let case = federation("Pc22 Kc44 kf97", "b12+w b12-w b34+b e86+b");
    assert_eq!(case.destinations("b12+"), set("b34-"));
}

#[test]
fn f4_pieces_on_fixed_boards_do_not_block_platform() {
    let case = federation("Pc22 Kf03 kf97 Nb34 nb22 Pb12", PLATFORMS);
    assert_eq!(case.destinations("b12+"), set("b12- b34+ b34-"));
}

#[test]
fn f4_capturing_last_piece_takes_platform() {
    let last = federation("Rb76 pb87 Pc22 Kf03 kf97", PLATFORMS).after("b76b87");
    assert!(last.fen().contains("b86+w:2/1R"), "{}", last.fen());
    let another = federation("Rb76 pb87 na97 Pc22 Kf03 kf97", PLATFORMS).after("b76b87");
    assert!(another.fen().contains("b86+b:"), "{}", another.fen());
    // A capture on one's own platform and an empty platform do not change the owner.
    let own = federation("Rb22 nb13 Pc22 Kf03 kf97", PLATFORMS).after("b22b13");
    assert!(own.fen().contains("b12+w:"), "{}", own.fen());
    let left = federation("Rb13 Pc22 Kf03 kf97", PLATFORMS).after("b13b22");
    assert!(left.fen().contains("b12+w:2/2"), "{}", left.fen());
}

#[test]
fn f4_en_passant_takes_platform() {
    // The pawn lands on the platform after passing another of its cells.
    let case =
        federation("Pb13 pc32 Kf03 kf97", "b12+w b34+w e12+w e86+b").with_unmoved_pawns("b13");
    let stepped = case.after("b13b35");
    assert!(stepped.fen().contains(" b35:b25 "), "{}", stepped.fen());
    let taken = stepped.after("c32b25");
    assert!(taken.fen().contains("b34+b:2/1p"), "{}", taken.fen());
}

#[test]
fn f4_platform_exposes_king_and_parries_check() {
    // The rook on b97 attacks the king on b12 along the b file, over the top of each column.
    let shields = federation("Pb25 Kb12 kf97 rb97", "b34+w b86+b e12+w e86+b");
    assert_eq!(shields.destinations("b34+"), set("b34- b56+ b56-"));
    let parries = federation("Pb03 Kb12 kf97 rb97", "b12+w b86+b e12+w e86+b");
    assert_eq!(parries.destinations("b12+"), set("b34+ b34-"));
}

#[test]
fn f5_kingside_castling_swaps() {
    let case = federation("Ke03 Rf03 Pe13 ke97 rf97", PLATFORMS).with_castling("Kk");
    let after = case.after("e03f03");
    assert!(after.fen().contains("e12+w:P1/RK"), "{}", after.fen());
    assert!(after.fen().contains(" b k "), "{}", after.fen());
    let back = after.after("e97f97");
    assert!(back.fen().contains("e86+b:rk/2"), "{}", back.fen());
}

#[test]
fn f5_queenside_castling_teleports() {
    let pieces = "Ke03 Ra03 ke97 ra97 Pe22";
    let case = federation(pieces, PLATFORMS).with_castling("Qq");
    let after = case.after("e03a03");
    assert!(after.fen().contains("b12+w:2/1K") && after.fen().contains("e12+w:2/R1"));
    let back = after.after("e97a97");
    assert!(back.fen().contains("b86+b:1k/2") && back.fen().contains("e86+b:r1/2"));
    let blocked = federation(&format!("{pieces} Qb03"), PLATFORMS).with_castling("Qq");
    assert!(!blocked.is_legal("e03a03"));
    let by_enemy = federation(&format!("{pieces} nb03"), PLATFORMS).with_castling("Qq");
    assert!(!by_enemy.is_legal("e03a03"));
}

#[test]
fn f5_castling_requires_right_and_no_check() {
    let quiet = federation("Ke03 Rf03 Ra03 kb97 Pc22", PLATFORMS);
    assert!(!quiet.is_legal("e03f03") && !quiet.is_legal("e03a03"));
    let out_of = federation("Ke03 Rf03 Ra03 kb97 Pc22 nd22", PLATFORMS).with_castling("KQ");
    assert!(!out_of.is_legal("e03f03") && !out_of.is_legal("e03a03"));
    let into = federation("Ke03 Rf03 Ra03 kf97 Pc22 nd12 ", PLATFORMS).with_castling("KQ");
    // The knight on d12 attacks b03 and f03.
    assert!(!into.is_legal("e03a03") && !into.is_legal("e03f03"));
    let free = federation("Ke03 Rf03 Ra03 kf97 Pc22", PLATFORMS).with_castling("KQ");
    assert!(free.is_legal("e03a03") && free.is_legal("e03f03"));
}

#[test]
fn f5_captured_or_moved_rook_loses_right() {
    let case =
        federation("Ke03 Rf03 Ra03 kb97 bb12 Pc22", PLATFORMS).with_castling("KQ").black_to_move();
    assert!(case.after("b12a03").fen().contains(" w K "));
    let moves = federation("Ke03 Rf03 Ra03 kb97 Pc22", PLATFORMS).with_castling("KQ");
    assert!(moves.after("f03f13").fen().contains(" b Q "));
    assert!(moves.after("e03e13").fen().contains(" b - "));
}

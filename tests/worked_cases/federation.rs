//! `federation`, F1 to F5.

use super::{Case, case, set};
use crate::reference::Game;

fn federation(men: &str, platforms: &str) -> Case {
    case("federation", men, platforms)
}

const PLATFORMS: &str = "b12+w b86+b e12+w e86+b";

#[test]
fn f1_the_start_position() {
    let game = Game::named("federation");
    let men = "Ke03 Qb03 Ra03 Rf03 Bc12 Bd12 Nb12 Ne12 Pa13 Pb13 Pe13 Pf13 Pb22 Pc22 Pd22 Pe22 \
               ke97 qb97 ra97 rf97 bc86 bd86 nb86 ne86 pa87 pb87 pe87 pf87 pb76 pc76 pd76 pe76";
    let pawns = "a13b13e13f13b22c22d22e22a87b87e87f87b76c76d76e76";
    let case = federation(men, PLATFORMS).castling("KQkq").fresh(pawns);
    assert_eq!(case.text(), game.start);
    assert_eq!(case.moves().len(), 21);
}

#[test]
fn f2_a_rook_on_the_b_file_with_all_platforms_on_the_e_file() {
    let case = federation("Rb54 Ke03 kf97", "e12+w e34+w e64+b e86+b");
    let goals = case.goals("b54").into_iter().filter(|to| to.starts_with('b')).collect();
    assert_eq!(set("b12 b22 b32 b42 b34 b44 b64 b66 b76 b86"), goals);
}

#[test]
fn f2_a_man_never_goes_straight_up_or_down() {
    for man in ["Q", "N", "K", "B"] {
        let king = if man == "K" { "" } else { "Kf03" };
        let men = format!("{man}b54 {king} ke97");
        let case = federation(&men, "e12+w e34+w e64+b e86+b");
        assert!(!case.allows("b54b56"), "{man}");
    }
}

#[test]
fn f2_path_b_leads_over_a_platform_where_path_a_is_blocked() {
    let men = "qb54 bb34 Nb12 Kf03 kf97";
    let free = federation(men, "b34+w b86+b e12+w e86+b").black();
    assert!(free.allows("b54b12"));
    // Without the platform there is no path B; with a man on it, it is blocked too.
    assert!(!federation(men, PLATFORMS).black().allows("b54b12"));
    let blocked = federation("qb54 bb34 Nb12 Kf03 kf97 Nb35", "b34+w b86+b e12+w e86+b").black();
    assert!(!blocked.allows("b54b12"));
    // Upright or inverted does not matter: b56- is at level 5 too.
    let inverted = federation("qb64 bb54 nb44 Nb34 Kf03 kf97", "b56-w b86+b e12+w e86+b").black();
    assert!(inverted.allows("b64b34"));
}

#[test]
fn f2_a_rook_captures_over_the_highest_cell_between() {
    let men = "Rb13 pb34 Kf03 kf97";
    assert!(federation(men, PLATFORMS).allows("b13b34"));
    assert!(!federation("Rb13 pb34 Kf03 kf97 Pb22", PLATFORMS).allows("b13b34"));
}

#[test]
fn f2_where_no_cell_is_low_enough_there_is_no_path() {
    // On file a nothing is live but what platforms cover: here ranks 0, 1 and 4, 5.
    let broken = federation("Ra13 Kf03 ke97", "b12+w b56+b e12+w e86+b");
    assert!(!broken.allows("a13a47"));
    // With ranks 2 and 3 covered too there is a way, at a level below the rook's goal.
    let whole = federation("Ra13 Kd12 ke97", "b12+w b34+w b56+b e86+b");
    assert!(whole.allows("a13a47"));
}

#[test]
fn f2_kings_step_and_knights_jump_to_any_level() {
    let case = federation("Kc44 Nd34 kf97", "b34-w b34+w e12+w e86+b");
    let king = "b32 b33 b34 b35 c32 c34 d32 b42 b44 d42 d44 b54 b56 c54 c56 d54 d56";
    assert_eq!(case.goals("c44"), set(king));
    let knight = "b22 b23 b25 b42 b44 c12 c54 c56 e12 e13 e54 e56";
    assert_eq!(case.goals("d34"), set(knight));
}

#[test]
fn f3_a_rook_pawn_in_its_first_move() {
    let men = "Pa13 nb03 nb22 Kf03 kf97";
    let goals = set("b13 b12 c12 b03 b22");
    assert_eq!(federation(men, PLATFORMS).fresh("a13").goals("a13"), goals);
    // Two columns only as its first move.
    let moved = set("b13 b12 b03 b22");
    assert_eq!(federation(men, PLATFORMS).goals("a13"), moved);
    // Without the rook-pawn rule it only takes on b22.
    let plain = case("federation-plain", men, PLATFORMS).fresh("a13");
    assert_eq!(plain.goals("a13"), set("b22"));
}

#[test]
fn f3_black_rook_pawns_mirror_it() {
    let case = federation("pf87 Ne97 Ne76 Kf03 ka97", PLATFORMS).black().fresh("f87");
    assert_eq!(case.goals("f87"), set("e87 e86 d86 e97 e76"));
}

#[test]
fn f3_a_carried_pawn_has_moved() {
    let case = federation("Pa13 Kf03 kf97", PLATFORMS).fresh("a13");
    for to in ["b12-", "b34+", "b34-"] {
        let after = case.after(&format!("b12+{to}"));
        assert!(after.board.fresh.is_empty(), "{}", after.text());
    }
    let inverted = case.after("b12+b12-").after("f97e97");
    assert!(!inverted.allows("a11c12"));
    assert!(inverted.allows("a11b12"));
}

#[test]
fn f3_a_double_step_passes_over_path_a_if_that_is_free_else_path_b() {
    let platforms = "b34+w b86+b e12+w e86+b";
    let free = federation("Pb22 Kf03 kf97", platforms).fresh("b22");
    assert!(free.after("b22b44").text().contains(" b44:b34 "));
    assert!(free.after("b22b42").text().contains(" b42:b32 "));
    let blocked = federation("Pb22 Kf03 kf97 nb34", platforms).fresh("b22");
    assert!(blocked.after("b22b44").text().contains(" b44:b35 "));
    let barred = federation("Pb22 Kf03 kf97 nb34 nb35", platforms).fresh("b22");
    assert!(!barred.allows("b22b44"));
}

#[test]
fn f3_en_passant_goes_to_the_very_cell_that_was_passed_over() {
    let case = federation("Pb22 pc44 Kf03 kf97", PLATFORMS).fresh("b22").after("b22b44");
    let captures = case.goals("c44").into_iter().filter(|to| to.starts_with('b')).collect();
    assert_eq!(set("b34"), captures);
    let after = case.after("c44b34");
    assert!(!after.text().contains('P'), "{}", after.text());
    // At once or not at all.
    let later = case.after("f97e97").after("f03e03");
    assert!(!later.allows("c44b34"));
}

#[test]
fn f3_an_inward_double_step_can_be_captured_with_promotion() {
    let case = federation("Pa13 pc22 Kf03 kf97", PLATFORMS).fresh("a13").after("a13c12");
    assert!(case.text().contains(" c12:b13 "));
    for letter in ["q", "r", "b", "n"] {
        let after = case.after(&format!("c22b13{letter}"));
        assert!(!after.text().contains('P') && !after.text().contains('p'));
    }
    assert!(!case.allows("c22b13") && !case.allows("c22b12"));
}

#[test]
fn f3_a_rook_pawn_takes_en_passant_with_its_backward_capture() {
    let men = "Pb22 pa23 Kf03 kf97";
    let platforms = "b34-b b86+b e12+w e86+b";
    let case = federation(men, platforms).fresh("b22").after("b22b42");
    assert!(case.allows("a23b32"));
    let plain = super::case("federation-plain", men, platforms).fresh("b22").after("b22b42");
    assert!(!plain.allows("a23b32"));
}

#[test]
fn f3_promotion_is_compulsory_by_step_capture_and_platform() {
    let case = federation("Pc76 nd86 Pa75 Kf03 ke97", "b12+w b64+w e12+w e86+b");
    assert_eq!(case.goals("c76"), set("c86q c86r c86b c86n d86q d86r d86b d86n"));
    let promoting = "b86+q b86+r b86+b b86+n b86-q b86-r b86-b b86-n";
    assert!(case.goals("b64+").is_superset(&set(promoting)));
    assert!(!case.allows("b64+b86+") && !case.allows("c76c86"));
    let after = case.after("b64+b86+n");
    assert!(after.text().contains("b86+w:N1/2"), "{}", after.text());
}

/// F4: corners by rank, and the ranks of the corners in reach.
const REACH: [(&str, &[&str]); 6] = [
    ("12", &["12", "34"]),
    ("34", &["12", "34", "42", "56"]),
    ("42", &["34", "42", "56", "64"]),
    ("56", &["34", "42", "56", "64"]),
    ("64", &["42", "56", "64", "86"]),
    ("86", &["64", "86"]),
];

#[test]
fn f4_a_platform_goes_two_ranks_at_most_and_may_invert() {
    for (corner, corners) in REACH {
        for sign in ["+", "-"] {
            let from = format!("b{corner}{sign}");
            let case = federation("Pc22 Kf03 kf97", &format!("{from}w e12+w e86+b e86-b"));
            let mut goals = std::collections::BTreeSet::new();
            for to in corners.iter().flat_map(|to| [format!("b{to}+"), format!("b{to}-")]) {
                goals.insert(to);
            }
            goals.remove(&from);
            assert_eq!(case.goals(&from), goals, "from {from}");
        }
    }
}

#[test]
fn f4_the_seeds_journey() {
    let chain = [
        ("b86+", "b64+"),
        ("b64+", "b56+"),
        ("b56+", "b42+"),
        ("b56+", "b34+"),
        ("b42+", "b34+"),
        ("b34+", "b12+"),
    ];
    for (from, to) in chain {
        let case = federation("pc76 Kf03 kf97", &format!("{from}b e12+w e86+b e12-w")).black();
        assert!(case.allows(&format!("{from}{to}")), "{from}{to}");
    }
    // From b42+ it is three ranks to b12+: only b34+ leads there at once.
    let case = federation("pc76 Kf03 kf97", "b42+b e12+w e86+b e12-w").black();
    assert!(!case.allows("b42+b12+"));
}

#[test]
fn f4_who_may_move_a_platform() {
    let goals = |men: &str, platforms: &str| federation(men, platforms).goals("b34+").len();
    let platforms = "b34+w b86+b e12+w e86+b";
    assert!(goals("Pa25 Kf03 kf97", platforms) > 0, "a pawn of its owner is a pilot");
    assert!(goals("Pc22 Kf03 kf97", platforms) > 0, "empty");
    assert_eq!(goals("Rc22 Kf03 kf97", platforms), 0, "a side without pawns");
    assert_eq!(goals("Pa25 Pb25 Kf03 kf97", platforms), 0, "two men");
    assert_eq!(goals("Na25 Pc22 Kf03 kf97", platforms), 0, "a knight");
    assert_eq!(goals("pa25 Pc22 Kf03 kf97", platforms), 0, "an enemy pawn");
    assert_eq!(goals("Pa25 Kf03 kf97", "b34+b b86+b e12+w e86+b"), 0, "another's platform");
}

#[test]
fn f4_a_post_that_is_taken_is_no_goal() {
    let case = federation("Pc22 Kc44 kf97", "b12+w b12-w b34+b e86+b");
    assert_eq!(case.goals("b12+"), set("b34-"));
}

#[test]
fn f4_men_on_fixed_boards_do_not_hinder_a_platform() {
    let case = federation("Pc22 Kf03 kf97 Nb34 nb22 Pb12", PLATFORMS);
    assert_eq!(case.goals("b12+"), set("b12- b34+ b34-"));
}

#[test]
fn f4_a_platform_passes_to_who_captures_its_owners_last_man() {
    let last = federation("Rb76 pb87 Pc22 Kf03 kf97", PLATFORMS).after("b76b87");
    assert!(last.text().contains("b86+w:2/1R"), "{}", last.text());
    let another = federation("Rb76 pb87 na97 Pc22 Kf03 kf97", PLATFORMS).after("b76b87");
    assert!(another.text().contains("b86+b:"), "{}", another.text());
    // Taking a man from a platform of one's own changes nothing, nor does leaving it.
    let own = federation("Rb22 nb13 Pc22 Kf03 kf97", PLATFORMS).after("b22b13");
    assert!(own.text().contains("b12+w:"), "{}", own.text());
    let left = federation("Rb13 Pc22 Kf03 kf97", PLATFORMS).after("b13b22");
    assert!(left.text().contains("b12+w:2/2"), "{}", left.text());
}

#[test]
fn f4_en_passant_too_takes_a_platform() {
    // The pawn comes to stand on the platform, having passed over another of its cells.
    let case = federation("Pb13 pc32 Kf03 kf97", "b12+w b34+w e12+w e86+b").fresh("b13");
    let stepped = case.after("b13b35");
    assert!(stepped.text().contains(" b35:b25 "), "{}", stepped.text());
    let taken = stepped.after("c32b25");
    assert!(taken.text().contains("b34+b:2/1p"), "{}", taken.text());
}

#[test]
fn f4_a_platform_can_uncover_its_king_and_parry_check() {
    // The rook on b97 looks down the b file, over the top of each column, at the king on b12.
    let shields = federation("Pb25 Kb12 kf97 rb97", "b34+w b86+b e12+w e86+b");
    assert_eq!(shields.goals("b34+"), set("b34- b56+ b56-"));
    let parries = federation("Pb03 Kb12 kf97 rb97", "b12+w b86+b e12+w e86+b");
    assert_eq!(parries.goals("b12+"), set("b34+ b34-"));
}

#[test]
fn f5_castling_on_the_kings_side_swaps() {
    let case = federation("Ke03 Rf03 Pe13 ke97 rf97", PLATFORMS).castling("Kk");
    let after = case.after("e03f03");
    assert!(after.text().contains("e12+w:P1/RK"), "{}", after.text());
    assert!(after.text().contains(" b k "), "{}", after.text());
    let back = after.after("e97f97");
    assert!(back.text().contains("e86+b:rk/2"), "{}", back.text());
}

#[test]
fn f5_castling_on_the_queens_side_teleports() {
    let men = "Ke03 Ra03 ke97 ra97 Pe22";
    let case = federation(men, PLATFORMS).castling("Qq");
    let after = case.after("e03a03");
    assert!(after.text().contains("b12+w:2/1K") && after.text().contains("e12+w:2/R1"));
    let back = after.after("e97a97");
    assert!(back.text().contains("b86+b:1k/2") && back.text().contains("e86+b:r1/2"));
    let blocked = federation(&format!("{men} Qb03"), PLATFORMS).castling("Qq");
    assert!(!blocked.allows("e03a03"));
    let by_enemy = federation(&format!("{men} nb03"), PLATFORMS).castling("Qq");
    assert!(!by_enemy.allows("e03a03"));
}

#[test]
fn f5_no_castling_out_of_check_or_into_it_or_without_the_right() {
    let quiet = federation("Ke03 Rf03 Ra03 kb97 Pc22", PLATFORMS);
    assert!(!quiet.allows("e03f03") && !quiet.allows("e03a03"));
    let out_of = federation("Ke03 Rf03 Ra03 kb97 Pc22 nd22", PLATFORMS).castling("KQ");
    assert!(!out_of.allows("e03f03") && !out_of.allows("e03a03"));
    let into = federation("Ke03 Rf03 Ra03 kf97 Pc22 nd12 ", PLATFORMS).castling("KQ");
    // The knight on d12 looks at b03 and f03.
    assert!(!into.allows("e03a03") && !into.allows("e03f03"));
    let free = federation("Ke03 Rf03 Ra03 kf97 Pc22", PLATFORMS).castling("KQ");
    assert!(free.allows("e03a03") && free.allows("e03f03"));
}

#[test]
fn f5_a_captured_or_moved_rook_takes_the_right_away() {
    let case = federation("Ke03 Rf03 Ra03 kb97 bb12 Pc22", PLATFORMS).castling("KQ").black();
    assert!(case.after("b12a03").text().contains(" w K "));
    let moves = federation("Ke03 Rf03 Ra03 kb97 Pc22", PLATFORMS).castling("KQ");
    assert!(moves.after("f03f13").text().contains(" b Q "));
    assert!(moves.after("e03e13").text().contains(" b - "));
}

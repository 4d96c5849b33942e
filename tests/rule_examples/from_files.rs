//! Examples for the rules of the games in `games/` that are no rule sets of their own in the
//! program.

use std::collections::BTreeSet;
use triskelion::game::{Game, new_game};
use triskelion::registry::Variant;
use triskelion::rules::Notation;

/// Returns a position with these pieces (`Ka11 kh83`), White to move; `tail` has the fields between
/// the side to move and the counters.
fn position(name: &str, pieces: &str, tail: &str) -> Box<dyn Game> {
    let variant: Variant = name.parse().expect("a game");
    let spec = variant.spec().expect("a file");
    let mut cells = vec!['.'; spec.files * spec.ranks * spec.levels];
    for piece in pieces.split_whitespace() {
        let (letter, cell) = piece.split_at(1);
        let index = (0..cells.len()).find(|&index| spec.cell_name(index as _) == cell);
        let index = index.unwrap_or_else(|| panic!("{name} has no cell {cell}"));
        cells[index] = letter.chars().next().expect("a letter");
    }
    let rank = |cells: &[char]| {
        let mut text = String::new();
        let mut empty = 0;
        for &cell in cells.iter().chain(&['/']) {
            match cell {
                '.' => empty += 1,
                _ if empty > 0 => {
                    text += &format!("{empty}{cell}");
                    empty = 0;
                }
                _ => text.push(cell),
            }
        }
        text.trim_end_matches('/').to_owned()
    };
    let level =
        |cells: &[char]| cells.chunks(spec.files).rev().map(rank).collect::<Vec<_>>().join("/");
    let levels = cells.chunks(spec.files * spec.ranks).rev().map(level).collect::<Vec<_>>();
    let fields = [&levels.join("|"), "w", tail, "0 1"];
    let fields = fields.into_iter().filter(|field| !field.is_empty()).collect::<Vec<_>>();
    after(name, Some(&fields.join(" ")), "")
}

/// Returns the position after some moves.
fn after(name: &str, fen: Option<&str>, moves: &str) -> Box<dyn Game> {
    let mut game = new_game(name.parse().expect("a game"));
    let moves: Vec<&str> = moves.split_whitespace().collect();
    let set = game.set_position(fen, &moves);
    set.unwrap_or_else(|error| panic!("{name}: {fen:?} {moves:?}: {error}"));
    game
}

/// Returns what follows the cell of origin in the moves of a piece.
fn moves_from(game: &dyn Game, from: &str) -> BTreeSet<String> {
    let moves = game.legal_moves(Notation::Uci).into_iter().map(|mv| mv.uci);
    moves.filter_map(|mv| Some(mv.strip_prefix(from)?.to_owned())).collect()
}

/// Checks that a piece has exactly these moves.
fn assert_moves(game: &dyn Game, from: &str, expected: &str) {
    let expected: BTreeSet<String> = expected.split_whitespace().map(str::to_owned).collect();
    assert_eq!(moves_from(game, from), expected, "from {from}\n{}", game.diagram());
}

/// Checks how many cells each kind of piece reaches from a cell of a board that is empty but for
/// pieces out of its way.
fn assert_reach(name: &str, from: &str, others: &str, tail: &str, expected: &[(char, usize)]) {
    for &(letter, count) in expected {
        let others = others.split(' ').filter(|piece| letter != 'K' || !piece.starts_with('K'));
        let pieces = format!("{letter}{from} {}", others.collect::<Vec<_>>().join(" "));
        let game = position(name, &pieces, tail);
        assert_eq!(moves_from(&*game, from).len(), count, "{name}: {letter}\n{}", game.diagram());
    }
}

/// Each of some moves with each promotion of chess.
fn promotions(cells: &str) -> String {
    let promote = |cell: &str| ["q", "r", "b", "n"].map(|letter| format!("{cell}{letter}"));
    cells.split_whitespace().flat_map(promote).collect::<Vec<_>>().join(" ")
}

#[test]
fn d1_d2_pieces_move_by_their_level() {
    let dragonchess = |pieces: &str| position("dragonchess", &format!("{pieces} Ka12 kl82"), "");
    assert_moves(&*dragonchess("Me53"), "e53", "e63 e43 d53 f53 e52 e51");
    assert_moves(&*dragonchess("Me53 Pe52"), "e53", "e63 e43 d53 f53");
    let griffin = "b83 f83 a73 g73 a33 g33 b23 f23 c62 e62 c42 e42";
    assert_moves(&*dragonchess("Gd53"), "d53", griffin);
    // The elemental rises only to capture, through the empty cell beside it.
    let on_level = "e51 e61 e31 e21 d41 c41 f41 g41 d51 f51 d31 f31";
    assert_moves(&*dragonchess("Ee41"), "e41", on_level);
    assert_moves(&*dragonchess("Ee41 we52"), "e41", &format!("{on_level} e52"));
    assert_moves(&*dragonchess("Ee41 we52 De51"), "e41", "e31 e21 d41 c41 f41 g41 d51 f51 d31 f31");
    assert_moves(&*dragonchess("Ee42"), "e42", "d41 f41 e31 e51");
    assert_moves(&*dragonchess("Ee42 De41"), "e42", "");
}

#[test]
fn d3_dragon_captures_from_afar() {
    let game = position("dragonchess", "Rg53 wg52 wf52 wf62 Ka12 kl82", "");
    let captures: BTreeSet<String> =
        moves_from(&*game, "g53").into_iter().filter(|mv| mv.starts_with('x')).collect();
    assert_eq!(captures, BTreeSet::from(["xg52".to_owned(), "xf52".to_owned()]));
    let game = after("dragonchess", Some(&game.fen()), "g53xf52");
    assert!(game.pieces().contains(&("g53".to_owned(), 'R')), "{}", game.diagram());
    assert!(!game.pieces().iter().any(|(cell, _)| cell == "f52"), "{}", game.diagram());
}

#[test]
fn d4_d5_sylphs_come_home_and_warriors_become_heroes() {
    let game = position("dragonchess", "Se42 Sa23 Ka12 kl82", "");
    assert_moves(&*game, "e42", "e43 c23 e23 g23 i23 k23");
    assert_moves(&*position("dragonchess", "Wd72 Ka12 kl82", ""), "d72", "d82h");
}

#[test]
fn d6_basilisk_freezes() {
    let frozen = position("dragonchess", "Og42 bg41 Ka12 kl82", "");
    assert_moves(&*frozen, "g42", "");
    // A frozen oliphant gives no check.
    assert!(position("dragonchess", "Ka12 oa82 kl82", "").in_check());
    assert!(!position("dragonchess", "Ka12 oa82 Ba81 kl82", "").in_check());
}

#[test]
fn d7_moves_of_warriors_reset_the_clock() {
    let clock = |moves: &str| {
        let fen = after("dragonchess", None, moves).fen();
        fen.split(' ').nth(2).map(str::to_owned)
    };
    assert_eq!(clock("b21b31 b71b61").as_deref(), Some("2"));
    assert_eq!(clock("b21b31 b71b61 a22a32").as_deref(), Some("0"));
}

#[test]
fn a1_pieces_change_the_level_with_each_move() {
    let game = after("alice", None, "e21e42 d71d52");
    assert!(moves_from(&*game, "e42").contains("d51"), "{}", game.diagram());
    // The mirror of the landing cell is occupied; the cell itself does not block the way.
    let game = position("alice", "Ke11 Bf11 Pc42 ke81", "-");
    let moves = moves_from(&*game, "f11");
    assert!(!moves.contains("c42") && moves.contains("b52"), "{moves:?}");
}

#[test]
fn a2_only_the_other_level_steps_between() {
    // A rook gives check on level 1; a rook of level 2 steps between, one of level 1 cannot.
    let game = position("alice", "Ke11 re51 Rb32 Rh41 kh82", "-");
    assert!(game.in_check());
    assert!(moves_from(&*game, "b32").contains("e31"));
    assert_moves(&*game, "h41", "");
}

#[test]
fn a4_castling_needs_the_mirrors() {
    let rights = |pieces: &str| moves_from(&*position("alice", pieces, "KQ"), "e11");
    assert!(rights("Ke11 Rh11 Ra11 ke82").is_superset(&set("h11 a11")));
    assert!(!rights("Ke11 Rh11 Ra11 Ng12 ke82").contains("h11"));
}

#[test]
fn a5_pawns_step_twice_from_their_rank_of_either_level() {
    let game = position("alice", "Ke11 Pb21 Pd22 ke81", "-");
    assert_moves(&*game, "b21", "b32 b42");
    assert_moves(&*game, "d22", "d31 d41");
}

fn set(moves: &str) -> BTreeSet<String> {
    moves.split_whitespace().map(str::to_owned).collect()
}

#[test]
fn t2_t3_first_moves_change_the_level() {
    let start = after("strato", None, "");
    assert_moves(&*start, "b11", "a32 c32 d22 a33 c33 d23");
    assert_moves(&*start, "a21", "a32 a42");
    assert_moves(&*start, "c11", "b22 d22 a33 e33");
    assert_moves(&*start, "e11", "e12 d12 f12 d22 e22 f22");
    // The knight rises over empty cells.
    let knight = |other: &str| position("strato", &format!("Nb11 {other} Kh11 kh83"), "b11 -");
    assert_moves(&*knight("Pb13"), "b11", "a32 c32 d22");
    assert_moves(&*knight("Pb12"), "b11", "");
}

#[test]
fn t1_captures_stay_within_the_level() {
    let game = position("strato", "Ra11 pa41 na12 Kh12 kh83", "- -");
    let moves = moves_from(&*game, "a11");
    assert!(moves.contains("a41") && !moves.contains("a12"), "{moves:?}");
    assert!(!position("strato", "Ke11 re12 kh83", "- -").in_check());
}

#[test]
fn t4_en_passant_on_the_level_of_arrival() {
    let game = position("strato", "Pa21 pb42 Kh12 kh83", "a21 -");
    let game = after("strato", Some(&game.fen()), "a21a42");
    assert!(moves_from(&*game, "b42").contains("a32"), "{}", game.diagram());
}

#[test]
fn t5_castling_may_change_the_level() {
    let game = position("strato", "Ke11 Rh11 Ra11 ke83", "a11e11h11 -");
    let moves = moves_from(&*game, "e11");
    assert!(moves.is_superset(&set("h11 a11 h12 a12")), "{moves:?}");
}

#[test]
fn c1_pieces() {
    let expected = [('R', 21), ('B', 64), ('Q', 85), ('K', 26), ('N', 24)];
    assert_reach("cubic", "d44", "Ka12 kh81 nh18", "-", &expected);
}

#[test]
fn c2_pawns_go_up_for_both_sides() {
    let cubic = |pieces: &str| position("cubic", &format!("{pieces} Ka12 kh81"), "-");
    assert_moves(&*cubic("Pe21"), "e21", "e31 e41 e22 e23");
    let captures = "c53 d53 e53 c54 e54 c55 d55 e55";
    let enemies: Vec<String> = captures.split(' ').map(|cell| format!("p{cell}")).collect();
    let game = cubic(&format!("Pd44 {}", enemies.join(" ")));
    assert_moves(&*game, "d44", &format!("d54 d45 {captures}"));
    let game = cubic("Pa78 nb88 na87 nb87");
    assert_moves(&*game, "a78", &promotions("a88 b88 a87 b87"));
    let black = after("cubic", Some(&cubic("pd44").fen().replace(" w ", " b ")), "");
    assert_moves(&*black, "d44", "d34 d45");
}

#[test]
fn c3_castling() {
    let game = position("cubic", "Ke11 Rh11 Ra11 ke81", "KQ");
    assert!(moves_from(&*game, "e11").is_superset(&set("h11 a11")));
    let game = position("cubic", "Ke11 Rh11 Ra11 rf18 ke81", "KQ");
    let moves = moves_from(&*game, "e11");
    assert!(!moves.contains("h11") && moves.contains("a11"), "{moves:?}");
}

#[test]
fn l1_lines() {
    let expected = [('R', 24), ('B', 21), ('Q', 45), ('K', 26), ('N', 16)];
    assert_reach("millennium", "d42", "Ka11 kh83 pa43", "- - -", &expected);
}

#[test]
fn l2_l3_pawns() {
    let millennium =
        |pieces: &str, tail: &str| position("millennium", &format!("{pieces} Ka11 kh83"), tail);
    let captures = "d41 f41 d42 f42 d43 f43";
    let enemies: Vec<String> = captures.split(' ').map(|cell| format!("p{cell}")).collect();
    let game = millennium(&format!("Pe32 {}", enemies.join(" ")), "- - -");
    assert_moves(&*game, "e32", &format!("e31 e33 e41 e42 e43 {captures}"));
    let game = millennium("Pe21", "- e21 -");
    assert_moves(&*game, "e21", "e31 e32 e22 e41 e43 e23");
    assert_moves(&*millennium("Pe82", "- - -"), "e82", &format!("e81 {}", promotions("e83")));
    let game = millennium("Pe21 pd43", "- e21 -");
    let passed = after("millennium", Some(&game.fen()), "e21e43");
    assert!(moves_from(&*passed, "d43").contains("e32"), "{}", passed.diagram());
    let game = millennium("Pe21 pd33", "- e21 -");
    let straight = after("millennium", Some(&game.fen()), "e21e23");
    assert!(!moves_from(&*straight, "d33").contains("e22"), "{}", straight.diagram());
}

#[test]
fn l4_a_pawn_that_changes_its_level_alone_counts_on() {
    let clock = |moves: &str| {
        let fen = after("millennium", None, moves).fen();
        fen.split(' ').nth(5).map(str::to_owned)
    };
    assert_eq!(clock("e21e22 b83c63").as_deref(), Some("2"));
    assert_eq!(clock("e21e32").as_deref(), Some("0"));
}

#[test]
fn l5_dead_positions() {
    for (pieces, is_dead) in
        [("Ka11 kh83", true), ("Ka11 Bb11 kh83", true), ("Ka11 Rb11 kh83", false)]
    {
        let game = position("millennium", pieces, "- - -");
        assert_eq!(game.outcome().is_some(), is_dead, "{pieces}");
    }
}

#[test]
fn j1_pieces() {
    let expected = [('R', 14), ('B', 18), ('Q', 40), ('K', 8), ('N', 16)];
    assert_reach("jocly3d", "c42", "Ka12 kf83 nf13", "- - -", &expected);
}

#[test]
fn j2_king_leaves_its_level_by_capture() {
    let game = position("jocly3d", "Kc42 nc43 nd51 nd53 kf83", "- - -");
    let moves = moves_from(&*game, "c42");
    // Not through the corners, to d51 and d53.
    assert!(moves.contains("c43") && !moves.contains("d51") && !moves.contains("d53"), "{moves:?}");
}

#[test]
fn j3_pawns() {
    let jocly =
        |pieces: &str, tail: &str| position("jocly3d", &format!("{pieces} Ka12 kf83"), tail);
    let game = jocly("Pc42 pb52 pd52 pc51 pc53", "- - -");
    assert_moves(&*game, "c42", "c52 b52 d52 c51 c53");
    let game = jocly("Pc22 pb42 pc41 pc43", "- c22 -");
    let game = after("jocly3d", Some(&game.fen()), "c22c42");
    for cell in ["b42", "c41", "c43"] {
        assert!(moves_from(&*game, cell).contains("c32"), "{cell}\n{}", game.diagram());
    }
}

#[test]
fn j4_king_castles_by_one_cell() {
    let start = after("jocly3d", None, "");
    assert!(moves_from(&*start, "c12").contains("b12"));
    let game = after("jocly3d", None, "c12b12");
    assert!(game.pieces().contains(&("b12".to_owned(), 'K')), "{}", game.diagram());
    assert!(game.pieces().contains(&("c12".to_owned(), 'R')), "{}", game.diagram());
}

#[test]
fn v1_pieces() {
    let expected = [('R', 9), ('B', 15), ('Q', 33), ('N', 12)];
    assert_reach("artemis", "b22", "Kd11 kc44 pa14", "- - -", &expected);
}

#[test]
fn v2_pawns() {
    let artemis =
        |pieces: &str, tail: &str| position("artemis", &format!("{pieces} Kd11 kc44"), tail);
    let game = artemis("Pb22 pa32 pc32 pb33", "- - -");
    assert_moves(&*game, "b22", "b32 b23 a32 c32 b33");
    assert_moves(&*artemis("Pb22", "- b22 -"), "b22", "b32 b23 b42 b24");
    assert_moves(&*artemis("Pb43", "- - -"), "b43", &promotions("b44"));
    let game = after("artemis", Some(&artemis("Pa22 pb33 pa34", "- a22 -").fen()), "a22a24");
    for cell in ["b33", "a34"] {
        assert!(moves_from(&*game, cell).contains("a23"), "{cell}\n{}", game.diagram());
    }
}

#[test]
fn v3_castling_by_one_cell() {
    assert!(moves_from(&*after("artemis", None, ""), "c11").contains("d11"));
    let game = position("artemis", "Kc11 Ra11 ka44", "Q - -");
    assert!(moves_from(&*game, "c11").contains("a11"), "{}", game.diagram());
}

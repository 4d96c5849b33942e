//! Examples for the rules R1 to R5 of `raumschach`.

use super::{Case, case, set, startpos};
use crate::reference::Game;
use crate::reference::space::Cell;
use crate::support::perft_data;
use std::collections::BTreeSet;

fn raumschach(pieces: &str) -> Case {
    case("raumschach", pieces, "")
}

/// Returns the moves to a cell with each promotion.
fn promotions(cells: &str) -> BTreeSet<String> {
    let with_letters =
        |cell: &str| ["q", "r", "b", "u", "n"].map(|letter| format!("{cell}{letter}"));
    cells.split_whitespace().flat_map(with_letters).collect()
}

#[test]
fn r1_start_position() {
    let pieces = "Kc11 Qc12 Ra11 Re11 Nb11 Nd11 Ba12 Bd12 Ub12 Ue12 \
                  Pa21 Pb21 Pc21 Pd21 Pe21 Pa22 Pb22 Pc22 Pd22 Pe22 \
                  kc55 qc54 ra55 re55 nb55 nd55 bb54 be54 ua54 ud54 \
                  pa45 pb45 pc45 pd45 pe45 pa44 pb44 pc44 pd44 pe44";
    let case = raumschach(pieces);
    assert_eq!(case.fen(), Game::from_name("raumschach").startpos);
    assert_eq!(case.uci_moves().len(), 61);
    assert_eq!(case.board.cells().len(), 125);
}

/// R2: the number of cells that each piece reaches from the center.
#[test]
fn r2_pieces_on_empty_board() {
    for (piece, cells) in [("R", 12), ("B", 24), ("U", 16), ("Q", 52), ("N", 24)] {
        let case = raumschach(&format!("{piece}c33 Ka12 ke54"));
        assert_eq!(case.destinations("c33").len(), cells, "{piece}");
        assert_eq!(case.attacks_from("c33").len(), cells, "{piece}");
    }
    assert_eq!(raumschach("Kc33 ka12").attacks_from("c33").len(), 26);
    assert_eq!(raumschach("Ka11 ke55").destinations("a11").len(), 0, "king against king");
    assert_eq!(raumschach("Ka11 ke55 Pc33").destinations("a11").len(), 7);
}

#[test]
fn r2_unicorn_moves_through_corners() {
    let corner = raumschach("Ua11 Ka12 ke54");
    assert_eq!(corner.destinations("a11"), set("b22 c33 d44 e55"));
    let edge = raumschach("Ub12 Ka11 ke54");
    assert_eq!(edge.destinations("b12"), set("a21 a23 c21 c23 d34 e45"));
    let captures = raumschach("Ua11 Ka12 ke54 nc33");
    assert_eq!(captures.destinations("a11"), set("b22 c33"));
    let blocked = raumschach("Ua11 Ka12 ke54 Pc33");
    assert_eq!(blocked.destinations("a11"), set("b22"));
}

#[test]
fn r2_queen_combines_rook_bishop_and_unicorn() {
    let attacks = |piece: &str| raumschach(&format!("{piece}b24 Ka12 ke54")).attacks_from("b24");
    let [rook, bishop, unicorn] = ["R", "B", "U"].map(attacks);
    assert!(rook.is_disjoint(&bishop) && rook.is_disjoint(&unicorn));
    assert!(bishop.is_disjoint(&unicorn));
    assert_eq!(attacks("Q"), rook.into_iter().chain(bishop).chain(unicorn).collect());
}

#[test]
fn r2_knight_leaps_over_anything() {
    let neighbors = "Pb33 Pd33 Pc23 Pc43 Pc32 Pc34";
    let case = raumschach(&format!("Nc33 {neighbors} Ka11 ke55"));
    assert_eq!(case.destinations("c33").len(), 24);
    assert_eq!(raumschach("Na11 Ka12 ke55").destinations("a11"), set("b31 c21 a23 a32 b13 c12"));
}

#[test]
fn r3_pawn_steps_and_captures() {
    // An enemy on each cell around the pawn but the two to which it steps.
    let around: Vec<String> = raumschach("Kc33 ka12")
        .attacks_from("c33")
        .into_iter()
        .filter(|cell| !["c43", "c34"].contains(&cell.as_str()))
        .map(|cell| format!("p{cell}"))
        .collect();
    let case = raumschach(&format!("Pc33 Ka55 ke11 {}", around.join(" ")));
    assert_eq!(case.destinations("c33"), set("c43 c34 b43 d43 b34 d34 c44"));
    for other in ["c24", "b44", "d44"] {
        assert!(!case.is_legal(&format!("c33{other}")), "{other}");
    }
    let blocked = raumschach("Pc33 Ka55 ke11 pc43 nc34");
    assert!(blocked.destinations("c33").is_empty());
    let black = raumschach("pc33 Ka55 ke11 Nb23 Nd23 Nb32 Nd32 Nc22 Nb22 Nd22 Nc42 Nc24");
    assert_eq!(black.black_to_move().destinations("c33"), set("c23 c32 b23 d23 b32 d32 c22"));
}

#[test]
fn r3_pawn_attacks_its_captures_whatever_stands_there() {
    let attacked = set("b43 d43 b34 d34 c44");
    assert_eq!(raumschach("Pc33 Ka11 ke55").attacks_from("c33"), attacked);
    assert_eq!(raumschach("Pc33 Nb43 pc43 nc44 Ka11 ke55").attacks_from("c33"), attacked);
    // A king may stand where the pawn steps, not where it captures.
    let king = raumschach("Pc33 Ka11 kc35").black_to_move();
    assert!(king.is_legal("c35c34") && !king.is_legal("c35b34") && !king.is_legal("c35c44"));
}

#[test]
fn r3_pawn_on_rank_5_goes_up_and_on_level_5_forward() {
    let case = raumschach("Pa53 nb54 na44 Ka11 ke55");
    assert_eq!(case.destinations("a53"), set("a54 b54"));
    let top = raumschach("Pc35 nb45 nd45 Ka11 ke51");
    assert_eq!(top.destinations("c35"), set("c45 b45 d45"));
    // Neither the far rank of another level nor the top level of another rank promotes.
    assert_eq!(raumschach("Pc43 Ka11 ke55").destinations("c43"), set("c53 c44"));
    assert_eq!(raumschach("Pc34 Ka11 ke55").destinations("c34"), set("c44 c35"));
}

#[test]
fn r3_promotion_is_mandatory_on_last_cells() {
    let case = raumschach("Pc54 nb55 nd55 Ka11 ke51");
    assert_eq!(case.destinations("c54"), promotions("c55 b55 d55"));
    assert_eq!(raumschach("Pc45 Ka11 ke51").destinations("c45"), promotions("c55"));
    let edge = raumschach("Pc44 nc55 Ka11 ke51").destinations("c44");
    assert_eq!(edge, &promotions("c55") | &set("c54 c45"));
    assert_eq!(
        case.after("c54b55u").fen(),
        "1U1n1/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|4k/5/5/5/K4 b 0 1"
    );
    let black = raumschach("pc12 Nb11 Nd11 Ka55 ke15").black_to_move();
    assert_eq!(black.destinations("c12"), promotions("c11 b11 d11"));
    let above = raumschach("pc22 Nc11 Ka55 ke15").black_to_move().destinations("c22");
    assert_eq!(above, &promotions("c11") | &set("c12 c21"));
}

#[test]
fn r3_pawns_have_no_double_step() {
    let start = startpos("raumschach");
    assert_eq!(start.destinations("c21"), set("c31"));
    assert_eq!(start.destinations("c22"), set("c23 c32"));
}

#[test]
fn r4_symmetries_keep_moves() {
    let mirrored = |cell: Cell| Cell { file: 4 - cell.file, ..cell };
    let turned = |cell: Cell| Cell { rank: cell.level, level: cell.rank, ..cell };
    let reversed =
        |cell: Cell| Cell { file: 4 - cell.file, rank: 6 - cell.rank, level: 6 - cell.level };
    for line in perft_data::move_lists("raumschach").iter().step_by(3) {
        let game = Game::from_name("raumschach");
        let case = Case { game, board: (game.from_fen)(&line.fen) };
        case.assert_symmetric(mirrored, false);
        case.assert_symmetric(turned, false);
        case.assert_symmetric(reversed, true);
    }
    let start = startpos("raumschach");
    assert_eq!(start.mapped(reversed, true).board.pieces, start.board.pieces);
    assert_ne!(start.mapped(mirrored, false).board.pieces, start.board.pieces);
    assert_ne!(start.mapped(turned, false).board.pieces, start.board.pieces);
}

#[test]
fn r4_king_against_king_is_draw_without_moves() {
    let captures = raumschach("Kc33 qc43 ka11").after("c33c43");
    assert!(captures.uci_moves().is_empty());
    captures.assert_outcome("1/2-1/2 dead-position");
    for piece in ["N", "B", "U", "n"] {
        let case = raumschach(&format!("Ka11 ke55 {piece}c23"));
        assert!(!case.uci_moves().is_empty());
        case.assert_outcome("");
    }
}

#[test]
fn r4_mate_and_stalemate() {
    // The queen, which the king protects, attacks the corner and every cell around it.
    let mated = raumschach("ka11 Qb22 Kc33").black_to_move();
    assert!(mated.uci_moves().is_empty());
    mated.assert_outcome("1-0 checkmate");
    let escapes = raumschach("ka11 Qb22 Kc43").black_to_move();
    assert_eq!(escapes.uci_moves(), set("a11b22"));
}

#[test]
fn r4_captures_and_pawn_moves_reset_halfmove_clock() {
    let mut case = raumschach("Ka11 ke55 Rc31 nc33 Pd22");
    case.board.halfmove_clock = 7;
    for (text, clock) in [("c31c32", 8), ("c31c33", 0), ("d22d23", 0), ("d22d32", 0), ("a11a12", 8)]
    {
        assert_eq!(case.after(text).board.halfmove_clock, clock, "{text}");
    }
    let mut quiet = raumschach("Ka11 ke55 Rc31");
    quiet.board.halfmove_clock = 99;
    quiet.after("c31c32").assert_outcome("1/2-1/2 fifty-moves");
}

/// R4: two positions are the same if the same pieces stand on the same cells and the same side is
/// to move.
#[test]
fn r4_third_occurrence_is_draw() {
    let start = startpos("raumschach");
    let round = "b11a13 b55a53 a13b11 a53b55";
    assert_eq!(start.repetitions_after(round), 1);
    assert_eq!(start.repetitions_after(&format!("{round} {round}")), 2);
    // Two knights that have exchanged their cells.
    let case = raumschach("Nb11 Nd11 Ka51 ke55");
    let exchanged = "b11b32 e55e45 d11d32 e45e55 b32c12 e55e45 d32b31 e45e55 c12d32 e55e45 \
                     b31b23 e45e55 d32d11 e55e45 b23b11 e45e55";
    assert_eq!(case.repetitions_after(exchanged), 1);
    // The same pieces, but the other side is to move.
    let triangle = "a51b51 e55e45 b51a41 e45e55 a41a51";
    assert_eq!(raumschach("Nb11 Ka51 ke55").repetitions_after(triangle), 0);
}

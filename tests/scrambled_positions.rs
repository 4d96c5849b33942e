//! Scrambled positions, compared with the reference generator one or two plies deep. They reach
//! what games seldom reach: rooks captured at home, crowded platforms, double steps over platforms.
//!
//! Each position is the start position with pieces removed or displaced, platforms moved and owners
//! changed. Positions that the engine rejects are skipped.

use crate::reference::Game;
use crate::reference::board::{Board, PieceType, Side};
use crate::reference::fen::pawns_at_home;
use crate::support::board;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use triskelion::rules::{BuiltIn, BulkCount};

/// Moves platforms, with or without the pieces on them, and changes owners.
fn scramble_platforms(board: &mut Board, random: &mut ChaCha8Rng) {
    let posts = board.space.posts();
    for at in 0..board.platforms.len() {
        let from = board.platforms[at].post;
        let to = posts[random.random_range(0..posts.len())];
        if random.random_bool(0.5) && !board.has_platform(to) {
            board.move_platform(from, to, true);
        }
        if board.platforms[at].owner.is_some() && random.random_bool(0.3) {
            board.platforms[at].owner = board.platforms[at].owner.map(Side::other);
        }
    }
}

/// Removes or displaces pieces, at random rates.
fn scramble_pieces(board: &mut Board, random: &mut ChaCha8Rng) {
    let (removed, moved) = (random.random_range(0.0..0.7), random.random_range(0.0..0.6));
    let cells = board.cells();
    for (from, piece) in board.pieces.clone() {
        let is_king = piece.kind == PieceType::King;
        if !is_king && random.random_bool(removed) {
            board.remove(from);
        } else if random.random_bool(if is_king { moved / 2.0 } else { moved }) {
            let to = cells[random.random_range(0..cells.len())];
            if board.is_vacant(to) {
                board.pieces.remove(&from);
                board.pieces.insert(to, piece);
            }
        }
    }
}

/// Returns a scrambled position with most of the castling rights that the engine accepts; `None` if
/// it rejects the position.
pub(crate) fn scrambled_board<B: BuiltIn>(game: &Game, random: &mut ChaCha8Rng) -> Option<Board> {
    let mut board = (game.from_fen)(game.startpos);
    board.castling.clear();
    scramble_platforms(&mut board, random);
    scramble_pieces(&mut board, random);
    board.side_to_move = if random.random_bool(0.5) { Side::White } else { Side::Black };
    let (clock, number) = (random.random_range(0..90), random.random_range(1..200));
    (board.halfmove_clock, board.fullmove_number) = (clock, number);
    let pawns: Vec<_> = pawns_at_home(&board, |_| true).into_iter().collect();
    board.unmoved_pawns.clear();
    // The FENs of rule sets without early pawns do not hold them.
    board.early = pawns_at_home(&board, |cell| cell.level % 2 == 1);
    for pawn in pawns {
        if random.random_bool(0.8) {
            board.unmoved_pawns.insert(pawn);
        }
    }
    B::from_fen(&(game.to_fen)(&board)).ok()?;
    for right in ['K', 'Q', 'k', 'q'] {
        let mut with = board.clone();
        with.castling.insert(right);
        if B::from_fen(&(game.to_fen)(&with)).is_ok() && random.random_bool(0.9) {
            board = with;
        }
    }
    // The FEN does not hold everything that is on the board.
    Some((game.from_fen)(&(game.to_fen)(&board)))
}

/// Returns whether a pawn of the side to move attacks a cell that the other side's pawn has just
/// passed.
fn is_ep_cell_attacked(game: &Game, board: &Board) -> bool {
    let Some((_, passed)) = &board.en_passant else { return false };
    let mut pawns =
        board.pieces_of(board.side_to_move).filter(|(_, kind)| *kind == PieceType::Pawn);
    pawns.any(|(from, _)| passed.iter().any(|cell| (game.attacks)(board, from, *cell)))
}

/// Compares every legal move and the position after it.
fn compare_moves<B: BuiltIn + BulkCount>(game: &Game, reference: &Board, recurse: bool) {
    let fen = (game.to_fen)(reference);
    let board: B = board::parse_fen(&fen);
    assert_eq!(board.to_fen(), fen);
    assert_eq!(
        board.in_check(),
        game.in_check(reference, reference.side_to_move),
        "check in {fen}"
    );
    if board.variant_outcome().is_some() {
        return;
    }
    let children = game.legal_moves(reference);
    let texts: Vec<&String> = children.iter().map(|(text, _)| text).collect();
    assert_eq!(board::uci_moves(&board).iter().collect::<Vec<_>>(), texts, "moves in {fen}");
    assert_eq!(board.count_legal_moves(), children.len() as u64, "number of moves in {fen}");
    for mv in board::legal_moves(&board) {
        let text = board.move_to_uci(mv);
        let after = board.make(mv, &mut ());
        assert_eq!(board.count_replies(&[mv]), after.count_legal_moves(), "{text} in {fen}");
        let (_, expected) = children.iter().find(|child| child.0 == text).expect("it is listed");
        assert_eq!(after.to_fen(), (game.to_fen)(expected), "{text} in {fen}");
        assert_eq!(after.key(), after.compute_key(), "{text} in {fen}");
        assert_eq!(
            board.gives_check(mv),
            game.in_check(expected, expected.side_to_move),
            "{text} in {fen}"
        );
        if recurse && is_ep_cell_attacked(game, expected) {
            compare_moves::<B>(game, expected, false);
        }
    }
}

/// Compares `count` scrambled positions.
fn compare_positions<B: BuiltIn + BulkCount>(count: usize, seed: u64) {
    let game = Game::from_name(B::game_info().name);
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let (mut compared, mut attempts) = (0, 0);
    while compared < count {
        attempts += 1;
        assert!(attempts < 100 * count, "the engine rejects almost every position");
        if let Some(board) = scrambled_board::<B>(&game, &mut random) {
            compare_moves::<B>(&game, &board, true);
            compared += 1;
        }
    }
}

macro_rules! scrambled_position_tests {
    ($name:ident: $board:ty) => {
        mod $name {
            #[test]
            fn short_run() {
                super::compare_positions::<$board>(3_000, 50);
            }

            #[test]
            #[ignore = "takes minutes"]
            fn long_run() {
                super::compare_positions::<$board>(100_000, 51);
            }
        }
    };
}

for_every_rule_set!(scrambled_position_tests);

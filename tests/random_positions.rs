//! Scrambled positions: what games seldom come to (rooks captured at home, platforms in crowds,
//! first steps over platforms), judged one or two plies deep by the slow generator.
//!
//! The start position is scrambled: men taken away or strewn about, platforms moved, owners
//! changed. What the engine refuses to read is thrown away; what it reads, it must play.

use crate::engine;
use crate::reference::Game;
use crate::reference::board::{Board, Kind, Side};
use crate::reference::strings::at_home;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use triskelion::rules::Text;

/// Platforms moved about, with or without the men on them.
fn strew_platforms(board: &mut Board, random: &mut ChaCha8Rng) {
    let posts = board.space.posts();
    for at in 0..board.platforms.len() {
        let from = board.platforms[at].post;
        let to = posts[random.random_range(0..posts.len())];
        if random.random_bool(0.5) && !board.taken(to) {
            board.carry(from, to, true);
        }
        if board.platforms[at].owner.is_some() && random.random_bool(0.3) {
            board.platforms[at].owner = board.platforms[at].owner.map(Side::other);
        }
    }
}

/// Men taken away or put elsewhere; the denser, the fewer.
fn strew_men(board: &mut Board, random: &mut ChaCha8Rng) {
    let (gone, moved) = (random.random_range(0.0..0.7), random.random_range(0.0..0.6));
    let cells = board.cells();
    for (from, man) in board.men.clone() {
        let is_king = man.kind == Kind::King;
        if !is_king && random.random_bool(gone) {
            board.remove(from);
        } else if random.random_bool(if is_king { moved / 2.0 } else { moved }) {
            let to = cells[random.random_range(0..cells.len())];
            if board.vacant(to) {
                board.men.remove(&from);
                board.men.insert(to, man);
            }
        }
    }
}

/// A scrambled position that the engine reads, with as many castling rights as it allows; `None`
/// where it reads none.
fn scrambled<B: Text>(game: &Game, random: &mut ChaCha8Rng) -> Option<Board> {
    let mut board = (game.read)(game.start);
    board.castling.clear();
    strew_platforms(&mut board, random);
    strew_men(&mut board, random);
    board.side = if random.random_bool(0.5) { Side::White } else { Side::Black };
    let (clock, number) = (random.random_range(0..90), random.random_range(1..200));
    (board.clock, board.number) = (clock, number);
    let pawns: Vec<_> = at_home(&board, |_| true).into_iter().collect();
    board.fresh.clear();
    if game.name == "sixfold" {
        board.early = at_home(&board, |cell| cell.level % 2 == 1);
    }
    for pawn in pawns {
        if random.random_bool(0.8) {
            board.fresh.insert(pawn);
        }
    }
    B::parse(&(game.write)(&board)).ok()?;
    for right in ['K', 'Q', 'k', 'q'] {
        let mut with = board.clone();
        with.castling.insert(right);
        if B::parse(&(game.write)(&with)).is_ok() && random.random_bool(0.9) {
            board = with;
        }
    }
    // What a string does not tell is no part of the position.
    Some((game.read)(&(game.write)(&board)))
}

/// Does a pawn of the side to move attack a cell that the other side's pawn has just passed?
fn runner_is_in_reach(game: &Game, board: &Board) -> bool {
    let Some((_, passed)) = &board.passed else { return false };
    let mut pawns = board.of(board.side).filter(|(_, kind)| *kind == Kind::Pawn);
    pawns.any(|(from, _)| passed.iter().any(|cell| (game.attacks)(board, from, *cell)))
}

/// Every move of the position, and where it leads.
fn judge<B: Text>(game: &Game, slow: &Board, deeper: bool) {
    let here = (game.write)(slow);
    let fast: B = engine::board(&here);
    assert_eq!(fast.write(), here);
    assert_eq!(fast.in_check(), game.in_check(slow, slow.side), "check in {here}");
    if fast.dead().is_some() {
        return;
    }
    let children = game.legal(slow);
    let texts: Vec<&String> = children.iter().map(|(text, _)| text).collect();
    assert_eq!(engine::texts(&fast).iter().collect::<Vec<_>>(), texts, "moves in {here}");
    assert_eq!(fast.count(), children.len() as u64, "the count in {here}");
    for mv in engine::legal(&fast) {
        let text = fast.move_text(mv);
        let after = fast.make(mv, &mut ());
        let (_, expected) = children.iter().find(|child| child.0 == text).expect("it is listed");
        assert_eq!(after.write(), (game.write)(expected), "{text} in {here}");
        assert_eq!(after.key(), after.key_afresh(), "{text} in {here}");
        assert_eq!(
            fast.gives_check(mv),
            game.in_check(expected, expected.side),
            "{text} in {here}"
        );
        if deeper && runner_is_in_reach(game, expected) {
            judge::<B>(game, expected, false);
        }
    }
}

/// So many scrambled positions.
fn positions<B: Text>(count: usize, seed: u64) {
    let game = Game::named(B::NAME);
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let (mut judged, mut tried) = (0, 0);
    while judged < count {
        tried += 1;
        assert!(tried < 100 * count, "the engine reads hardly any position");
        if let Some(board) = scrambled::<B>(&game, &mut random) {
            judge::<B>(&game, &board, true);
            judged += 1;
        }
    }
}

macro_rules! random_positions {
    ($name:ident: $board:ty) => {
        mod $name {
            #[test]
            fn some() {
                super::positions::<$board>(3_000, 50);
            }

            #[test]
            #[ignore = "takes minutes"]
            fn many() {
                super::positions::<$board>(100_000, 51);
            }
        }
    };
}

for_every_rule_set!(random_positions);

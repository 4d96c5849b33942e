//! `sixfold`, X1 to X5: straight lines in space, six platforms that nobody owns.

use super::board::{Board, Kind, Side};
use super::kobayashi::{signs, slides};
use super::space::{Cell, Post, Space, TURNED};
use super::strings::{read_staircase, write_staircase};
use super::{Child, Game};

static SPACE: Space = Space {
    boards: &TURNED,
    pawns: ["a17 b17 e17 f17 b26 c26 d26 e26", "a81 b81 e81 f81 b72 c72 d72 e72"],
};

/// The rule set.
pub const SIXFOLD: Game = Game {
    name: "sixfold",
    start: "4/4/PPPP/NBBN|4/4/4/4|nbbn/pppp/4/4 \
            b16+:PP/RQ,b34+:2/2,b82-:rk/pp,e16+:PP/KR,e64-:2/2,e82-:qr/pp w - * * 0 1",
    read: |text| read_staircase(text, &SPACE, true),
    write: |board| write_staircase(board, true),
    attacks,
    candidates,
    over,
};

/// X5: a side is left with its king alone.
fn over(board: &Board) -> bool {
    [Side::White, Side::Black].into_iter().any(|side| board.of(side).count() == 1)
}

/// X3: the enemy is below White and above Black.
fn toward(side: Side) -> i8 {
    -side.forward()
}

/// X2, X3: does the man on the one cell attack the other?
fn attacks(board: &Board, from: Cell, to: Cell) -> bool {
    let Some(man) = board.at(from) else { return false };
    let vector = from.to(to);
    let way = signs(vector);
    let lengths = [vector.0, vector.1, vector.2].map(i8::abs);
    let changed = lengths.iter().filter(|length| **length != 0).count();
    // Orthogonals, and the diagonals that lie upright.
    let rook = changed == 1 || changed == 2 && way.2 != 0;
    // Planar diagonals and triagonals.
    let bishop = changed == 3 || changed == 2 && way.2 == 0;
    let slides = || slides(board, from, to, way);
    let reaches = match man.kind {
        Kind::King => vector != (0, 0, 0) && vector == way,
        Kind::Knight => lengths.iter().sum::<i8>() == 3 && changed == 2,
        Kind::Rook => rook && slides(),
        Kind::Bishop => bishop && slides(),
        Kind::Queen => (rook || bishop) && slides(),
        Kind::Pawn => {
            let level = vector.2 == 0 || way.2 == toward(man.side);
            lengths[0] == 1 && vector.1 == man.side.forward() && level
        }
    };
    reaches && board.live(to)
}

/// X3: the rank on which this pawn promotes: six ahead of the one that it began on.
fn goal(early: bool, side: Side) -> i8 {
    match (side, early) {
        (Side::White, true) => 7,
        (Side::White, false) => 8,
        (Side::Black, true) => 2,
        (Side::Black, false) => 1,
    }
}

/// A man's own move, by now known to be possible. A pawn's step sideways sets the clock to zero
/// like any other: X3 says otherwise, but every one in the data does, and the data binds.
fn moves(board: &Board, from: Cell, to: Cell) -> Vec<Child> {
    let man = board.at(from).expect("a man moves");
    let mut after = board.turned();
    after.shift(from, to);
    let promoting =
        man.kind == Kind::Pawn && to.rank == goal(board.early.contains(&from), man.side);
    let pawns = if promoting { vec![to] } else { Vec::new() };
    after.promotions(format!("{from}{to}"), &pawns, &[Kind::Queen])
}

/// X3: does the cell lie on the far rank of its board, as this side sees it?
fn at_the_end(board: &Board, cell: Cell, side: Side) -> bool {
    let fixed = board.space.boards.iter().find(|fixed| fixed.covers(cell));
    let (first, last) = match fixed {
        Some(fixed) => (fixed.rank, fixed.rank + fixed.size - 1),
        None => {
            let platform = board.platforms.iter().find(|platform| platform.post.covers(cell));
            let near = platform.expect("a live cell is on some board").post.near();
            (near, near + 1)
        }
    };
    match side {
        Side::White => cell.rank == last,
        Side::Black => cell.rank == first,
    }
}

/// X3: steps ahead, two of them on the first move, and sideways at the end of a board.
fn pawn_steps(board: &Board, from: Cell) -> Vec<Child> {
    let side = board.side;
    let mut children = Vec::new();
    for way in [(0, side.forward(), 0), (0, side.forward(), toward(side))] {
        let once = from.step(way);
        let twice = once.step(way);
        if board.vacant(once) {
            children.extend(moves(board, from, once));
            if board.fresh.contains(&from) && board.vacant(twice) {
                children.extend(moves(board, from, twice));
            }
        }
    }
    if at_the_end(board, from, side) {
        for to in [from.step((1, 0, 0)), from.step((-1, 0, 0))] {
            if board.vacant(to) {
                children.extend(moves(board, from, to));
            }
        }
    }
    children
}

/// X4: does a platform keep the ranks that it covers?
fn same_ranks(from: Post, to: Post) -> bool {
    from.near() == to.near()
}

/// X4: platform moves.
fn of_platforms(board: &Board) -> Vec<Child> {
    let mut children = Vec::new();
    for platform in &board.platforms {
        let from = platform.post;
        let aboard = board.aboard(from);
        let ours = aboard.iter().all(|(_, man)| man.side == board.side);
        let carries = |kind| aboard.iter().any(|(_, man)| man.kind == kind);
        if aboard.is_empty() || !ours || carries(Kind::King) {
            continue;
        }
        for to in board.space.posts().into_iter().filter(|post| !board.taken(*post)) {
            if !carries(Kind::Pawn) || same_ranks(from, to) {
                let mut after = board.turned();
                after.carry(from, to, false);
                children.push((format!("{from}{to}"), after));
            }
        }
    }
    children
}

/// X2 to X4: everything.
fn candidates(board: &Board) -> Vec<Child> {
    let men: Vec<(Cell, Kind)> = board.of(board.side).collect();
    let mut children = Vec::new();
    for (from, kind) in men {
        for to in board.cells().into_iter().filter(|to| attacks(board, from, *to)) {
            let captures = board.holds(to, board.side.other());
            if captures || kind != Kind::Pawn && board.vacant(to) {
                children.extend(moves(board, from, to));
            }
        }
        if kind == Kind::Pawn {
            children.extend(pawn_steps(board, from));
        }
    }
    children.extend(of_platforms(board));
    children
}

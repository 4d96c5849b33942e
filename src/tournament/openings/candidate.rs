//! A candidate for an opening: random moves from the start, and what a search says of where they
//! lead.

use super::book_options::BookOptions;
use crate::geometry::Place;
use crate::moves::{Move, MoveList, MoveType, Side};
use crate::position::Position;
use crate::registry::RuleSet;
use crate::rules::Rules;
use crate::search::Signals;
use crate::search::table::OutOfMemory;
use crate::search::threads::{SearchPool, SearchRequest};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::time::Instant;

/// What a random move may lose by exchanges on the cell it goes to, in centipawns: a pawn may be
/// offered, a piece is not thrown away. With this, 81 % of the candidates of `federation` are even
/// enough for a book instead of 63 %, and 91 % of those of `chess` instead of 77 %.
const MAX_SACRIFICE: i32 = 100;

/// The table of a search, in MiB.
const HASH_MIB: usize = 1;

/// How the moves of a candidate are chosen. All legal moves that give nothing away are equally
/// likely, but for what is said here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum MovePolicy {
    /// Just so.
    Uniform,
    /// One platform, any, is emptied and flown when that is possible, and the candidate may
    /// become twice as long as the recipe says until it is.
    ///
    /// In `federation`, where only a nearly empty platform flies, chance alone does not do it: of
    /// 10,000 candidates of 6 to 9 plies none had a platform moved, of 2,300 of 40 plies 20. Bent
    /// upon flight, it takes 11 plies at the least.
    PreferPlatform,
}

/// The board after the random plies of candidate `number`, which come from its own stream of the
/// seed. None if the game ended on the way, or if it would begin with a check.
pub(super) fn random_walk<B: Rules>(
    recipe: &BookOptions,
    bent: MovePolicy,
    number: u64,
) -> Option<B> {
    let mut random = ChaCha8Rng::seed_from_u64(recipe.seed);
    random.set_stream(number);
    let plies = random.random_range(recipe.plies.range());
    let mut position = Position::new(B::startpos());
    let flown = match bent {
        MovePolicy::Uniform => None,
        MovePolicy::PreferPlatform => {
            position.board().platforms().choose(&mut random).map(|&(post, _)| post)
        }
    };
    let longest = match bent {
        MovePolicy::Uniform => plies,
        MovePolicy::PreferPlatform => 2 * recipe.plies.range().end(),
    };
    for ply in 0..longest {
        let board = position.board();
        if ply >= plies && has_moved_platform(board) {
            break;
        }
        let mut moves = position.legal_moves();
        moves.retain(|&mut mv| board.see_ge(mv, -MAX_SACRIFICE));
        if let Some(post) = flown {
            prefer_platform_moves::<B>(post, &mut moves);
        }
        let &mv = moves.choose(&mut random)?;
        position.make(mv, &mut ());
        if position.outcome().is_some() {
            return None;
        }
    }
    (!position.board().in_check()).then_some(*position.board())
}

/// Leaves only moves of the platform on this post, failing that moves of men who leave it; if
/// there are none of these either, all.
fn prefer_platform_moves<B: Rules>(post: Place, moves: &mut MoveList) {
    let covered = B::covered_cells(post);
    let flies = |mv: &Move| mv.kind() == MoveType::Platform && mv.from() == post;
    let leaves = |mv: &Move| covered.contains(&mv.from()) && !covered.contains(&mv.to());
    if moves.iter().any(flies) {
        moves.retain(|mv| flies(mv));
    } else if moves.iter().any(leaves) {
        moves.retain(|mv| leaves(mv));
    }
}

/// Stands a platform on another post than at the start?
pub(super) fn has_moved_platform<B: Rules>(board: &B) -> bool {
    let posts =
        |board: &B| board.platforms().into_iter().map(|(post, _)| post).collect::<Vec<Place>>();
    posts(board) != posts(&B::startpos())
}

/// The score of a board in centipawns from White's point of view, by a search that knows nothing
/// of any other.
pub(super) fn score<B: RuleSet>(board: &B, recipe: &BookOptions) -> Result<i32, OutOfMemory> {
    // Fresh memory each time costs less than a hundredth of the search.
    let mut pool = SearchPool::new(HASH_MIB)?;
    let position = Position::new(*board);
    let task = SearchRequest {
        position: &position,
        limits: recipe.judge_limit.search_limits(),
        moves: &[],
        multipv: 1,
    };
    let signals = Signals::new(Instant::now(), false, false);
    let score = pool.search(&task, &signals, &mut |_| {}).score;
    Ok(match board.side_to_move() {
        Side::White => score,
        Side::Black => -score,
    })
}

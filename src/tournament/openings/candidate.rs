//! Candidates for openings: random moves from the start position, and the search that scores the
//! resulting position.

use super::book_options::{BookOptions, PlyRange};
use crate::clock::Instant;
use crate::geometry::Place;
use crate::hash_table::OutOfMemory;
use crate::moves::{Move, MoveList, MoveType, Side};
use crate::position::Position;
use crate::profiles::RuleSet;
use crate::rules::GameInfo;
use crate::search::threads::SearchPool;
use crate::search::{SearchRequest, Signals};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The maximum loss of a random move by static exchange evaluation, in centipawns: random moves may
/// sacrifice a pawn but nothing more. With this limit, 81 % of the candidates of `federation` are
/// balanced enough for a book instead of 63 %, and 91 % of those of `chess` instead of 77 %.
const MAX_SACRIFICE: i32 = 100;

/// The hash size of a search, in MiB.
const HASH_MIB: usize = 1;

/// The policy that selects random moves among those that pass [`MAX_SACRIFICE`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum MovePolicy {
    /// All moves are equally likely.
    Uniform,
    /// Prefer moves that empty and then move one randomly chosen platform. Until it has moved, the
    /// candidate may grow to twice the maximum number of plies.
    ///
    /// Uniform moves are not enough in `federation`, where only a nearly empty platform can move:
    /// of 10,000 candidates of 6 to 9 plies none had a moved platform, of 2,300 of 40 plies 20 had
    /// one. With this policy a platform moves after 11 plies or more.
    PreferPlatform,
}

/// Returns the board after the random plies of candidate `number`. Each candidate uses its own
/// stream of the seed.
pub(super) fn candidate<B: RuleSet>(
    game: &'static GameInfo,
    options: &BookOptions,
    policy: MovePolicy,
    number: u64,
) -> Option<B> {
    let mut rng = ChaCha8Rng::seed_from_u64(options.seed);
    rng.set_stream(number);
    random_walk(game, &mut rng, options.plies, policy).map(|position| *position.board())
}

/// Plays random moves from the start position. Returns `None` if the game ends on the way or the
/// side to move is in check at the end.
pub(crate) fn random_walk<B: RuleSet>(
    game: &'static GameInfo,
    rng: &mut ChaCha8Rng,
    range: PlyRange,
    policy: MovePolicy,
) -> Option<Position<B>> {
    let plies = rng.random_range(range.range());
    let mut position = Position::new(B::start(game));
    let preferred_post = match policy {
        MovePolicy::Uniform => None,
        MovePolicy::PreferPlatform => {
            position.board().platforms().choose(rng).map(|&(post, _)| post)
        }
    };
    let max_plies = match policy {
        MovePolicy::Uniform => plies,
        MovePolicy::PreferPlatform => 2 * range.range().end(),
    };
    for ply in 0..max_plies {
        let board = position.board();
        if ply >= plies && has_moved_platform(board) {
            break;
        }
        let mut moves = position.legal_moves();
        let info = board.check_info();
        moves.retain(|&mv| board.see_ge(&info, mv, -MAX_SACRIFICE));
        if let Some(post) = preferred_post {
            prefer_platform_moves(game, post, &mut moves);
        }
        let &mv = moves.choose(rng)?;
        position.make(mv, &mut ());
        if position.outcome().is_some() {
            return None;
        }
    }
    (!position.in_check()).then_some(position)
}

/// Keeps only moves of the platform on `post`. Without any, keeps only moves of pieces that leave
/// the platform. Without any of these, keeps all moves.
fn prefer_platform_moves(game: &GameInfo, post: Place, moves: &mut MoveList) {
    let covered = game.space.covered_cells(post);
    let moves_platform = |mv: &Move| mv.kind() == MoveType::Platform && mv.from() == post;
    let leaves_platform = |mv: &Move| covered.contains(&mv.from()) && !covered.contains(&mv.to());
    if moves.iter().any(moves_platform) {
        moves.retain(|mv| moves_platform(mv));
    } else if moves.iter().any(leaves_platform) {
        moves.retain(|mv| leaves_platform(mv));
    }
}

/// Returns whether a platform is on a different post than in the start position.
pub(super) fn has_moved_platform<B: RuleSet>(board: &B) -> bool {
    let game = board.game();
    let posts =
        |board: &B| board.platforms().into_iter().map(|(post, _)| post).collect::<Vec<Place>>();
    posts(board) != posts(&B::start(game))
}

/// Returns the score of a board in centipawns from White's point of view. The search starts with an
/// empty hash table, so the score does not depend on other searches.
pub(super) fn score<B: RuleSet>(board: &B, options: &BookOptions) -> Result<i32, OutOfMemory> {
    // Allocating the memory each time takes less than 1 % of the search.
    let mut pool = SearchPool::new(board.game(), HASH_MIB)?;
    let position = Position::new(*board);
    let limits = options.judge_limit.limits();
    let request = SearchRequest::new(&position, &limits);
    let signals = Signals::new(Instant::now(), false, false);
    let score = pool.search(&request, &signals, None).score;
    Ok(match board.side_to_move() {
        Side::White => score,
        Side::Black => -score,
    })
}

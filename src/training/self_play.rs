//! One game of the engine against itself.

use super::config::DatagenConfig;
use super::game_record::{RecordedPly, TrainingGame};
use crate::clock::Instant;
use crate::moves::Side;
use crate::position::Position;
use crate::profiles::RuleSet;
use crate::search::threads::SearchPool;
use crate::search::{SearchOptions, SearchRequest, Signals};
use crate::tournament::openings::{MovePolicy, random_walk};
use crate::tournament::{GameEnd, Termination};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use triskelion_protocol::Limits;

/// The number of random openings that are tried. In a game in which they all end or are decided,
/// the last one is played in spite of that, or the start position.
const MAX_OPENINGS: u32 = 1_000;

/// Plays game `index`; `None` if `is_canceled` returned true before its end.
///
/// The game depends on the settings and on `index` alone, because it draws random numbers from a
/// stream of its own and begins with an empty transposition table.
pub(super) fn play_game<B: RuleSet>(
    config: &DatagenConfig,
    index: u64,
    pool: &mut SearchPool<B>,
    is_canceled: &dyn Fn() -> bool,
) -> Option<TrainingGame> {
    let rules = config.variant.game();
    let mut random = ChaCha8Rng::seed_from_u64(config.seed);
    random.set_stream(index);
    let mut openings = 0;
    loop {
        openings += 1;
        // Without platforms, a walk that waits for a platform move would only be too long.
        let policy = match rules.post_count > 0 && random.random_bool(config.platform_share) {
            true => MovePolicy::PreferPlatform,
            false => MovePolicy::Uniform,
        };
        let opening = random_walk::<B>(rules, &mut random, config.random_plies, policy);
        if is_canceled() {
            return None;
        }
        let is_last = openings == MAX_OPENINGS;
        let opening = match opening {
            Some(opening) => opening,
            None if is_last => Position::new(B::start(rules)),
            None => continue,
        };
        pool.clear();
        let max_score = if is_last { i32::MAX } else { config.max_opening_score };
        let game = SelfPlay::new(config, opening, pool).play(max_score, is_canceled);
        match game {
            Ok(Some((plies, end))) => return Some(TrainingGame { index, end, plies }),
            Ok(None) => continue,
            Err(Canceled) => return None,
        }
    }
}

/// The game was canceled.
struct Canceled;

/// A game in progress.
struct SelfPlay<'a, B: RuleSet> {
    config: &'a DatagenConfig,
    position: Position<B>,
    pool: &'a mut SearchPool<B>,
    plies: Vec<RecordedPly>,
    adjudicator: Adjudicator,
}

impl<'a, B: RuleSet> SelfPlay<'a, B> {
    fn new(
        config: &'a DatagenConfig,
        position: Position<B>,
        pool: &'a mut SearchPool<B>,
    ) -> SelfPlay<'a, B> {
        let plies = position.moves().map(|mv| RecordedPly { mv, score: None, is_quiet: false });
        let plies = plies.collect();
        SelfPlay { config, position, pool, plies, adjudicator: Adjudicator::default() }
    }

    /// Plays to the end; `Ok(None)` if the first search gives more than `max_score`.
    fn play(
        mut self,
        max_score: i32,
        is_canceled: &dyn Fn() -> bool,
    ) -> Result<Option<(Vec<RecordedPly>, GameEnd)>, Canceled> {
        let opening_plies = self.plies.len();
        loop {
            if let Some(outcome) = self.position.outcome() {
                return Ok(Some((self.plies, outcome.into())));
            }
            if self.plies.len() >= self.config.max_plies as usize {
                let end = GameEnd { winner: None, termination: Termination::MaximumLength };
                return Ok(Some((self.plies, end)));
            }
            if is_canceled() {
                return Err(Canceled);
            }
            let (ply, score) = self.search();
            if self.plies.len() == opening_plies && score.abs() > max_score {
                return Ok(None);
            }
            let side = self.position.side_to_move();
            self.plies.push(ply);
            self.position.make(ply.mv, &mut ());
            let end = self.adjudicator.update(self.config, self.plies.len(), side, score);
            // An end by the rules stands above an adjudication.
            if let Some(end) = end
                && self.position.outcome().is_none()
            {
                return Ok(Some((self.plies, end)));
            }
        }
    }

    /// Searches the position. Returns the ply to play and the score from the side to move.
    fn search(&mut self) -> (RecordedPly, i32) {
        let limits = Limits { nodes: Some(self.config.hard_nodes), ..Limits::default() };
        let soft_nodes = Some(self.config.soft_nodes);
        let options = SearchOptions { soft_nodes, ..SearchOptions::default() };
        let request = SearchRequest { options, ..SearchRequest::new(&self.position, &limits) };
        let signals = Signals::new(Instant::now(), false, false);
        let result = self.pool.search(&request, &signals, None);
        let board = self.position.board();
        let mv = result.best.expect("the game is not over");
        let is_quiet = !board.in_check() && !board.is_noisy(mv);
        let score = result.score as i16;
        (RecordedPly { mv, score: Some(score), is_quiet }, result.score)
    }
}

/// Ends games whose result is clear.
#[derive(Default)]
struct Adjudicator {
    /// The number of plies in a row whose score sees White, Black ahead by the winning score.
    winning: [u32; 2],
    /// The number of plies in a row with a drawish score.
    drawish: u32,
}

impl Adjudicator {
    /// Counts a score from the side that moved; returns the end of the game, if it is clear.
    fn update(
        &mut self,
        config: &DatagenConfig,
        plies: usize,
        side: Side,
        score: i32,
    ) -> Option<GameEnd> {
        for winner in Side::ALL {
            let score = if winner == side { score } else { -score };
            let count = &mut self.winning[winner.index()];
            *count = if score >= config.win_score { *count + 1 } else { 0 };
            if *count >= config.win_plies {
                let termination = Termination::WinAdjudication;
                return Some(GameEnd { winner: Some(winner), termination });
            }
        }
        self.drawish = if score.abs() <= config.draw_score { self.drawish + 1 } else { 0 };
        let is_draw = self.drawish >= config.draw_plies && plies >= config.draw_from_ply as usize;
        is_draw.then_some(GameEnd { winner: None, termination: Termination::DrawAdjudication })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::Variant;

    fn end_of(scores: [i32; 2]) -> Option<(GameEnd, usize)> {
        let config = DatagenConfig::new(Variant::Chess, 1, 1);
        let mut adjudicator = Adjudicator::default();
        (0..200).find_map(|ply| {
            let side = Side::ALL[ply % 2];
            let end = adjudicator.update(&config, ply + 1, side, scores[ply % 2]);
            end.map(|end| (end, ply + 1))
        })
    }

    #[test]
    fn clear_results_are_adjudicated() {
        let win =
            |winner| GameEnd { winner: Some(winner), termination: Termination::WinAdjudication };
        let draw = GameEnd { winner: None, termination: Termination::DrawAdjudication };
        assert_eq!(end_of([2_600, -2_600]), Some((win(Side::White), 8)));
        assert_eq!(end_of([-2_600, 2_600]), Some((win(Side::Black), 8)));
        assert_eq!(end_of([2_600, -2_000]), None, "Black does not agree");
        assert_eq!(end_of([5, -5]), Some((draw, 80)));
        assert_eq!(end_of([300, -300]), None);
    }
}

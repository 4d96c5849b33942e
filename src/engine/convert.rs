//! Conversions between the engine's public types and those of the search.

use super::event::{Event, SearchInfo};
use super::limits::Limits;
use crate::moves::{Move, Side};
use crate::notation::parse_move;
use crate::position::Position;
use crate::registry::RuleSet;
use crate::rules::BoardText;
use crate::score::{Score, Wdl};
use crate::search::skill::Skill;
use crate::search::threads::SearchResult;
use crate::search::time::{Clock, fixed_time, time_budget};
use crate::search::{Report, SearchLimits};

/// A skill level, and the seed of its evaluation noise in the current game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SeededSkill {
    pub skill: Skill,
    pub seed: u64,
}

/// Converts the limits of `go` to search limits. A fixed time overrides the clocks. If the clock of
/// the side to move is missing, the opponent's clock applies: any clock parameter must limit the
/// time. An infinite search has no time limit.
pub(crate) fn search_limits(
    limits: &Limits,
    side: Side,
    move_overhead_ms: u64,
    strength: SeededSkill,
) -> SearchLimits {
    let clocks = [(limits.wtime, limits.winc), (limits.btime, limits.binc)];
    let (own, opponent) = (clocks[side.index()], clocks[side.other().index()]);
    let (remaining, increment) = if own == (None, None) { opponent } else { own };
    let has_clock = remaining.is_some() || increment.is_some() || limits.movestogo.is_some();
    let clock = has_clock.then(|| Clock {
        remaining: remaining.or(opponent.0).unwrap_or(0),
        increment: increment.unwrap_or(0),
        moves_to_go: limits.movestogo,
    });
    let time = match (limits.infinite, limits.movetime, clock) {
        (true, ..) => None,
        (false, Some(move_time), _) => Some(fixed_time(move_time, move_overhead_ms)),
        (false, None, Some(clock)) => Some(time_budget(clock, move_overhead_ms)),
        (false, None, None) => None,
    };
    SearchLimits {
        depth: limits.depth,
        nodes: [limits.nodes, strength.skill.nodes()].into_iter().flatten().min(),
        soft_nodes: None,
        mate: limits.mate,
        time,
        use_soft_limit: limits.movetime.is_none(),
        noise: strength.skill.noise(strength.seed),
    }
}

/// Parses the moves of `searchmoves`. Reports illegal moves and leaves them out.
pub(super) fn parse_searchmoves<B: BoardText>(
    board: &B,
    texts: &[String],
    mut report: impl FnMut(String),
) -> Vec<Move> {
    let mut moves = Vec::new();
    for text in texts {
        match parse_move(board, text) {
            Ok(mv) => moves.push(mv),
            Err(error) => report(format!("searchmoves: ignored \"{text}\": {}", error.message)),
        }
    }
    if moves.is_empty() && !texts.is_empty() {
        report("searchmoves: no legal move, searching all moves".to_owned());
    }
    moves
}

/// Converts reports and results of a search to events.
pub(super) struct EventFormatter<'a, B> {
    pub position: &'a Position<B>,
    pub show_wdl: bool,
}

impl<B: RuleSet> EventFormatter<'_, B> {
    pub(super) fn info(&self, report: &Report<'_>) -> SearchInfo {
        let milliseconds = report.elapsed.as_millis() as u64;
        let microseconds = (report.elapsed.as_micros() as u64).max(1);
        SearchInfo {
            depth: report.depth,
            seldepth: report.seldepth,
            multipv: report.multipv,
            score: Score::from(report.score),
            bound: report.bound,
            wdl: self.show_wdl.then(|| Wdl::from_score(report.score, B::PROFILE.wdl_model)),
            nodes: report.nodes,
            nps: (u128::from(report.nodes) * 1_000_000 / u128::from(microseconds)) as u64,
            hashfull: report.hashfull,
            time: milliseconds,
            pv: line_to_uci(self.position.board(), report.pv),
        }
    }

    pub(super) fn best_move(&self, result: &SearchResult) -> Event {
        let line: Vec<Move> = [result.best, result.ponder].into_iter().flatten().collect();
        let mut texts = line_to_uci(self.position.board(), &line).into_iter();
        Event::BestMove { best: texts.next(), ponder: texts.next() }
    }
}

/// Formats successive moves from a board in UCI notation.
pub(crate) fn line_to_uci<B: BoardText>(board: &B, line: &[Move]) -> Vec<String> {
    let mut board = *board;
    line.iter()
        .map(|&mv| {
            let text = board.move_to_uci(mv);
            board = board.make(mv, &mut ());
            text
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn hard_limit(limits: &Limits, side: Side) -> Option<Duration> {
        search_limits(limits, side, 10, SeededSkill { skill: Skill::FULL, seed: 0 })
            .time
            .map(|time| time.hard)
    }

    #[test]
    fn search_limits_use_clock_of_side_to_move() {
        let limits = Limits { wtime: Some(60_000), btime: Some(1_000), ..Limits::default() };
        assert!(hard_limit(&limits, Side::White) > Some(Duration::from_secs(2)));
        assert!(hard_limit(&limits, Side::Black) < Some(Duration::from_secs(1)));
        assert_eq!(hard_limit(&Limits { infinite: true, ..limits.clone() }, Side::White), None);
        let fixed = Limits { movetime: Some(300), ..limits };
        assert_eq!(hard_limit(&fixed, Side::White), Some(Duration::from_millis(290)));
    }

    #[test]
    fn any_clock_parameter_limits_time() {
        let assert_limited = |limits: Limits| {
            for side in Side::ALL {
                let hard = hard_limit(&limits, side).expect("a limit");
                assert!(hard <= Duration::from_millis(100), "{limits:?} {hard:?}");
            }
        };
        assert_limited(Limits { wtime: Some(100), ..Limits::default() });
        assert_limited(Limits { btime: Some(100), ..Limits::default() });
        assert_limited(Limits { winc: Some(100), ..Limits::default() });
        assert_limited(Limits { btime: Some(100), winc: Some(10), ..Limits::default() });
        assert_limited(Limits { movestogo: Some(1), ..Limits::default() });
        assert_eq!(hard_limit(&Limits::default(), Side::White), None);
    }
}

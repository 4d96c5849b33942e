//! Adjudication by the players' scores. Both players must agree.

use super::config::MatchConfig;
use super::game_end::{GameEnd, Termination};
use crate::moves::Side;
use triskelion_protocol::Score;

/// A mate score, larger than every centipawn score.
const MATE: i64 = i64::MAX;

/// The scores of a game so far, as numbers of consecutive moves. White comes first in each array.
#[derive(Clone, Debug, Default)]
pub(super) struct Adjudicator {
    /// Consecutive moves on which each player reported a winning score.
    winning: [u32; 2],
    /// Consecutive moves on which each player reported a losing score.
    losing: [u32; 2],
    /// Consecutive moves on which each player reported a drawish score.
    drawish: [u32; 2],
}

impl Adjudicator {
    /// Updates the counters after a move of `side`, and returns the end of the game if a rule of
    /// the match applies. `score` is from the point of view of `side`, `move_number` counts from 1,
    /// and `plies` is the number of moves made by both sides.
    pub(super) fn update(
        &mut self,
        config: &MatchConfig,
        side: Side,
        score: Option<Score>,
        move_number: u32,
        plies: usize,
    ) -> Option<GameEnd> {
        let centipawns = score.map(|score| match score {
            Score::Centipawns(centipawns) => centipawns,
            Score::Mate(moves) if moves > 0 => MATE,
            Score::Mate(_) => -MATE,
        });
        let mover = side.index();
        let count =
            |counter: &mut u32, holds: bool| *counter = if holds { *counter + 1 } else { 0 };
        if let Some(rule) = config.resign {
            let threshold = i64::from(rule.score);
            count(&mut self.winning[mover], centipawns.is_some_and(|score| score >= threshold));
            count(&mut self.losing[mover], centipawns.is_some_and(|score| score <= -threshold));
            for winner in Side::ALL {
                let is_winning = self.winning[winner.index()] >= rule.movecount;
                if is_winning && self.losing[winner.other().index()] >= rule.movecount {
                    return Some(GameEnd {
                        winner: Some(winner),
                        termination: Termination::WinAdjudication,
                    });
                }
            }
        }
        if let Some(rule) = config.draw {
            let threshold = i64::from(rule.score);
            let is_drawish =
                centipawns.is_some_and(|score| (-threshold..=threshold).contains(&score));
            count(&mut self.drawish[mover], is_drawish);
            if move_number >= rule.movenumber
                && self.drawish.iter().all(|&moves| moves >= rule.movecount)
            {
                return Some(GameEnd { winner: None, termination: Termination::DrawAdjudication });
            }
        }
        let max_plies = config.max_moves.map(|moves| 2 * moves as usize);
        let is_too_long = max_plies.is_some_and(|max_plies| plies >= max_plies);
        is_too_long.then_some(GameEnd { winner: None, termination: Termination::MaximumLength })
    }
}

#[cfg(test)]
mod tests {
    use super::super::config::{DrawRule, ResignRule};
    use super::*;

    /// Returns the end of a game in which White and Black always report these scores, and its
    /// length in plies.
    fn end(config: &MatchConfig, scores: [Score; 2]) -> Option<(GameEnd, usize)> {
        let mut adjudicator = Adjudicator::default();
        (0..200).find_map(|ply| {
            let side = Side::ALL[ply % 2];
            let score = Some(scores[ply % 2]);
            let end = adjudicator.update(config, side, score, ply as u32 / 2 + 1, ply + 1);
            end.map(|end| (end, ply + 1))
        })
    }

    #[test]
    fn resign_rule_needs_both_scores_to_agree() {
        let resign = Some(ResignRule { score: 900, movecount: 3 });
        let config = MatchConfig { resign, max_moves: None, ..MatchConfig::default() };
        let (good, bad) = (Score::Centipawns(950), Score::Centipawns(-900));
        let white =
            GameEnd { winner: Some(Side::White), termination: Termination::WinAdjudication };
        let black = GameEnd { winner: Some(Side::Black), ..white };
        assert_eq!(end(&config, [good, bad]), Some((white, 6)));
        assert_eq!(end(&config, [bad, good]), Some((black, 6)));
        assert_eq!(end(&config, [Score::Mate(-1), Score::Mate(3)]), Some((black, 6)));
        assert_eq!(end(&config, [good, good]), None);
        assert_eq!(end(&config, [good, Score::Centipawns(-899)]), None);
    }

    #[test]
    fn drawish_and_long_games_are_drawn() {
        let draw = Some(DrawRule { movenumber: 20, score: 10, movecount: 4 });
        let config = MatchConfig { draw, max_moves: Some(50), ..MatchConfig::default() };
        let draw_end = GameEnd { winner: None, termination: Termination::DrawAdjudication };
        let drawish = [Score::Centipawns(10), Score::Centipawns(-10)];
        assert_eq!(end(&config, drawish), Some((draw_end, 39)));
        let long = GameEnd { winner: None, termination: Termination::MaximumLength };
        assert_eq!(end(&config, [Score::Centipawns(11), Score::Centipawns(0)]), Some((long, 100)));
    }

    #[test]
    fn missing_scores_never_adjudicate() {
        let resign = Some(ResignRule { score: 0, movecount: 1 });
        let draw = Some(DrawRule { movenumber: 0, score: 1000, movecount: 1 });
        let config = MatchConfig { resign, draw, max_moves: None, ..MatchConfig::default() };
        let mut adjudicator = Adjudicator::default();
        for ply in 0..20 {
            assert_eq!(adjudicator.update(&config, Side::ALL[ply % 2], None, 9, ply), None);
        }
    }
}

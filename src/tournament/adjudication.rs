//! Ends of games that both players' scores agree on: nobody's word alone decides.

use super::config::MatchConfig;
use super::{GameEnd, Termination};
use crate::moves::Side;
use triskelion_protocol::Score;

/// Beyond all centipawns.
const MATE: i64 = i64::MAX;

/// What the scores of a game have said so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Adjudicator {
    /// How many moves running each player saw itself winning, White first.
    winning: [u32; 2],
    /// The same for losing.
    losing: [u32; 2],
    /// The same for neither.
    drawish: [u32; 2],
}

impl Adjudicator {
    /// A move of that side was made, with this score from its point of view; the game's end, if
    /// the plan's rules see one. `number` is the number of the move, from 1, and `plies` how many
    /// moves of either side were made in the game.
    pub fn update(
        &mut self,
        plan: &MatchConfig,
        side: Side,
        score: Option<Score>,
        number: u32,
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
        if let Some(rule) = plan.resign {
            let bar = i64::from(rule.score);
            count(&mut self.winning[mover], centipawns.is_some_and(|score| score >= bar));
            count(&mut self.losing[mover], centipawns.is_some_and(|score| score <= -bar));
            for winner in Side::ALL {
                let sees = self.winning[winner.index()] >= rule.movecount;
                if sees && self.losing[winner.other().index()] >= rule.movecount {
                    return Some(GameEnd {
                        winner: Some(winner),
                        termination: Termination::WinAdjudication,
                    });
                }
            }
        }
        if let Some(rule) = plan.draw {
            let bar = i64::from(rule.score);
            let level = centipawns.is_some_and(|score| (-bar..=bar).contains(&score));
            count(&mut self.drawish[mover], level);
            if number >= rule.movenumber
                && self.drawish.iter().all(|&moves| moves >= rule.movecount)
            {
                return Some(GameEnd { winner: None, termination: Termination::DrawAdjudication });
            }
        }
        let longest = plan.max_moves.map(|moves| 2 * moves as usize);
        let too_long = longest.is_some_and(|longest| plies >= longest);
        too_long.then_some(GameEnd { winner: None, termination: Termination::MaximumLength })
    }
}

#[cfg(test)]
mod tests {
    use super::super::config::{DrawRule, ResignRule};
    use super::*;

    /// The end, and after how many plies, when White's and Black's scores are these over and over.
    fn end(plan: &MatchConfig, scores: [Score; 2]) -> Option<(GameEnd, usize)> {
        let mut adjudicator = Adjudicator::default();
        (0..200).find_map(|ply| {
            let side = Side::ALL[ply % 2];
            let score = Some(scores[ply % 2]);
            let end = adjudicator.update(plan, side, score, ply as u32 / 2 + 1, ply + 1);
            end.map(|end| (end, ply + 1))
        })
    }

    #[test]
    fn resign_rule_needs_both_scores_to_agree() {
        let win = Some(ResignRule { score: 900, movecount: 3 });
        let plan = MatchConfig { resign: win, max_moves: None, ..MatchConfig::default() };
        let (good, bad) = (Score::Centipawns(950), Score::Centipawns(-900));
        let white =
            GameEnd { winner: Some(Side::White), termination: Termination::WinAdjudication };
        let black = GameEnd { winner: Some(Side::Black), ..white };
        assert_eq!(end(&plan, [good, bad]), Some((white, 6)));
        assert_eq!(end(&plan, [bad, good]), Some((black, 6)));
        assert_eq!(end(&plan, [Score::Mate(-1), Score::Mate(3)]), Some((black, 6)));
        assert_eq!(end(&plan, [good, good]), None);
        assert_eq!(end(&plan, [good, Score::Centipawns(-899)]), None);
    }

    #[test]
    fn drawish_and_long_games_are_drawn() {
        let draw = Some(DrawRule { movenumber: 20, score: 10, movecount: 4 });
        let plan = MatchConfig { draw, max_moves: Some(50), ..MatchConfig::default() };
        let drawn = GameEnd { winner: None, termination: Termination::DrawAdjudication };
        let level = [Score::Centipawns(10), Score::Centipawns(-10)];
        assert_eq!(end(&plan, level), Some((drawn, 39)));
        let long = GameEnd { winner: None, termination: Termination::MaximumLength };
        assert_eq!(end(&plan, [Score::Centipawns(11), Score::Centipawns(0)]), Some((long, 100)));
    }

    #[test]
    fn missing_scores_never_adjudicate() {
        let win = Some(ResignRule { score: 0, movecount: 1 });
        let draw = Some(DrawRule { movenumber: 0, score: 1000, movecount: 1 });
        let plan = MatchConfig { resign: win, draw, max_moves: None, ..MatchConfig::default() };
        let mut adjudicator = Adjudicator::default();
        for ply in 0..20 {
            assert_eq!(adjudicator.update(&plan, Side::ALL[ply % 2], None, 9, ply), None);
        }
    }
}

//! Ends of games that both players' scores agree on: nobody's word alone decides.

use super::plan::Plan;
use super::{Cause, End};
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
    level: [u32; 2],
}

impl Adjudicator {
    /// A move of that side was made, with this score from its point of view; the game's end, if
    /// the plan's rules see one. `number` is the number of the move, from 1, and `plies` how many
    /// moves of either side were made in the game.
    pub fn judge(
        &mut self,
        plan: &Plan,
        side: Side,
        score: Option<Score>,
        number: u32,
        plies: usize,
    ) -> Option<End> {
        let centipawns = score.map(|score| match score {
            Score::Centipawns(centipawns) => centipawns,
            Score::Mate(moves) if moves > 0 => MATE,
            Score::Mate(_) => -MATE,
        });
        let mover = side.index();
        let count =
            |counter: &mut u32, holds: bool| *counter = if holds { *counter + 1 } else { 0 };
        if let Some(rule) = plan.win {
            let bar = i64::from(rule.score);
            count(&mut self.winning[mover], centipawns.is_some_and(|score| score >= bar));
            count(&mut self.losing[mover], centipawns.is_some_and(|score| score <= -bar));
            for winner in Side::ALL {
                let sees = self.winning[winner.index()] >= rule.moves;
                if sees && self.losing[winner.other().index()] >= rule.moves {
                    return Some(End { winner: Some(winner), cause: Cause::WinAdjudication });
                }
            }
        }
        if let Some(rule) = plan.draw {
            let bar = i64::from(rule.score);
            let level = centipawns.is_some_and(|score| (-bar..=bar).contains(&score));
            count(&mut self.level[mover], level);
            if number >= rule.after && self.level.iter().all(|&moves| moves >= rule.moves) {
                return Some(End { winner: None, cause: Cause::DrawAdjudication });
            }
        }
        let longest = plan.max_moves.map(|moves| 2 * moves as usize);
        let too_long = longest.is_some_and(|longest| plies >= longest);
        too_long.then_some(End { winner: None, cause: Cause::MaximumLength })
    }
}

#[cfg(test)]
mod tests {
    use super::super::plan::{DrawRule, WinRule};
    use super::*;

    /// The end, and after how many plies, when White's and Black's scores are these over and over.
    fn end(plan: &Plan, scores: [Score; 2]) -> Option<(End, usize)> {
        let mut adjudicator = Adjudicator::default();
        (0..200).find_map(|ply| {
            let side = Side::ALL[ply % 2];
            let score = Some(scores[ply % 2]);
            let end = adjudicator.judge(plan, side, score, ply as u32 / 2 + 1, ply + 1);
            end.map(|end| (end, ply + 1))
        })
    }

    #[test]
    fn both_have_to_agree_for_long_enough() {
        let win = Some(WinRule { score: 900, moves: 3 });
        let plan = Plan { win, max_moves: None, ..Plan::default() };
        let (good, bad) = (Score::Centipawns(950), Score::Centipawns(-900));
        let white = End { winner: Some(Side::White), cause: Cause::WinAdjudication };
        let black = End { winner: Some(Side::Black), ..white };
        assert_eq!(end(&plan, [good, bad]), Some((white, 6)));
        assert_eq!(end(&plan, [bad, good]), Some((black, 6)));
        assert_eq!(end(&plan, [Score::Mate(-1), Score::Mate(3)]), Some((black, 6)));
        assert_eq!(end(&plan, [good, good]), None);
        assert_eq!(end(&plan, [good, Score::Centipawns(-899)]), None);
    }

    #[test]
    fn draws_and_long_games() {
        let draw = Some(DrawRule { after: 20, score: 10, moves: 4 });
        let plan = Plan { draw, max_moves: Some(50), ..Plan::default() };
        let drawn = End { winner: None, cause: Cause::DrawAdjudication };
        let level = [Score::Centipawns(10), Score::Centipawns(-10)];
        assert_eq!(end(&plan, level), Some((drawn, 39)));
        let long = End { winner: None, cause: Cause::MaximumLength };
        assert_eq!(end(&plan, [Score::Centipawns(11), Score::Centipawns(0)]), Some((long, 100)));
    }

    #[test]
    fn silence_proves_nothing() {
        let win = Some(WinRule { score: 0, moves: 1 });
        let draw = Some(DrawRule { after: 0, score: 1000, moves: 1 });
        let plan = Plan { win, draw, max_moves: None, ..Plan::default() };
        let mut adjudicator = Adjudicator::default();
        for ply in 0..20 {
            assert_eq!(adjudicator.judge(&plan, Side::ALL[ply % 2], None, 9, ply), None);
        }
    }
}

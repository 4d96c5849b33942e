//! The score of a move that a low skill level has chosen, without the noise by which it was chosen.
//!
//! The search of the level chooses a move and reports nothing. Another search of as many nodes,
//! without noise and of this move alone, reports. It has a table and histories of its own, so it
//! does not change what the level plays.

use super::request::{SearchOptions, SearchRequest};
use super::signals::Signals;
use super::skill::{Skill, Strength};
use super::threads::{SearchPool, SearchResult};
use crate::notation::format_line;
use crate::profiles::RuleSet;
use crate::rules::Notation;
use triskelion_protocol::{Info, Limits};

/// The size of the table in MiB: enough for the nodes of every level with noise.
const HASH_MIB: usize = 1;

impl<B: RuleSet> SearchRequest<'_, B> {
    /// Returns whether the score of the played move needs a search of its own: the level adds noise
    /// to its evaluations. With several lines, those of the level are reported.
    pub(super) fn needs_noiseless_score(&self) -> bool {
        self.options.multipv == 1 && self.skill().noise(self.options.seed).is_some()
    }
}

impl<B: RuleSet> SearchPool<B> {
    /// Searches the move of `played` without noise and returns the result, with the same move.
    /// Returns `played` if there is no memory. If the game is over, reports that.
    pub(super) fn noiseless_result(
        &mut self,
        request: &SearchRequest<'_, B>,
        signals: &Signals,
        played: SearchResult,
        report: &mut dyn FnMut(Info),
    ) -> SearchResult {
        let Some(pool) = self.noiseless_pool() else { return played };
        let board = request.position.board();
        let limits = Limits {
            searchmoves: format_line(board, played.best.as_slice(), Notation::Uci),
            nodes: request.max_nodes(),
            ..request.limits.clone()
        };
        let strength = Strength::Level(Skill::FULL);
        let options = SearchOptions { strength, endgames: false, ..request.options };
        let request = SearchRequest { limits: &limits, options, ..*request };
        let result = pool.search_slice(&request, signals, &mut None, &mut || false, report);
        result.unwrap_or(played)
    }

    /// Returns the pool that searches without noise.
    fn noiseless_pool(&mut self) -> Option<&mut SearchPool<B>> {
        if self.noiseless.is_none() {
            let mut pool = SearchPool::new(self.game, HASH_MIB).ok()?;
            pool.set_network(self.network().cloned());
            self.noiseless = Some(Box::new(pool));
        }
        self.noiseless.as_deref_mut()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::Instant;
    use crate::position::Position;
    use crate::rules::{BuiltIn, Chess};
    use std::collections::BTreeMap;

    type Board = Chess;

    #[test]
    fn score_of_a_move_is_the_same_under_all_noise() {
        let mut pool = SearchPool::<Board>::new(Board::game_info(), 1).expect("memory");
        let position = Position::new(Board::startpos());
        let limits = Limits::default();
        let mut scores = BTreeMap::new();
        for seed in 0..60 {
            pool.clear();
            let skill = Skill::new(0).expect("a level");
            let strength = Strength::Level(skill);
            let options = SearchOptions { strength, seed, ..SearchOptions::default() };
            let request = SearchRequest { options, ..SearchRequest::new(&position, &limits) };
            let signals = Signals::new(Instant::now(), false, false);
            let mut lines = Vec::new();
            let result =
                pool.search(&request, &signals, Some(&mut |info: Info| lines.push(info.pv)));
            let played = format_line(position.board(), result.best.as_slice(), Notation::Uci);
            assert!(!lines.is_empty() && lines.iter().all(|line| line.starts_with(&played)));
            assert!(result.nodes <= skill.nodes().expect("a limit of nodes"));
            let score = *scores.entry(played).or_insert(result.score);
            assert_eq!(result.score, score, "seed {seed}");
        }
        assert!(scores.len() > 3, "the noise decides on the move: {scores:?}");
    }
}

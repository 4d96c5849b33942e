//! Singular extensions: is the table move the only good one?
//!
//! All other moves are searched to half the depth against a bound somewhat below what the table
//! knows of the node. If none reaches it, the table move is searched deeper, for a mistake about
//! it would be dear; if one reaches beta besides, the node is cut without more ado.

use super::Stopped;
use super::node::{NodeKind, NonPv};
use super::parameters::*;
use super::score::{Bound, clamp_eval, is_mate};
use super::worker::Search;
use crate::eval::Evaluate;
use crate::moves::Move;
use crate::table::Content;

/// What the search of the other moves has shown.
pub(super) enum Singularity {
    /// The table move is to be searched so many plies deeper, or less deep.
    Extends(i32),
    /// Several moves reach beta: the score of the node.
    Cuts(i32),
}

impl<B: Evaluate> Search<'_, B> {
    /// How many moves on the way to this ply have been searched two plies deeper.
    #[inline]
    pub(super) fn doubled_before(&self, ply: usize) -> i32 {
        ply.checked_sub(1).map_or(0, |ply| self.memory.steps[ply].doubled)
    }

    /// How the table move stands out among the moves of the node.
    pub(super) fn singular<K: NodeKind>(
        &mut self,
        mv: Move,
        known: Content,
        beta: i32,
        depth: i32,
        ply: usize,
        expect_cut: bool,
    ) -> Result<Singularity, Stopped> {
        // Lines are not followed beyond twice the depth of the iteration for this.
        if depth < singular_depth()
            || known.depth < depth - SINGULAR_STALENESS
            || known.bound == Bound::Upper
            || is_mate(known.score)
            || ply >= 2 * self.root_depth
            || self.thorough
        {
            return Ok(Singularity::Extends(0));
        }
        let bar = clamp_eval(known.score - singular_slope() * depth / 16);
        self.memory.steps[ply].excluded = Some(mv);
        let score = self.node::<NonPv>(bar - 1, bar, (depth - 1) / 2, ply, expect_cut)?;
        self.memory.steps[ply].excluded = None;
        Ok(if score < bar {
            let doubled = self.doubled_before(ply);
            let far = !K::PV && score < bar - singular_double_margin() && doubled < DOUBLED_MOST;
            Singularity::Extends(if far { 2 } else { 1 })
        } else if bar >= beta {
            Singularity::Cuts(bar)
        } else if known.score >= beta {
            Singularity::Extends(-2)
        } else if expect_cut {
            Singularity::Extends(-1)
        } else {
            Singularity::Extends(0)
        })
    }
}

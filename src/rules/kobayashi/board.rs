//! The board of `kobayashi`.

use super::layout::PlatformLayout;
use crate::rules::staircase::{StaircaseBoard, StaircaseState};

/// A position without its history.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Board {
    pub(super) state: StaircaseState,
}

impl StaircaseBoard for Board {
    const RULE_SET: &'static str = "kobayashi";
    const UPSIDE_DOWN: bool = false;
    const OWNED_PLATFORMS: bool = false;
    const HANGING_POSTS: bool = true;
}

impl Board {
    /// What follows from where the platforms stand.
    #[inline(always)]
    pub(super) fn layout(&self) -> PlatformLayout {
        PlatformLayout::new(self.state.posts)
    }
}

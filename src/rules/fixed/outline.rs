//! Outlines: what of a game decides which code runs for it, as opposed to which numbers are read.
//!
//! The generator reads the outline of a game from its tables. For a built-in game, the outline is a
//! constant, so that the compiler drops what the game does not need and unrolls the rest. A test
//! compares the constants with the tables.

use super::spec::{First, Mode};

/// What a game has at all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Features {
    /// The number of kinds of pieces.
    pub(super) kinds: u8,
    pub(super) king: u8,
    /// Whether moves that may expose the king are made to test them; otherwise checks and pins
    /// decide.
    pub(super) tests_moves: bool,
    pub(super) has_castling: bool,
    pub(super) has_rides: bool,
    /// Whether any piece can be captured en passant.
    pub(super) has_en_passant: bool,
    /// The kinds that can be, and those that can be only after their first move, as bits.
    pub(super) runners: u16,
    pub(super) first_runners: u16,
    /// Whether the board knows which pieces have not moved.
    pub(super) has_unmoved: bool,
    pub(super) has_transfer: bool,
    /// Whether any piece holds others fast.
    pub(super) freezes: bool,
    /// The largest number of pieces of a dead position.
    pub(super) max_dead: u32,
    /// The kinds all of whose moves reset the clock, as bits.
    pub(super) progress: u16,
    /// The kinds whose moves to another rank reset the clock, as bits.
    pub(super) progress_by_rank: u16,
    /// The kinds that count as pawns: those that promote, as bits.
    pub(super) pawns: u16,
    /// The kinds that capture by leaps, as bits.
    pub(super) leapers: u16,
    /// The kinds that capture over empty cells on a straight line, as bits.
    pub(super) sliders: u16,
    /// The kinds that capture over other empty cells, as bits.
    pub(super) bent: u16,
    /// The kinds of leapers that are worth less than any of these, as bits.
    pub(super) light: u16,
}

/// What a plan of leaps is besides its table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct LeapForm {
    pub(super) kind: u8,
    pub(super) first: First,
    pub(super) promotes: bool,
    /// Whether shifts give these moves, but for pieces close to their promotion.
    pub(super) shifted: bool,
}

/// What a plan of moves over empty cells is besides its table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct LookupForm {
    /// The kinds that move so, as bits.
    pub(super) kinds: u16,
    pub(super) first: First,
    pub(super) promotes: bool,
    /// As in [`LeapForm`].
    pub(super) shifted: bool,
    pub(super) steps: bool,
    pub(super) captures: bool,
    pub(super) table: LookupTable,
}

/// How a lookup is stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LookupTable {
    /// By blockers in one word.
    Words(WordsForm),
    /// Blockers and results are anywhere.
    Full,
    /// The results are tested one by one.
    List,
}

/// What a lookup by blockers in one word is besides its tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct WordsForm {
    /// The number of parts whose results are in the word of the origin.
    pub(super) within: usize,
    /// Whether there is a part whose results are anywhere.
    pub(super) across: bool,
}

impl LookupForm {
    /// Returns whether a kind moves so.
    pub(super) fn moves(&self, kind: u8) -> bool {
        self.kinds >> kind & 1 != 0
    }
}

/// A step of a set of cells, besides the cells from which it stays on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct StepForm {
    /// The number of words and bits by which the cells are shifted, towards higher cells.
    pub(super) words: i8,
    pub(super) bits: i8,
    /// Whether cells pass from one word to another by the shift of bits.
    pub(super) carries: bool,
    /// Whether cells from which it leaves the board must be removed before.
    pub(super) masked: bool,
    /// The number of the set from which it goes on.
    pub(super) slot: u8,
}

/// The largest number of steps that lead to one set of cells.
pub(super) const MAX_STEPS: usize = 4;

/// The steps that lead to one set of cells.
pub(super) type StepForms = [Option<StepForm>; MAX_STEPS];

/// A set of cells to which steps lead, besides the cells that it may contain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct StopForm {
    /// The steps that lead here.
    pub(super) steps: StepForms,
    /// The number of the set that it becomes; [`MAX_SLOTS`] if no step goes on from here.
    pub(super) slot: u8,
    /// Whether the piece can do so on all cells.
    pub(super) anywhere: bool,
    /// What the piece can do here.
    pub(super) moves: Option<Mode>,
    /// The difference of the cell numbers from the origin.
    pub(super) by: i16,
}

/// The largest number of sets of cells on the way of shifts.
pub(super) const MAX_SLOTS: usize = 8;

/// The largest number of stops of constant shifts.
pub(super) const MAX_STOPS: usize = 12;

/// The shifts of a kind, besides their sets of cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ShiftsForm {
    pub(super) kind: u8,
    pub(super) first: First,
    pub(super) stops: [Option<StopForm>; MAX_STOPS],
}

/// The largest number of plans of one sort in an outline.
pub(super) const MAX_PLANS: usize = 8;

/// A list of an outline: a prefix of an array, so that each entry is a constant.
pub(super) type FormList<T> = [Option<T>; MAX_PLANS];

/// The outline of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Outline {
    pub(super) features: Features,
    /// By side.
    pub(super) shifts: [FormList<ShiftsForm>; 2],
    /// Those of all pieces but the king, of either side.
    pub(super) leaps: FormList<LeapForm>,
    pub(super) lookups: FormList<LookupForm>,
    /// Those of the king.
    pub(super) king_leaps: FormList<LeapForm>,
    pub(super) king_lookups: FormList<LookupForm>,
}

impl Outline {
    /// The outline of no game.
    pub(super) const NONE: Outline = Outline {
        features: Features {
            kinds: 0,
            king: 0,
            tests_moves: false,
            has_castling: false,
            has_rides: false,
            has_en_passant: false,
            runners: 0,
            first_runners: 0,
            has_unmoved: false,
            has_transfer: false,
            freezes: false,
            max_dead: 0,
            progress: 0,
            progress_by_rank: 0,
            pawns: 0,
            leapers: 0,
            sliders: 0,
            bent: 0,
            light: 0,
        },
        shifts: [[None; MAX_PLANS]; 2],
        leaps: [None; MAX_PLANS],
        lookups: [None; MAX_PLANS],
        king_leaps: [None; MAX_PLANS],
        king_lookups: [None; MAX_PLANS],
    };

    /// Returns the stops of shifts of a side.
    pub(super) const fn stops(&self, side: usize, index: usize) -> [Option<StopForm>; MAX_STOPS] {
        match entry(&self.shifts[side], index) {
            Some(form) => form.stops,
            None => [None; MAX_STOPS],
        }
    }

    /// Returns the steps to a stop of shifts of a side.
    pub(super) const fn steps(&self, side: usize, index: usize, stop: usize) -> StepForms {
        match entry(&self.stops(side, index), stop) {
            Some(form) => form.steps,
            None => [None; MAX_STEPS],
        }
    }
}

/// Returns an entry of a list of an outline.
pub(super) const fn entry<T: Copy, const N: usize>(
    list: &[Option<T>; N],
    index: usize,
) -> Option<T> {
    if index < N { list[index] } else { None }
}

/// Returns the number of entries of a list of an outline.
pub(super) const fn length<T: Copy, const N: usize>(list: &[Option<T>; N]) -> usize {
    let mut length = 0;
    while length < N && list[length].is_some() {
        length += 1;
    }
    length
}

/// Runs an expression for each entry of a constant list of an outline, and its index. Each has its
/// own copy of the expression, so that the entries are constants in it; loops are unrolled only
/// after that would matter. No code is generated for entries that the list lacks.
macro_rules! for_each_form {
    ($list:expr, |$index:ident, $form:ident| $body:expr) => {
        for_each_form!(@copies $list, $index, $form, $body, 0 1 2 3 4 5 6 7 8 9 10 11)
    };
    (@copies $list:expr, $index:ident, $form:ident, $body:expr, $($i:literal)*) => {{
        $(if const { $crate::rules::fixed::outline::entry(&$list, $i).is_some() }
            && let Some($form) = const { $crate::rules::fixed::outline::entry(&$list, $i) }
        {
            const $index: usize = $i;
            $body;
        })*
    }};
}
pub(super) use for_each_form;

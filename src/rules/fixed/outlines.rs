//! The outlines of the built-in games, as constants.

use super::outline::{
    Features, FormList, LeapForm, LookupForm, LookupTable, MAX_SLOTS, MAX_STEPS, Outline,
    ShiftsForm, StepForm, StopForm, WordsForm,
};
use super::shifts::Shifts;
use super::spec::{First, Mode};
use super::tables::{GameTables, SideTables};

/// The numbers of the games in [`OUTLINES`].
pub(super) const RAUMSCHACH: usize = 1;
pub(super) const SPACECHESS: usize = 2;

/// The outlines that are constants. The first stands for all games whose outline is not.
pub(super) const OUTLINES: [&Outline; 3] = [
    &Outline::NONE,
    &Outline {
        features: Features {
            kinds: 7,
            king: 5,
            max_dead: 2,
            progress: 0b1,
            pawns: 0b1,
            leapers: 0b10_0011,
            sliders: 0b101_1100,
            light: 0b1,
            ..Outline::NONE.features
        },
        shifts: [list(&[raumschach_pawns(1)]), list(&[raumschach_pawns(-1)])],
        leaps: list(&[PAWN_LEAPS, leaps(1)]),
        lookups: list(&[
            lookups(0b1_0100, LookupTable::Full),
            lookups(0b1_1000, LookupTable::Full),
            lookups(0b101_0000, LookupTable::Full),
        ]),
        king_leaps: list(&[leaps(5)]),
        ..Outline::NONE
    },
    &Outline {
        features: Features {
            kinds: 6,
            king: 5,
            has_castling: true,
            has_rides: true,
            has_en_passant: true,
            runners: 0b1,
            first_runners: 0b1,
            has_unmoved: true,
            max_dead: 2,
            progress: 0b1,
            pawns: 0b1,
            leapers: 0b10_0011,
            sliders: 0b1_1100,
            light: 0b11,
            ..Outline::NONE.features
        },
        shifts: [
            list(&[spacechess_pawns(1, [7, 9, 63, 65]), spacechess_runs(1)]),
            list(&[spacechess_pawns(-1, [-9, -7, -65, -63]), spacechess_runs(-1)]),
        ],
        leaps: list(&[PAWN_LEAPS, leaps(1)]),
        lookups: list(&[
            LookupForm {
                first: First::Only,
                promotes: true,
                shifted: true,
                captures: false,
                ..lookups(0b1, LookupTable::Full)
            },
            lookups(0b1_0100, words(1)),
            lookups(0b1_1000, words(2)),
        ]),
        king_leaps: list(&[leaps(5)]),
        ..Outline::NONE
    },
];

const PAWN_LEAPS: LeapForm = LeapForm { promotes: true, shifted: true, ..leaps(0) };

const fn leaps(kind: u8) -> LeapForm {
    LeapForm { kind, first: First::Any, promotes: false, shifted: false }
}

const fn lookups(kinds: u16, table: LookupTable) -> LookupForm {
    LookupForm {
        kinds,
        first: First::Any,
        promotes: false,
        shifted: false,
        steps: true,
        captures: true,
        table,
    }
}

/// Lines on a level by a number of tables, and lines across.
const fn words(within: usize) -> LookupTable {
    LookupTable::Words(WordsForm { within, across: true })
}

/// The number of no slot.
const END: u8 = MAX_SLOTS as u8;

const fn raumschach_pawns(sign: i16) -> ShiftsForm {
    const fn stop(by: i16, moves: Mode) -> StopForm {
        let step = StepForm {
            words: by.div_euclid(64) as i8,
            bits: by.rem_euclid(64) as i8,
            carries: true,
            masked: true,
            slot: 0,
        };
        StopForm { steps: list(&[step]), slot: END, anywhere: true, moves: Some(moves), by }
    }
    let stops = &[
        stop(5 * sign, Mode::Step),
        stop(25 * sign, Mode::Step),
        stop(4 * sign, Mode::Capture),
        stop(6 * sign, Mode::Capture),
        stop(24 * sign, Mode::Capture),
        stop(26 * sign, Mode::Capture),
        stop(30 * sign, Mode::Capture),
    ];
    ShiftsForm { kind: 0, first: First::Any, stops: list(stops) }
}

/// Returns a stop where the levels are words. Steps are a difference of cell numbers and a slot.
const fn stop_by_levels(
    by: i16,
    moves: Option<Mode>,
    slot: u8,
    [(first, from), second]: [(i16, u8); 2],
) -> StopForm {
    const fn step(by: i16, slot: u8) -> StepForm {
        let words = (by + 32).div_euclid(64);
        let bits = (by - 64 * words) as i8;
        StepForm { words: words as i8, bits, carries: false, masked: bits % 8 != 0, slot }
    }
    let second = if second.0 == 0 { None } else { Some(step(second.0, second.1)) };
    let mut steps = [None; MAX_STEPS];
    steps[0] = Some(step(first, from));
    steps[1] = second;
    StopForm { steps, slot, anywhere: true, moves, by }
}

const fn spacechess_pawns(sign: i16, captures: [i16; 4]) -> ShiftsForm {
    const fn stop(by: i16, moves: Mode) -> StopForm {
        stop_by_levels(by, Some(moves), END, [(by, 0), (0, 0)])
    }
    let stops = &[
        stop(8 * sign, Mode::Step),
        stop(64 * sign, Mode::Step),
        stop(captures[0], Mode::Capture),
        stop(captures[1], Mode::Capture),
        stop(captures[2], Mode::Capture),
        stop(captures[3], Mode::Capture),
    ];
    ShiftsForm { kind: 0, first: First::Any, stops: list(stops) }
}

/// Two or three steps ahead and up in any order.
const fn spacechess_runs(sign: i16) -> ShiftsForm {
    let (ahead, up, none) = (8 * sign, 64 * sign, (0, 0));
    let step = Some(Mode::Step);
    let stops = &[
        stop_by_levels(ahead, None, 1, [(ahead, 0), none]),
        stop_by_levels(up, None, 2, [(up, 0), none]),
        stop_by_levels(2 * ahead, step, 3, [(ahead, 1), none]),
        stop_by_levels(ahead + up, step, 4, [(up, 1), (ahead, 2)]),
        stop_by_levels(2 * up, step, 5, [(up, 2), none]),
        stop_by_levels(3 * ahead, step, END, [(ahead, 3), none]),
        stop_by_levels(2 * ahead + up, step, END, [(up, 3), (ahead, 4)]),
        stop_by_levels(ahead + 2 * up, step, END, [(up, 4), (ahead, 5)]),
        stop_by_levels(3 * up, step, END, [(up, 5), none]),
    ];
    ShiftsForm { kind: 0, first: First::Only, stops: list(stops) }
}

/// Returns the list of these entries.
const fn list<T: Copy, const N: usize>(entries: &[T]) -> [Option<T>; N] {
    let mut list = [None; N];
    let mut index = 0;
    while index < entries.len() {
        list[index] = Some(entries[index]);
        index += 1;
    }
    list
}

/// Returns the number of the constant that is the outline of a game; 0 if none is.
pub(super) fn outline_number<const W: usize>(game: &GameTables<W>) -> usize {
    let is_outline = |outline: &&Outline| {
        outline.features == game.features
            && game.sides.iter().zip(&outline.shifts).all(
                |(SideTables { pieces, king, .. }, shifts)| {
                    is_list(shifts, pieces.shifts.iter().map(Shifts::form))
                        && is_list(&outline.leaps, pieces.leaps.iter().map(|plan| plan.form))
                        && is_list(&outline.lookups, pieces.lookups.iter().map(|plan| plan.form))
                        && king.shifts.is_empty()
                        && is_list(&outline.king_leaps, king.leaps.iter().map(|plan| plan.form))
                        && is_list(&outline.king_lookups, king.lookups.iter().map(|plan| plan.form))
                },
            )
    };
    OUTLINES.iter().position(is_outline).unwrap_or(0)
}

/// Returns whether a list of an outline has these entries.
fn is_list<T: Copy + PartialEq>(list: &FormList<T>, entries: impl Iterator<Item = T>) -> bool {
    list.iter().copied().flatten().eq(entries)
}

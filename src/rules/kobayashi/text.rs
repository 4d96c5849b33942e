//! Position strings, moves in wire notation and drawings of `kobayashi`.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

use super::Board;
use super::tables::{CASTLINGS, FAR_POSTS, FAR_SQUARES, PAWN_STARTS, PAWN_STEPS, Space};
use crate::geometry::staircase::{CELLS, FIXED};
use crate::moves::{Kind, Man, Manner, Move, Place, Side};
use crate::rules::draw::draw;
use crate::rules::fields::{check_fault, faults_of_men, parse_marks};
use crate::rules::staircase::{self, NONE, Placement, Setup, Turn};
use crate::rules::{Fault, Geometry, Notation, Play, Text};

/// K1, the start position.
const START: &str = "bqkb/pppp/4/4|4/4/4/4|4/4/PPPP/BQKB \
     b12-:PP/RN,b86+:rn/pp,e12-:PP/NR,e86+:nr/pp w KQkq * - 0 1";

/// K4: does a pawn of that side promote on arriving on this cell?
fn promotes(side: Side, cell: Place) -> bool {
    let index = side.index();
    if usize::from(cell) < FIXED {
        return FAR_SQUARES.get(index).is_some_and(|far| far >> cell & 1 != 0);
    }
    let post = (usize::from(cell) - FIXED) / 4;
    let far_rank = if side == Side::White { 9 } else { 0 };
    let is_far_post = FAR_POSTS.get(index).is_some_and(|far| far >> post & 1 != 0);
    is_far_post && Board::point(cell).rank == far_rank
}

/// Why a pawn on this cell cannot be fresh, if it cannot: it has stood on a start cell from the
/// beginning, or a platform has carried it.
fn unfit_for_first_move(side: Side, cell: Place) -> Option<String> {
    let at_start = PAWN_STARTS.get(side.index()).is_some_and(|starts| starts.contains(&cell));
    let unfit = !at_start && usize::from(cell) < FIXED;
    unfit.then(|| format!("is no start cell of a pawn of {side:?} and on no platform"))
}

impl Board {
    pub(super) fn start_position() -> Self {
        Self::parse(START).unwrap_or(Board(Placement::empty([1, 10, 13, 22])))
    }

    /// Puts a set-up on a board; `Err` tells what the rules do not allow.
    fn from_setup(setup: &Setup) -> Result<Self, Vec<Fault>> {
        let mut faults = faults_of_men::<Self>(&setup.men, promotes);
        let mut board = Board(setup.placement());
        faults.extend(staircase::castling_faults(&board, &CASTLINGS));
        if let Err(more) = board.set_fresh(&setup.fresh) {
            faults.extend(more);
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        if board.is_king_attacked(board.side.other()) {
            faults.push(check_fault(board.side.other()));
        }
        if let Err(fault) = board.set_runner(&setup.special) {
            faults.push(Fault { field: "en passant", fault });
        }
        board.settle();
        if faults.is_empty() { Ok(board) } else { Err(faults) }
    }

    fn set_fresh(&mut self, text: &str) -> Result<(), Vec<Fault>> {
        let starts = staircase::pawns_at_start(&PAWN_STARTS, |cell| self.man_at(cell));
        let cells = parse_marks::<Self>(text, "fresh", &starts, |cell| {
            let Some(Man { kind: Kind::Pawn, side }) = self.man_at(cell) else {
                return Err("holds no pawn".into());
            };
            unfit_for_first_move(side, cell).map_or(Ok(()), Err)
        })?;
        self.fresh = cells.iter().fold(0, |fresh, &cell| fresh | 1 << self.square(cell));
        Ok(())
    }

    /// Reads field 6 and checks that the last move can have left it.
    fn set_runner(&mut self, text: &str) -> Result<(), String> {
        if text == "-" {
            return Ok(());
        }
        let (runner, passed) = staircase::read_runner::<false>(text, self)?;
        let side = self.side.other();
        let vacant = |cell: Place| self.is_live(cell) && self.man_at(cell).is_none();
        // Back from the runner over the passed cell lies where it came from.
        let ways = PAWN_STEPS.get(side.other().index()).into_iter().flatten();
        let possible = ways.into_iter().any(|back| {
            let next = |cell: Place| back.get(usize::from(cell)).copied().unwrap_or(NONE);
            let start = next(passed);
            next(runner) == passed
                && vacant(passed)
                && vacant(start)
                && unfit_for_first_move(side, start).is_none()
        });
        if !possible {
            return Err(format!("`{text}`: no first move of two steps can have left this"));
        }
        (self.runner, self.passed) = (runner, passed);
        Ok(())
    }

    /// Why a move that could be read is not legal.
    fn why_not(&self, from: Place, to: Place, kinds: &[Kind]) -> String {
        let (from_name, to_name) = (Space::name(from), Space::name(to));
        if (usize::from(from) >= CELLS) != (usize::from(to) >= CELLS) {
            return "a man goes from cell to cell, a platform from post to post".into();
        }
        if usize::from(from) >= CELLS {
            return self.why_no_platform_move(from, to, kinds);
        }
        for cell in [from, to] {
            if !self.is_live(cell) {
                return format!("no platform makes {} a cell now", Space::name(cell));
            }
        }
        let Some(man) = self.man_at(from) else {
            return format!("no man stands on {from_name}");
        };
        if man.side != self.side {
            return format!("the man on {from_name} is {:?}'s, who is not to move", man.side);
        }
        if self.would_list(Move::new(from, to, Manner::Castling), false) {
            return "the king would castle out of check, through it or into it".into();
        }
        if self.man_at(to).is_some_and(|other| other.side == self.side) {
            return format!("a man of the same side stands on {to_name}");
        }
        for manner in [Manner::Plain, Manner::EnPassant] {
            if let Some(why) = self.why_not_as(Move::new(from, to, manner), kinds, 1) {
                return why;
            }
        }
        let name = format!("{:?}", man.kind).to_lowercase();
        format!("the {name} on {from_name} does not reach {to_name}")
    }

    fn why_no_platform_move(&self, from: Place, to: Place, kinds: &[Kind]) -> String {
        let (from_name, to_name) = (Space::name(from), Space::name(to));
        let Some(slot) = self.slot_on(from - CELLS as Place) else {
            return format!("no platform stands on {from_name}");
        };
        if self.slot_on(to - CELLS as Place).is_some() {
            return format!("a platform stands on {to_name} already");
        }
        let mv = Move::new(from, to, Manner::Platform);
        let why = self.why_not_as(mv, kinds, 2);
        why.unwrap_or_else(|| {
            let why = self.why_not_commanded(slot, self.side);
            format!("the platform on {from_name} does not go to {to_name}: {why}")
        })
    }

    /// Why a move that would be one, with other letters or if kings could be left attacked, is
    /// none; at most so many pawns promote by it.
    fn why_not_as(&self, mv: Move, kinds: &[Kind], most: usize) -> Option<String> {
        let with = |kinds: &[Kind]| match *kinds {
            [] => mv,
            [first, ref rest @ ..] => mv.promoting(first, rest.first().copied()),
        };
        let letters = (0..=most).find(|&letters| {
            let queens = vec![Kind::Queen; letters];
            self.would_list(with(&queens), false)
        })?;
        Some(match letters {
            _ if letters == kinds.len() => "it leaves the king attacked".into(),
            0 => "it promotes nothing there: no letter expected".into(),
            1 => "a pawn promotes there: one letter of `qrbn` expected".into(),
            _ => "two pawns promote there: two letters of `qrbn` expected".into(),
        })
    }
}

impl Text for Board {
    const NOTATIONS: &'static [Notation] = &[Notation::Roth, Notation::Smith];

    fn parse(text: &str) -> Result<Self, Vec<Fault>> {
        Self::from_setup(&Setup::parse::<false>(text, 4, false)?)
    }

    fn write(&self) -> String {
        Setup::of::<Self>(self, false, &PAWN_STARTS).write::<false>()
    }

    fn move_text(&self, mv: Move) -> String {
        staircase::move_text::<false>(mv)
    }

    fn parse_move(&self, text: &str) -> Result<Move, Fault> {
        staircase::parse_move::<false, _>(self, text, |from, to, kinds| {
            self.why_not(from, to, kinds)
        })
    }

    fn draw(&self) -> String {
        draw(self)
    }
}

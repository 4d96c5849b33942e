//! Position strings, moves in wire notation and drawings of `federation`.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

use super::Board;
use super::tables::{CASTLINGS, PAWN_STARTS, Space};
use crate::geometry::columns::{between, column};
use crate::geometry::staircase::CELLS;
use crate::moves::{Kind, Man, Manner, Move, Place, Side};
use crate::rules::draw::draw;
use crate::rules::fields::{check_fault, faults_of_men, parse_marks};
use crate::rules::staircase::{self, Placement, Setup, Turn};
use crate::rules::{Fault, Geometry, Notation, Play, Text};

/// F1, the start position.
const START: &str = "nbbn/pppp/4/4|4/4/4/4|4/4/PPPP/NBBN \
     b12+w:PP/RQ,b86+b:rq/pp,e12+w:PP/KR,e86+b:kr/pp w KQkq * - 0 1";

impl<const ROOK_PAWNS: bool> Board<ROOK_PAWNS> {
    pub(super) fn start_position() -> Self {
        Self::parse(START).unwrap_or(Board(Placement::empty([0, 10, 12, 22])))
    }

    /// Puts a set-up on a board; `Err` tells what the rules do not allow.
    fn from_setup(setup: &Setup) -> Result<Self, Vec<Fault>> {
        let mut faults = faults_of_men::<Self>(&setup.men, |side, cell| {
            let rank = Self::point(cell).rank;
            if side == Side::White { rank >= 8 } else { rank <= 1 }
        });
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
            let home = side.of(&PAWN_STARTS).contains(&cell);
            home.then_some(()).ok_or_else(|| format!("is no start cell of a pawn of {side:?}"))
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
        let column = |cell: Place| {
            let point = Self::point(cell);
            column(point.file.into(), point.rank.into())
        };
        let possible = side.of(&PAWN_STARTS).iter().any(|&start| {
            let over = between(column(start), column(runner));
            let empty = |cell| self.is_live(cell) && self.man_at(cell).is_none();
            over.count_ones() == 1
                && self.is_pawn_step_of_two(side, start, runner)
                && empty(start)
                && empty(passed)
                && self.passed_cell(start, runner) == passed
        });
        if !possible {
            return Err(format!("`{text}`: no first move of two steps can have left this"));
        }
        (self.runner, self.passed) = (runner, passed);
        Ok(())
    }

    /// Is this, in the plane, a step of two that a pawn's first move can be?
    fn is_pawn_step_of_two(&self, side: Side, from: Place, to: Place) -> bool {
        let (from, to) = (Self::point(from), Self::point(to));
        let ranks = i32::from(to.rank) - i32::from(from.rank);
        let ahead = if side == Side::White { 2 } else { -2 };
        let inward = ROOK_PAWNS && matches!((from.file, to.file), (0, 2) | (5, 3));
        (from.file == to.file && ranks == ahead) || (inward && ranks == 0)
    }

    /// Why a move that could be read is not legal.
    fn why_not(&self, from: Place, to: Place, kinds: &[Kind]) -> String {
        let (from_name, to_name) = (Space::name(from), Space::name(to));
        let with = |manner| {
            let mv = Move::new(from, to, manner);
            match kinds {
                [] => mv,
                [kind, ..] => mv.promoting(*kind, None),
            }
        };
        if (usize::from(from) >= CELLS) != (usize::from(to) >= CELLS) {
            return "a man goes from cell to cell, a platform from post to post".into();
        }
        if usize::from(from) >= CELLS {
            return self.why_no_platform_move(from, to, with(Manner::Platform));
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
            return "the king would castle out of check or into it".into();
        }
        if self.man_at(to).is_some_and(|other| other.side == self.side) {
            return format!("a man of the same side stands on {to_name}");
        }
        for manner in [Manner::Plain, Manner::EnPassant] {
            if self.would_list(with(manner), false) && kinds.len() < 2 {
                return "it leaves the king attacked".into();
            }
            let promoting = Move::new(from, to, manner).promoting(Kind::Queen, None);
            if kinds.is_empty() && self.would_list(promoting, false) {
                return "the pawn promotes there: a letter of `qrbn` expected".into();
            }
            if !kinds.is_empty() && self.would_list(Move::new(from, to, manner), false) {
                return "it promotes nothing there: no letter expected".into();
            }
        }
        let name = format!("{:?}", man.kind).to_lowercase();
        format!("the {name} on {from_name} does not reach {to_name} by a free path")
    }

    fn why_no_platform_move(&self, from: Place, to: Place, mv: Move) -> String {
        let (from_name, to_name) = (Space::name(from), Space::name(to));
        let Some(slot) = self.slot_on(from - CELLS as Place) else {
            return format!("no platform stands on {from_name}");
        };
        if self.owner(slot) != self.side {
            return format!("the platform on {from_name} belongs to {:?}", self.owner(slot));
        }
        if self.slot_on(to - CELLS as Place).is_some() {
            return format!("a platform stands on {to_name} already");
        }
        if self.pawns() & self.men(self.side) == 0 {
            return "a side without a pawn moves no platform".into();
        }
        if self.would_list(mv, false) && mv.second_promotion().is_none() {
            return "it leaves the king attacked".into();
        }
        let bare = Move::new(from, to, Manner::Platform);
        if self.would_list(bare.promoting(Kind::Queen, None), false) {
            return "its pilot promotes there: one letter of `qrbn` expected".into();
        }
        if self.would_list(bare, false) {
            return "it promotes nothing there: no letter expected".into();
        }
        let covered = Self::covered(from);
        let men = covered.iter().filter_map(|&cell| self.man_at(cell)).collect::<Vec<_>>();
        let pilot = Man { kind: Kind::Pawn, side: self.side };
        if men.len() > 1 || men.iter().any(|&man| man != pilot) {
            return format!("the platform on {from_name} holds more than one pawn of its owner");
        }
        format!(
            "a platform does not go from {from_name} to {to_name}: at most two ranks on its file"
        )
    }
}

impl<const ROOK_PAWNS: bool> Text for Board<ROOK_PAWNS> {
    const NOTATIONS: &'static [Notation] = &[Notation::Roth, Notation::Smith];

    fn parse(text: &str) -> Result<Self, Vec<Fault>> {
        Self::from_setup(&Setup::parse::<false>(text, 4, true)?)
    }

    fn write(&self) -> String {
        Setup::of::<Self>(self, true, &PAWN_STARTS).write::<false>()
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

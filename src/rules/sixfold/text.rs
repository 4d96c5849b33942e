//! Position strings, moves in wire notation and drawings of `sixfold`.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

use super::tables::{GOAL_RANKS, PAWN_STARTS, START_BIT, Space};
use super::{Board, EARLY_PAWN, PLATFORMS, code_of};
use crate::geometry::staircase::{CELLS, FIXED};
use crate::moves::{Kind, Man, Manner, Move, Place, Side};
use crate::rules::draw::draw;
use crate::rules::fields::{check_fault, faults_of_men, parse_marks, write_marks};
use crate::rules::staircase::{self, Setup};
use crate::rules::{Fault, Geometry, Notation, Play, Text};

/// X1, the start position.
const START: &str = "4/4/PPPP/NBBN|4/4/4/4|nbbn/pppp/4/4 \
     b16+:PP/RQ,b34+:2/2,b82-:rk/pp,e16+:PP/KR,e64-:2/2,e82-:qr/pp w - * * 0 1";

/// Does a pawn of this cell begin the game on a platform?
fn begins_early(cell: Place) -> bool {
    usize::from(cell) >= FIXED
}

impl Board {
    pub(super) fn start_position() -> Self {
        Self::parse(START).unwrap_or(Self::empty(0))
    }

    /// Puts a set-up on a board; `Err` tells what the rules do not allow.
    fn from_setup(setup: &Setup) -> Result<Self, Vec<Fault>> {
        let mut faults = Vec::new();
        let man_at = |cell: Place| setup.men.get(usize::from(cell)).copied().flatten();
        let is_pawn = |cell| matches!(man_at(cell), Some(Man { kind: Kind::Pawn, .. }));
        let starts = staircase::pawns_at_start(&PAWN_STARTS, man_at);
        let early_starts: Vec<Place> =
            starts.iter().copied().filter(|&cell| begins_early(cell)).collect();

        let mut marks =
            |text, field, starts: &[Place], is_fit: &dyn Fn(Place) -> Option<String>| {
                let is_fit = |cell| is_fit(cell).map_or(Ok(()), Err);
                parse_marks::<Self>(text, field, starts, is_fit).unwrap_or_else(|more| {
                    faults.extend(more);
                    Vec::new()
                })
            };
        let early = marks(&setup.special, "early", &early_starts, &|cell| {
            (!is_pawn(cell)).then(|| "holds no pawn".into())
        });
        let fresh = marks(&setup.fresh, "fresh", &starts, &|cell| match man_at(cell) {
            Some(Man { kind: Kind::Pawn, .. }) if starts.contains(&cell) => None,
            Some(Man { kind: Kind::Pawn, side }) => {
                Some(format!("is no start cell of a pawn of {side:?}"))
            }
            _ => Some("holds no pawn".into()),
        });

        faults.extend(faults_of_men::<Self>(&setup.men, |side, cell| {
            let rank = Self::point(cell).rank;
            let [late_goal, early_goal] = match side {
                Side::White => GOAL_RANKS[0],
                Side::Black => GOAL_RANKS[1],
            };
            let goal = if early.contains(&cell) { early_goal } else { late_goal };
            if side == Side::White { rank >= goal } else { rank <= goal }
        }));
        if setup.castling != 0 {
            let fault = "there is no castling in `sixfold`, `-` expected".into();
            faults.push(Fault { field: "castling", fault });
        }
        if !faults.is_empty() {
            return Err(faults);
        }

        let posts = setup.platforms.iter().fold(0, |posts, &(post, _)| posts | 1 << post);
        let mut board = Self::empty(posts);
        board.side = setup.side;
        board.clock = setup.clock;
        board.move_number = setup.move_number;
        for (cell, man) in (0..).zip(setup.men) {
            if let Some(Man { kind, side }) = man {
                let code = if early.contains(&cell) { EARLY_PAWN } else { code_of(kind) };
                board.put(side, code, cell, &mut ());
            }
        }
        board.fresh = fresh.iter().fold(0, |fresh, &cell| fresh | start_bit(cell));
        board.key = board.compute_key();
        if board.is_king_attacked(board.side.other()) {
            return Err(vec![check_fault(board.side.other())]);
        }
        Ok(board)
    }

    fn setup(&self) -> Setup {
        let platforms = self.platforms().into_iter();
        let mut setup =
            Setup::empty(platforms.map(|(post, owner)| (post - CELLS as Place, owner)).collect());
        for (cell, man) in (0..).zip(&mut setup.men) {
            *man = self.man_at(cell);
        }
        setup.side = self.side;
        let starts = staircase::pawns_at_start(&PAWN_STARTS, |cell| self.man_at(cell));
        let early_starts: Vec<Place> =
            starts.iter().copied().filter(|&cell| begins_early(cell)).collect();
        let fresh: Vec<Place> =
            starts.iter().copied().filter(|&cell| self.fresh & start_bit(cell) != 0).collect();
        let early: Vec<Place> = self.early_pawns().each().collect();
        setup.fresh = write_marks::<Self>(&fresh, &starts);
        setup.special = write_marks::<Self>(&early, &early_starts);
        setup.clock = self.clock;
        setup.move_number = self.move_number;
        setup
    }

    /// Why a move that could be read is not legal.
    fn why_not(&self, from: Place, to: Place, kinds: &[Kind]) -> String {
        let (from_name, to_name) = (Space::name(from), Space::name(to));
        if (usize::from(from) >= CELLS) != (usize::from(to) >= CELLS) {
            return "a man goes from cell to cell, a platform from post to post".into();
        }
        if self.dead().is_some() {
            return "the game is over: a side is left with its king alone".into();
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
        if self.man_at(to).is_some_and(|other| other.side == self.side) {
            return format!("a man of the same side stands on {to_name}");
        }
        let plain = Move::new(from, to, Manner::Plain);
        let queening = plain.promoting(Kind::Queen, None);
        match kinds {
            [] if self.allows(plain, false) => "it leaves the king attacked".into(),
            [] if self.allows(queening, false) => {
                "the pawn promotes there: the letter `q` expected".into()
            }
            [Kind::Queen] if self.allows(queening, false) => "it leaves the king attacked".into(),
            [_, ..] if self.allows(queening, false) => {
                "a pawn promotes to a queen only: one letter `q` expected".into()
            }
            [_, ..] if self.allows(plain, false) => {
                "it promotes nothing there: no letter expected".into()
            }
            _ => {
                let name = format!("{:?}", man.kind).to_lowercase();
                format!("the {name} on {from_name} does not reach {to_name} by a free line")
            }
        }
    }

    fn why_no_platform_move(&self, from: Place, to: Place, kinds: &[Kind]) -> String {
        let (from_name, to_name) = (Space::name(from), Space::name(to));
        let [from_post, to_post] = [from, to].map(|place| place - CELLS as Place);
        if !self.is_held(from_post) {
            return format!("no platform stands on {from_name}");
        }
        if self.is_held(to_post) {
            return format!("a platform stands on {to_name} already");
        }
        if !kinds.is_empty() {
            return "a platform move promotes nothing: no letter expected".into();
        }
        if self.allows(Move::new(from, to, Manner::Platform), false) {
            return "it leaves the king attacked".into();
        }
        let covered = Self::covered(from);
        let men: Vec<Man> = covered.iter().filter_map(|&cell| self.man_at(cell)).collect();
        if men.iter().any(|man| man.side != self.side) {
            return format!("the platform on {from_name} holds an enemy");
        }
        if men.iter().any(|man| man.kind == Kind::King) {
            return format!("the platform on {from_name} holds the king");
        }
        if men.is_empty() {
            return format!("the platform on {from_name} holds no man of the side to move");
        }
        format!(
            "the platform on {from_name} carries a pawn: it must go on covering the same ranks, \
             which {to_name} does not"
        )
    }
}

/// The bit of a start cell; 0 for all others.
fn start_bit(cell: Place) -> u16 {
    START_BIT.get(usize::from(cell)).copied().unwrap_or(0)
}

impl Text for Board {
    const NOTATIONS: &'static [Notation] = &[Notation::Roth, Notation::Smith];

    fn parse(text: &str) -> Result<Self, Vec<Fault>> {
        Self::from_setup(&Setup::parse::<true>(text, PLATFORMS, false)?)
    }

    fn write(&self) -> String {
        self.setup().write::<true>()
    }

    fn move_text(&self, mv: Move) -> String {
        staircase::move_text::<true>(mv)
    }

    fn parse_move(&self, text: &str) -> Result<Move, Fault> {
        staircase::parse_move::<true, _>(self, text, |from, to, kinds| {
            self.why_not(from, to, kinds)
        })
    }

    fn draw(&self) -> String {
        draw(self)
    }
}

//! Position strings, moves in wire notation and drawings of `federation`.

use super::tables::{CASTLINGS, COLUMN_OF, PAWN_STARTS, Space};
use super::{Board, NONE};
use crate::geometry::bits::Bits;
use crate::geometry::columns::between;
use crate::geometry::staircase::CELLS;
use crate::moves::{Kind, Man, Manner, Move, Place, Side};
use crate::rules::codes::code_of;
use crate::rules::draw::draw;
use crate::rules::fields::{faults_of_men, parse_marks, write_marks};
use crate::rules::staircase::Setup;
use crate::rules::{Fault, Geometry, Notation, Part, Play, Text};

/// F1, the start position.
const START: &str = "nbbn/pppp/4/4|4/4/4/4|4/4/PPPP/NBBN \
     b12+w:PP/RQ,b86+b:rq/pp,e12+w:PP/KR,e86+b:kr/pp w KQkq * - 0 1";

impl<const ROOK_PAWNS: bool> Board<ROOK_PAWNS> {
    pub(super) fn start_position() -> Self {
        Self::parse(START).unwrap_or(Self::empty([0, 10, 12, 22]))
    }

    /// The start cells on which a pawn of their colour stands.
    fn pawns_at_start(man_at: impl Fn(Place) -> Option<Man>) -> Vec<Place> {
        let stands = |side: Side| {
            let pawn = Some(Man { kind: Kind::Pawn, side });
            let man_at = &man_at;
            PAWN_STARTS[side.index()].iter().copied().filter(move |&cell| man_at(cell) == pawn)
        };
        stands(Side::White).chain(stands(Side::Black)).collect()
    }

    /// Puts a set-up on a board; `Err` tells what the rules do not allow.
    fn from_setup(setup: &Setup) -> Result<Self, Vec<Fault>> {
        let mut faults = faults_of_men::<Self>(&setup.men, |side, cell| {
            let rank = Self::point(cell).rank;
            if side == Side::White { rank >= 8 } else { rank <= 1 }
        });
        let mut posts = [0; 4];
        let mut black_owned = 0;
        for (slot, &(post, owner)) in setup.platforms.iter().take(4).enumerate() {
            posts[slot] = post;
            black_owned |= u8::from(owner == Some(Side::Black)) << slot;
        }
        let mut board = Self::empty(posts);
        board.black_owned = black_owned;
        board.side = setup.side;
        board.castling = setup.castling;
        board.clock = setup.clock;
        board.move_number = setup.move_number;
        for (cell, man) in (0..).zip(setup.men) {
            if let Some(Man { kind, side }) = man {
                board.put(side, code_of(kind), board.square(cell), cell, &mut ());
            }
        }
        for (castling, (right, letter)) in CASTLINGS.iter().zip("KQkq".chars().enumerate()) {
            let side = if right < 2 { Side::White } else { Side::Black };
            let at_home = |cell, kind| board.man_at(cell) == Some(Man { kind, side });
            if setup.castling >> right & 1 != 0
                && !(at_home(castling.king, Kind::King) && at_home(castling.rook, Kind::Rook))
            {
                let fault = format!("`{letter}` read, but king or rook is not at home");
                faults.push(Fault { field: "castling", fault });
            }
        }
        if let Err(more) = board.set_fresh(&setup.fresh) {
            faults.extend(more);
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        if board.is_king_attacked(board.side.other()) {
            let fault = format!("{:?}, who is not to move, stands in check", board.side.other());
            faults.push(Fault { field: "side", fault });
        }
        if let Err(fault) = board.set_runner(&setup.special) {
            faults.push(Fault { field: "en passant", fault });
        }
        board.settle();
        if faults.is_empty() { Ok(board) } else { Err(faults) }
    }

    fn set_fresh(&mut self, text: &str) -> Result<(), Vec<Fault>> {
        let starts = Self::pawns_at_start(|cell| self.man_at(cell));
        let cells = parse_marks::<Self>(text, "fresh", &starts, |cell| {
            let Some(Man { kind: Kind::Pawn, side }) = self.man_at(cell) else {
                return Err("holds no pawn".into());
            };
            let home = PAWN_STARTS[side.index()].contains(&cell);
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
        let read = |name: &str| {
            let cell = Space::named(name).filter(|&cell| self.live_square(cell).is_some());
            cell.ok_or_else(|| format!("`{name}` in `{text}` is no live cell"))
        };
        let Some((runner, passed)) = text.split_once(':') else {
            return Err(format!("`{text}` read, `-` or runner, `:`, passed cell expected"));
        };
        let (runner, passed) = (read(runner)?, read(passed)?);
        let side = self.side.other();
        if self.man_at(runner) != Some(Man { kind: Kind::Pawn, side }) {
            return Err(format!("`{text}`: no pawn of {side:?} stands on the runner's cell"));
        }
        let column = |cell: Place| usize::from(COLUMN_OF[usize::from(cell)]);
        let possible = PAWN_STARTS[side.index()].iter().any(|&start| {
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

    fn setup(&self) -> Setup {
        let platforms = (0..4).map(|slot| (self.posts[slot], Some(self.owner(slot)))).collect();
        let mut setup = Setup::empty(platforms);
        for square in Bits(self.occupied()) {
            let cell = self.cell(square);
            setup.men[usize::from(cell)] = self.man_at(cell);
        }
        setup.side = self.side;
        setup.castling = self.castling;
        let fresh: Vec<Place> = Bits(self.fresh).map(|square| self.cell(square)).collect();
        let starts = Self::pawns_at_start(|cell| self.man_at(cell));
        setup.fresh = write_marks::<Self>(&fresh, &starts);
        if self.runner != NONE {
            setup.special = format!("{}:{}", Space::name(self.runner), Space::name(self.passed));
        }
        setup.clock = self.clock;
        setup.move_number = self.move_number;
        setup
    }

    /// Reads the places and letters of a move; whether it is legal is not asked.
    fn read_move(text: &str) -> Result<(Place, Place, Vec<Kind>), String> {
        let take = |text: &str| -> Result<(Place, usize), String> {
            let signed = text.chars().nth(3).is_some_and(|sign| sign == '+' || sign == '-');
            let length = if signed { 4 } else { 3 };
            let name: String = text.chars().take(length).collect();
            let what = if signed { "post" } else { "cell" };
            let place =
                Space::named(&name).ok_or_else(|| format!("there is no {what} `{name}`"))?;
            Ok((place, name.len()))
        };
        let (from, length) = take(text)?;
        let rest = text.get(length..).unwrap_or_default();
        let (to, length) = take(rest)?;
        let letters = rest.get(length..).unwrap_or_default();
        let kinds = letters.chars().map(|letter| match Kind::from_letter(letter) {
            Some(kind @ (Kind::Queen | Kind::Rook | Kind::Bishop | Kind::Knight)) => Ok(kind),
            _ => Err(format!("`{letter}` read, a promotion letter of `qrbn` expected")),
        });
        Ok((from, to, kinds.collect::<Result<_, _>>()?))
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
        self.setup().write::<false>()
    }

    fn move_text(&self, mv: Move) -> String {
        let mut text = Space::name(mv.from()) + &Space::name(mv.to());
        text.extend(mv.promotion().map(Kind::letter));
        text
    }

    fn parse_move(&self, text: &str) -> Result<Move, Fault> {
        let fault = |fault| Fault { field: "move", fault };
        if text == "0000" {
            return Err(fault("`0000`, the null move, is not legal in a game".into()));
        }
        let (from, to, kinds) = Self::read_move(text).map_err(fault)?;
        let mut list = crate::moves::MoveList::new();
        self.generate(Part::All, &mut list);
        let legal = list.into_iter().find(|mv| {
            (mv.from(), mv.to()) == (from, to) && mv.promotion().as_slice() == kinds.as_slice()
        });
        legal.ok_or_else(|| fault(self.why_not(from, to, &kinds)))
    }

    fn draw(&self) -> String {
        draw(self)
    }
}

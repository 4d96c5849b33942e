//! From set-ups and move texts to placements and moves, and back.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

use super::changes::Castling;
use super::placement::{NONE, Placement};
use super::setup::Setup;
use crate::geometry::bits::Bits;
use crate::geometry::staircase::Staircase;
use crate::moves::{Kind, Man, Move, MoveList, Place, Side};
use crate::rules::codes::code_of;
use crate::rules::fields::{self, write_marks};
use crate::rules::{Fault, Geometry, Part, Text};

/// The start cells of each side's pawns.
pub type PawnStarts = [[Place; 8]; 2];

/// The start cells on which a pawn of their colour stands.
pub fn pawns_at_start(starts: &PawnStarts, man_at: impl Fn(Place) -> Option<Man>) -> Vec<Place> {
    let stands = |side: Side| {
        let pawn = Some(Man { kind: Kind::Pawn, side });
        let (cells, man_at) = (side.of(starts).iter().copied(), &man_at);
        cells.filter(move |&cell| man_at(cell) == pawn)
    };
    stands(Side::White).chain(stands(Side::Black)).collect()
}

fn man_at(placement: &Placement, cell: Place) -> Option<Man> {
    placement.man_on(placement.live_square(cell)?)
}

impl Setup {
    /// Men, platforms, rights and counters as the set-up has them; nothing fresh, no runner, no
    /// key.
    pub fn placement(&self) -> Placement {
        let mut posts = [0; 4];
        let mut black_owned = 0;
        for (slot, (place, &(post, owner))) in posts.iter_mut().zip(&self.platforms).enumerate() {
            *place = post;
            black_owned |= u8::from(owner == Some(Side::Black)) << slot;
        }
        let mut placement = Placement::empty(posts);
        placement.black_owned = black_owned;
        placement.side = self.side;
        placement.castling = self.castling;
        placement.clock = self.clock;
        placement.move_number = self.move_number;
        for (cell, man) in (0..).zip(self.men) {
            if let Some(Man { kind, side }) = man {
                let square = placement.square(cell);
                placement.put(side, code_of(kind), square, cell, &mut ());
            }
        }
        placement
    }

    /// The set-up of a placement; pawns that are fresh on all these start cells are told by `*`.
    pub fn of<G: Geometry>(placement: &Placement, owned: bool, starts: &PawnStarts) -> Setup {
        let platforms = placement.posts.into_iter().enumerate();
        let platforms = platforms.map(|(slot, post)| (post, owned.then(|| placement.owner(slot))));
        let mut setup = Setup::empty(platforms.collect());
        for (cell, man) in (0..).zip(&mut setup.men) {
            *man = man_at(placement, cell);
        }
        setup.side = placement.side;
        setup.castling = placement.castling;
        let fresh: Vec<Place> = Bits(placement.fresh).map(|at| placement.cell(at)).collect();
        setup.fresh =
            write_marks::<G>(&fresh, &pawns_at_start(starts, |cell| man_at(placement, cell)));
        if placement.runner != NONE {
            let name = G::place_name;
            setup.special = format!("{}:{}", name(placement.runner), name(placement.passed));
        }
        setup.clock = placement.clock;
        setup.move_number = placement.move_number;
        setup
    }
}

/// The castling rights that are held though king or rook is not at home.
pub fn castling_faults(placement: &Placement, castlings: &[Castling; 4]) -> Vec<Fault> {
    let homes = castlings.map(|castling| (castling.king, castling.rook));
    fields::castling_faults(placement.castling, homes, |cell| man_at(placement, cell))
}

/// Reads an en-passant field that is not `-`: the cell of a pawn that the side not to move has
/// just stepped with, and the cell it passed.
pub fn read_runner<const UPSIDE_DOWN: bool>(
    text: &str,
    placement: &Placement,
) -> Result<(Place, Place), String> {
    let read = |name: &str| {
        let cell = Staircase::<UPSIDE_DOWN>::named(name);
        let live = cell.filter(|&cell| placement.live_square(cell).is_some());
        live.ok_or_else(|| format!("`{name}` in `{text}` is no live cell"))
    };
    let Some((runner, passed)) = text.split_once(':') else {
        return Err(format!("`{text}` read, `-` or runner, `:`, passed cell expected"));
    };
    let (runner, passed) = (read(runner)?, read(passed)?);
    let side = placement.side.other();
    if man_at(placement, runner) != Some(Man { kind: Kind::Pawn, side }) {
        return Err(format!("`{text}`: no pawn of {side:?} stands on the runner's cell"));
    }
    Ok((runner, passed))
}

/// A move in wire notation.
pub fn move_text<const UPSIDE_DOWN: bool>(mv: Move) -> String {
    let name = Staircase::<UPSIDE_DOWN>::name;
    let mut text = name(mv.from()) + &name(mv.to());
    text.extend([mv.promotion(), mv.second_promotion()].into_iter().flatten().map(Kind::letter));
    text
}

/// Reads the places and letters of a move; whether it is legal is not asked.
fn read_move<const UPSIDE_DOWN: bool>(text: &str) -> Result<(Place, Place, Vec<Kind>), String> {
    let take = |text: &str| -> Result<(Place, usize), String> {
        let signed = text.chars().nth(3).is_some_and(|sign| sign == '+' || sign == '-');
        let length = if signed { 4 } else { 3 };
        let name: String = text.chars().take(length).collect();
        let what = if signed { "post" } else { "cell" };
        let place = Staircase::<UPSIDE_DOWN>::named(&name)
            .ok_or_else(|| format!("there is no {what} `{name}`"))?;
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

/// The legal move of that wire text; where there is none, `why_not` tells why of its places and
/// letters.
pub fn parse_move<const UPSIDE_DOWN: bool, B: Text>(
    board: &B,
    text: &str,
    why_not: impl FnOnce(Place, Place, &[Kind]) -> String,
) -> Result<Move, Fault> {
    let fault = |fault| Fault { field: "move", fault };
    if text == "0000" {
        return Err(fault("`0000`, the null move, is not legal in a game".into()));
    }
    let (from, to, kinds) = read_move::<UPSIDE_DOWN>(text).map_err(fault)?;
    let mut list = MoveList::new();
    board.generate(Part::All, &mut list);
    let legal = list.into_iter().find(|mv| {
        let letters = [mv.promotion(), mv.second_promotion()].into_iter().flatten();
        (mv.from(), mv.to()) == (from, to) && letters.eq(kinds.iter().copied())
    });
    legal.ok_or_else(|| fault(why_not(from, to, &kinds)))
}

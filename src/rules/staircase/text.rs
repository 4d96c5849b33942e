//! From set-ups and move texts to placements and moves, and back.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

use super::setup::Setup;
use super::state::{NO_CELL, StaircaseState};
use super::update::Castling;
use crate::geometry::Place;
use crate::geometry::bits::BitIter;
use crate::geometry::staircase::Staircase;
use crate::moves::{Move, MoveList, Piece, PieceType, Side};
use crate::rules::fen_fields::{self, write_cells};
use crate::rules::piece_codes::code_of;
use crate::rules::{BoardText, GenType, Geometry, ParseError};

/// The start cells of each side's pawns.
pub type PawnStarts = [[Place; 8]; 2];

/// The start cells on which a pawn of their colour stands.
pub fn pawns_at_start(starts: &PawnStarts, man_at: impl Fn(Place) -> Option<Piece>) -> Vec<Place> {
    let stands = |side: Side| {
        let pawn = Some(Piece { kind: PieceType::Pawn, side });
        let (cells, man_at) = (side.select(starts).iter().copied(), &man_at);
        cells.filter(move |&cell| man_at(cell) == pawn)
    };
    stands(Side::White).chain(stands(Side::Black)).collect()
}

impl Setup {
    /// Men, platforms, rights and counters as the set-up has them; nothing fresh, no runner, no
    /// key.
    pub fn to_state(&self) -> StaircaseState {
        let mut posts = [0; 4];
        let mut black_owned = 0;
        for (slot, (place, &(post, owner))) in posts.iter_mut().zip(&self.platforms).enumerate() {
            *place = post;
            black_owned |= u8::from(owner == Some(Side::Black)) << slot;
        }
        let mut placement = StaircaseState::empty(posts);
        placement.black_owned = black_owned;
        placement.side = self.side;
        placement.castling = self.castling;
        placement.halfmove_clock = self.halfmove_clock;
        placement.fullmove_number = self.fullmove_number;
        for (cell, man) in (0..).zip(self.pieces) {
            if let Some(Piece { kind, side }) = man {
                let square = placement.square(cell);
                placement.put_piece(side, code_of(kind), square, cell, &mut ());
            }
        }
        placement
    }

    /// The set-up of a placement; pawns that are fresh on all these start cells are told by `*`.
    pub fn from_state<G: Geometry>(
        placement: &StaircaseState,
        owned: bool,
        starts: &PawnStarts,
    ) -> Setup {
        let platforms = placement.posts.into_iter().enumerate();
        let platforms = platforms.map(|(slot, post)| (post, owned.then(|| placement.owner(slot))));
        let mut setup = Setup::empty(platforms.collect());
        for (cell, man) in (0..).zip(&mut setup.pieces) {
            *man = placement.piece_at(cell);
        }
        setup.side = placement.side;
        setup.castling = placement.castling;
        let fresh: Vec<Place> =
            BitIter(placement.unmoved_pawns).map(|at| placement.cell(at)).collect();
        setup.unmoved_pawns =
            write_cells::<G>(&fresh, &pawns_at_start(starts, |cell| placement.piece_at(cell)));
        if placement.ep_pawn != NO_CELL {
            let name = G::place_name;
            setup.sixth_field = format!("{}:{}", name(placement.ep_pawn), name(placement.ep_cell));
        }
        setup.halfmove_clock = placement.halfmove_clock;
        setup.fullmove_number = placement.fullmove_number;
        setup
    }
}

/// The castling rights that are held though king or rook is not at home.
pub fn castling_errors(placement: &StaircaseState, castlings: &[Castling; 4]) -> Vec<ParseError> {
    let homes = castlings.map(|castling| (castling.king, castling.rook));
    fen_fields::castling_errors(placement.castling, homes, |cell| placement.piece_at(cell))
}

/// Reads an en-passant field that is not `-`: the cell of a pawn that the side not to move has
/// just stepped with, and the cell it passed.
pub fn parse_ep_field<const UPSIDE_DOWN: bool>(
    text: &str,
    placement: &StaircaseState,
) -> Result<(Place, Place), String> {
    let read = |name: &str| {
        let cell = Staircase::<UPSIDE_DOWN>::place_from_name(name);
        let live = cell.filter(|&cell| placement.live_square(cell).is_some());
        live.ok_or_else(|| format!("`{name}` in `{text}` is no live cell"))
    };
    let Some((runner, passed)) = text.split_once(':') else {
        return Err(format!("`{text}` read, `-` or runner, `:`, passed cell expected"));
    };
    let (runner, passed) = (read(runner)?, read(passed)?);
    let side = placement.side.other();
    if placement.piece_at(runner) != Some(Piece { kind: PieceType::Pawn, side }) {
        return Err(format!("`{text}`: no pawn of {side:?} stands on the runner's cell"));
    }
    Ok((runner, passed))
}

/// A move in wire notation.
pub fn move_to_uci<const UPSIDE_DOWN: bool>(mv: Move) -> String {
    let name = Staircase::<UPSIDE_DOWN>::place_name;
    let mut text = name(mv.from()) + &name(mv.to());
    text.extend(
        [mv.promotion(), mv.second_promotion()].into_iter().flatten().map(PieceType::letter),
    );
    text
}

/// Reads the places and letters of a move; whether it is legal is not asked.
fn parse_move_parts<const UPSIDE_DOWN: bool>(
    text: &str,
) -> Result<(Place, Place, Vec<PieceType>), String> {
    let take = |text: &str| -> Result<(Place, usize), String> {
        let signed = text.chars().nth(3).is_some_and(|sign| sign == '+' || sign == '-');
        let length = if signed { 4 } else { 3 };
        let name: String = text.chars().take(length).collect();
        let what = if signed { "post" } else { "cell" };
        let place = Staircase::<UPSIDE_DOWN>::place_from_name(&name)
            .ok_or_else(|| format!("there is no {what} `{name}`"))?;
        Ok((place, name.len()))
    };
    let (from, length) = take(text)?;
    let rest = text.get(length..).unwrap_or_default();
    let (to, length) = take(rest)?;
    let letters = rest.get(length..).unwrap_or_default();
    let kinds = letters.chars().map(|letter| match PieceType::from_letter(letter) {
        Some(
            kind @ (PieceType::Queen | PieceType::Rook | PieceType::Bishop | PieceType::Knight),
        ) => Ok(kind),
        _ => Err(format!("`{letter}` read, a promotion letter of `qrbn` expected")),
    });
    Ok((from, to, kinds.collect::<Result<_, _>>()?))
}

/// The legal move of that wire text; where there is none, `why_not` tells why of its places and
/// letters.
pub fn parse_uci_move<const UPSIDE_DOWN: bool, B: BoardText>(
    board: &B,
    text: &str,
    why_not: impl FnOnce(Place, Place, &[PieceType]) -> String,
) -> Result<Move, ParseError> {
    let fault = |fault| ParseError { field: "move", message: fault };
    if text == "0000" {
        return Err(fault("`0000`, the null move, is not legal in a game".into()));
    }
    let (from, to, kinds) = parse_move_parts::<UPSIDE_DOWN>(text).map_err(fault)?;
    let mut list = MoveList::new();
    board.generate(GenType::All, &mut list);
    let legal = list.into_iter().find(|mv| {
        let letters = [mv.promotion(), mv.second_promotion()].into_iter().flatten();
        (mv.from(), mv.to()) == (from, to) && letters.eq(kinds.iter().copied())
    });
    legal.ok_or_else(|| fault(why_not(from, to, &kinds)))
}

//! Converts setups and UCI moves to states and moves, and back.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

use super::rules::StaircaseRules;
use super::setup::Setup;
use super::state::{NO_CELL, StaircaseState};
use super::update::Castling;
use crate::geometry::Place;
use crate::geometry::bits::BitIter;
use crate::geometry::staircase::{CELL_COUNT, Staircase};
use crate::moves::{Move, MoveList, Piece, PieceType, Side};
use crate::rules::fen_fields::{self, parse_cells, write_cells};
use crate::rules::piece_codes::code_of;
use crate::rules::{BoardText, GenType, Geometry, ParseError};

/// The start cells of each side's pawns.
pub(crate) type PawnStarts = [[Place; 8]; 2];

/// Returns the start cells that hold a pawn of their side.
pub(crate) fn pawns_at_start(
    starts: &PawnStarts,
    piece_at: impl Fn(Place) -> Option<Piece>,
) -> Vec<Place> {
    let stands = |side: Side| {
        let pawn = Some(Piece { kind: PieceType::Pawn, side });
        let (cells, piece_at) = (side.select(starts).iter().copied(), &piece_at);
        cells.filter(move |&cell| piece_at(cell) == pawn)
    };
    stands(Side::White).chain(stands(Side::Black)).collect()
}

impl Setup {
    /// Builds a state with the pieces, platforms, rights and counters of the setup. The unmoved
    /// pawns, the en passant fields and the key are left empty.
    pub(crate) fn to_state(&self) -> StaircaseState {
        let mut posts = [0; 4];
        let mut black_owned = 0;
        for (slot, (place, &(post, owner))) in posts.iter_mut().zip(&self.platforms).enumerate() {
            *place = post;
            black_owned |= u8::from(owner == Some(Side::Black)) << slot;
        }
        let mut state = StaircaseState::empty(posts);
        state.black_owned = black_owned;
        state.side = self.side;
        state.castling = self.castling;
        state.halfmove_clock = self.halfmove_clock;
        state.fullmove_number = self.fullmove_number;
        for (cell, piece) in (0..).zip(self.pieces) {
            if let Some(Piece { kind, side }) = piece {
                let square = state.square(cell);
                state.put_piece(side, code_of(kind), square, cell, &mut ());
            }
        }
        state
    }

    /// Builds the setup of a state. Field 5 is `*` if every pawn on these start cells is still
    /// unmoved.
    pub(crate) fn from_state<G: Geometry>(
        state: &StaircaseState,
        owned: bool,
        starts: &PawnStarts,
    ) -> Setup {
        let platforms = state.posts.into_iter().enumerate();
        let platforms = platforms.map(|(slot, post)| (post, owned.then(|| state.owner(slot))));
        let mut setup = Setup::empty(platforms.collect());
        for (cell, piece) in (0..).zip(&mut setup.pieces) {
            *piece = state.piece_at(cell);
        }
        setup.side = state.side;
        setup.castling = state.castling;
        let unmoved: Vec<Place> = BitIter(state.unmoved_pawns).map(|at| state.cell(at)).collect();
        setup.unmoved_pawns =
            write_cells::<G>(&unmoved, &pawns_at_start(starts, |cell| state.piece_at(cell)));
        if state.ep_pawn != NO_CELL {
            let name = G::place_name;
            setup.sixth_field = format!("{}:{}", name(state.ep_pawn), name(state.ep_cell));
        }
        setup.halfmove_clock = state.halfmove_clock;
        setup.fullmove_number = state.fullmove_number;
        setup
    }
}

/// Parses the list of unmoved pawns to a set of squares. `error` says why a pawn of that side cannot
/// be unmoved on a cell.
pub(crate) fn parse_unmoved_pawns<G: Geometry>(
    text: &str,
    state: &StaircaseState,
    starts: &PawnStarts,
    error: impl Fn(Side, Place) -> Option<String>,
) -> Result<u64, Vec<ParseError>> {
    let at_start = pawns_at_start(starts, |cell| state.piece_at(cell));
    let cells = parse_cells::<G>(text, "unmoved pawns", &at_start, |cell| {
        let Some(Piece { kind: PieceType::Pawn, side }) = state.piece_at(cell) else {
            return Err("holds no pawn".into());
        };
        error(side, cell).map_or(Ok(()), Err)
    })?;
    Ok(cells.iter().fold(0, |unmoved, &cell| unmoved | 1 << state.square(cell)))
}

/// Returns an error for a pawn that is not on a start cell of its side.
pub(crate) fn not_at_start(starts: &PawnStarts, side: Side, cell: Place) -> Option<String> {
    let home = side.select(starts).contains(&cell);
    (!home).then(|| format!("is no start cell of a pawn of {side:?}"))
}

/// Reports the castling rights whose king or rook is not on its start cell.
pub(crate) fn castling_errors(
    state: &StaircaseState,
    castlings: &[Castling; 4],
) -> Vec<ParseError> {
    let homes = castlings.map(|castling| (castling.king, castling.rook));
    fen_fields::castling_errors(state.castling, homes, |cell| state.piece_at(cell))
}

/// Parses an en passant field other than `-`: the cell of the pawn that has just made a double
/// step, and the cell that it passed over.
pub(crate) fn parse_ep_field<const UPSIDE_DOWN: bool>(
    text: &str,
    state: &StaircaseState,
) -> Result<(Place, Place), String> {
    let parse = |name: &str| {
        let cell = Staircase::<UPSIDE_DOWN>::place_from_name(name);
        let live = cell.filter(|&cell| state.live_square(cell).is_some());
        live.ok_or_else(|| format!("`{name}` in `{text}` is not a live cell"))
    };
    let Some((ep_pawn, ep_cell)) = text.split_once(':') else {
        return Err(format!(
            "`{text}` read, `-` or the pawn's cell, `:` and the passed cell expected"
        ));
    };
    let (ep_pawn, ep_cell) = (parse(ep_pawn)?, parse(ep_cell)?);
    let side = state.side.other();
    if state.piece_at(ep_pawn) != Some(Piece { kind: PieceType::Pawn, side }) {
        return Err(format!("`{text}`: no pawn of {side:?} stands on the first cell"));
    }
    Ok((ep_pawn, ep_cell))
}

/// Writes a move in UCI notation.
pub(crate) fn move_to_uci<const UPSIDE_DOWN: bool>(mv: Move) -> String {
    let name = Staircase::<UPSIDE_DOWN>::place_name;
    let mut text = name(mv.from()) + &name(mv.to());
    text.extend(
        [mv.promotion(), mv.second_promotion()].into_iter().flatten().map(PieceType::letter),
    );
    text
}

/// Parses the places and promotion letters of a move, which need not be legal.
fn parse_move_parts<const UPSIDE_DOWN: bool>(
    text: &str,
) -> Result<(Place, Place, Vec<PieceType>), String> {
    let parse_place = |text: &str| -> Result<(Place, usize), String> {
        let signed = text.chars().nth(3).is_some_and(|sign| sign == '+' || sign == '-');
        let length = if signed { 4 } else { 3 };
        let name: String = text.chars().take(length).collect();
        let what = if signed { "post" } else { "cell" };
        let place = Staircase::<UPSIDE_DOWN>::place_from_name(&name)
            .ok_or_else(|| format!("there is no {what} `{name}`"))?;
        Ok((place, name.len()))
    };
    let (from, length) = parse_place(text)?;
    let rest = text.get(length..).unwrap_or_default();
    let (to, length) = parse_place(rest)?;
    let letters = rest.get(length..).unwrap_or_default();
    let promotions = letters.chars().map(|letter| match PieceType::from_letter(letter) {
        Some(
            kind @ (PieceType::Queen | PieceType::Rook | PieceType::Bishop | PieceType::Knight),
        ) => Ok(kind),
        _ => Err(format!("`{letter}` read, a promotion letter of `qrbn` expected")),
    });
    Ok((from, to, promotions.collect::<Result<_, _>>()?))
}

/// Returns the legal move with this UCI text. If there is none, `explain` returns the reason,
/// given the places and the promotions.
pub(crate) fn parse_uci_move<const UPSIDE_DOWN: bool, B: BoardText>(
    board: &B,
    text: &str,
    explain: impl FnOnce(Place, Place, &[PieceType]) -> String,
) -> Result<Move, ParseError> {
    let error = |message| ParseError { field: "move", message };
    if text == "0000" {
        return Err(error("`0000`, the null move, is not legal in a game".into()));
    }
    let (from, to, promotions) = parse_move_parts::<UPSIDE_DOWN>(text).map_err(error)?;
    let mut list = MoveList::new();
    board.generate(GenType::All, &mut list);
    let legal = list.into_iter().find(|mv| {
        let letters = [mv.promotion(), mv.second_promotion()].into_iter().flatten();
        (mv.from(), mv.to()) == (from, to) && letters.eq(promotions.iter().copied())
    });
    legal.ok_or_else(|| error(explain(from, to, &promotions)))
}

/// Explains why a well-formed move between two places is not even pseudo-legal, as far as this
/// depends on what stands there: a cell is not live, the origin holds no piece to move, the
/// destination holds an own piece.
pub(crate) fn explain_impossible_move<const UPSIDE_DOWN: bool>(
    state: &StaircaseState,
    from: Place,
    to: Place,
) -> Option<String> {
    let name = Staircase::<UPSIDE_DOWN>::place_name;
    let is_post = |place: Place| usize::from(place) >= CELL_COUNT;
    if is_post(from) != is_post(to) {
        return Some("a piece moves from cell to cell, a platform from post to post".into());
    }
    if is_post(from) {
        let slot_of = |post: Place| state.slot_of_post(post - CELL_COUNT as Place);
        if slot_of(from).is_none() {
            return Some(format!("no platform stands on {}", name(from)));
        }
        return slot_of(to).map(|_| format!("a platform stands on {} already", name(to)));
    }
    for cell in [from, to] {
        if state.live_square(cell).is_none() {
            return Some(format!("{} is not a cell: no platform covers it", name(cell)));
        }
    }
    match state.piece_at(from) {
        None => Some(format!("no piece stands on {}", name(from))),
        Some(piece) if piece.side != state.side => Some(format!(
            "the piece on {} belongs to {:?}, who is not to move",
            name(from),
            piece.side
        )),
        Some(_) => None,
    }
}

/// Explains why a pseudo-legal move is not legal: its letters are wrong, or it leaves the king
/// attacked. At most `max_letters` pawns promote by it.
pub(crate) fn explain_pseudo_legal<B: StaircaseRules>(
    board: &B,
    mv: Move,
    promotions: &[PieceType],
    max_letters: usize,
) -> Option<String> {
    let with = |promotions: &[PieceType]| match *promotions {
        [] => mv,
        [first, ref rest @ ..] => mv.with_promotions(first, rest.first().copied()),
    };
    let letters = (0..=max_letters).find(|&letters| {
        let queens = vec![PieceType::Queen; letters];
        board.is_generated(with(&queens), false)
    })?;
    Some(match letters {
        _ if letters == promotions.len() => "it leaves the king attacked".into(),
        0 => "it promotes nothing there: no letter expected".into(),
        1 => "a pawn promotes there: one letter of `qrbn` expected".into(),
        _ => "two pawns promote there: two letters of `qrbn` expected".into(),
    })
}

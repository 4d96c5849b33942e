//! The number of a placement in a file: the pieces in groups of like ones, the numbers of the
//! groups multiplied and added.
//!
//! The first group *leads*: the symmetries of the board map it to a part of the board. It is the
//! pawns of one side if there are pawns, else three pieces that differ if some piece is the only
//! one of its kind and side, else the two kings. Symmetries map pawns to the files a to d, and
//! other pieces to the triangle a1–d1–d4.

use super::material::{BLACK_BIT, Code, MAX_PIECES, Pieces, WHITE_KING, WHITE_PAWN};
use super::numbering::{
    KING_PAIRS, above_diagonal, binomial, first_pawn_placement, half_number, king_pair_number,
    pawn_number, pawn_placements, triangle_number,
};
use crate::geometry::bits::places;
use crate::geometry::plane::{WIDTH, file_of, rank_of};
use arrayvec::ArrayVec;

/// The squares of the pieces, in the order of a layout.
type Squares = ArrayVec<u8, MAX_PIECES>;

/// The number of squares on which pawns can stand.
const PAWN_SQUARES: usize = 48;
/// The number of placements of three pieces that differ, up to symmetry.
const UNIQUE_PLACEMENTS: u64 = 31_332;

/// The group that leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Lead {
    Pawns,
    Unique,
    Kings,
}

/// A group of like pieces, or the one that leads.
#[derive(Clone, Copy, Debug)]
struct Group {
    /// The number of its pieces.
    len: usize,
    /// What the number of its placement is multiplied by.
    factor: u64,
}

/// How the placements of a table are numbered.
#[derive(Debug)]
pub(super) struct Layout {
    codes: ArrayVec<Code, MAX_PIECES>,
    groups: ArrayVec<Group, MAX_PIECES>,
    lead: Lead,
    /// Whether the second group is the pawns of the other side.
    has_other_pawns: bool,
    len: u64,
}

/// How a position is mapped to one of a table.
#[derive(Clone, Copy, Debug)]
pub(super) struct View {
    /// What the codes of the pieces differ by.
    code_flip: Code,
    /// What the squares differ by.
    square_flip: u8,
}

impl View {
    /// Returns the view with the sides exchanged, or of the position as it is.
    pub(super) fn new(exchanges_sides: bool) -> View {
        match exchanges_sides {
            true => View { code_flip: BLACK_BIT, square_flip: 56 },
            false => View { code_flip: 0, square_flip: 0 },
        }
    }

    /// Adds the squares of the pieces of a code.
    fn add(self, pieces: &Pieces, code: Code, squares: &mut Squares) -> Option<()> {
        for place in places(pieces.of(code ^ self.code_flip)) {
            squares.try_push(place as u8 ^ self.square_flip).ok()?;
        }
        Some(())
    }
}

/// Returns the file, from a to d, of the leading pawn among those of a code.
pub(super) fn leading_file(pieces: &Pieces, code: Code, view: View) -> Option<usize> {
    let mut pawns = Squares::new();
    view.add(pieces, code, &mut pawns)?;
    let file = file_of((*pawns.iter().max_by_key(|&&pawn| pawn_number(pawn))?).into());
    Some(file.min(WIDTH - 1 - file))
}

/// Returns the group that leads, and the number of its pieces; `None` if the pieces are in no such
/// order.
fn lead_of(codes: &[Code]) -> Option<(Lead, usize)> {
    let count = |code: Code| codes.iter().filter(|&&other| other == code).count();
    let is_king = |code: Code| code & !BLACK_BIT == WHITE_KING;
    let &first = codes.first()?;
    let (lead, len) = match () {
        () if first & !BLACK_BIT == WHITE_PAWN => (Lead::Pawns, count(first)),
        () if codes.iter().any(|&code| !is_king(code) && count(code) == 1) => (Lead::Unique, 3),
        () => (Lead::Kings, 2),
    };
    let leading = codes.get(..len)?;
    let fits = match lead {
        Lead::Pawns => leading.iter().all(|&code| code == first),
        Lead::Unique => (1..len).all(|index| !leading[..index].contains(&leading[index])),
        Lead::Kings => leading.iter().all(|&code| is_king(code)),
    };
    fits.then_some((lead, len))
}

impl Layout {
    /// Returns the layout of these pieces; `None` if a file cannot have it. `order` is the place of
    /// the leading group, and of the pawns of the other side, among the groups as they are
    /// multiplied; `file` is that of the leading pawn.
    pub(super) fn new(codes: &[Code], order: [usize; 2], file: usize) -> Option<Layout> {
        let (lead, lead_len) = lead_of(codes)?;
        let rest = &codes[lead_len..];
        let has_other_pawns =
            lead == Lead::Pawns && rest.iter().any(|&code| code & !BLACK_BIT == WHITE_PAWN);
        let lengths = rest.chunk_by(|a, b| a == b).map(<[Code]>::len);
        let groups = [lead_len].into_iter().chain(lengths).map(|len| Group { len, factor: 0 });
        let codes = codes.iter().copied().collect();
        let mut layout = Layout { codes, groups: groups.collect(), lead, has_other_pawns, len: 1 };
        layout.multiply(order, file)?;
        Some(layout)
    }

    /// Sets the factors of the groups.
    fn multiply(&mut self, order: [usize; 2], file: usize) -> Option<()> {
        let mut next = if self.has_other_pawns { 2 } else { 1 };
        let mut free = 64 - self.groups.get(..next)?.iter().map(|group| group.len).sum::<usize>();
        let mut place = 0;
        loop {
            let (group, placements) = if place == order[0] {
                (0, self.lead_placements(file)?)
            } else if self.has_other_pawns && place == order[1] {
                (1, binomial(self.groups[1].len, PAWN_SQUARES - self.groups[0].len)?)
            } else if next < self.groups.len() {
                let (group, len) = (next, self.groups[next].len);
                let placements = binomial(len, free)?;
                next += 1;
                free -= len;
                (group, placements)
            } else {
                break;
            };
            self.groups[group].factor = self.len;
            self.len = self.len.checked_mul(placements)?;
            place += 1;
        }
        self.groups.iter().all(|group| group.factor > 0).then_some(())
    }

    /// Returns the number of placements of the leading group.
    fn lead_placements(&self, file: usize) -> Option<u64> {
        match self.lead {
            Lead::Pawns => pawn_placements(self.groups[0].len, file),
            Lead::Unique => Some(UNIQUE_PLACEMENTS),
            Lead::Kings => Some(KING_PAIRS),
        }
    }

    /// Returns the code of the first piece.
    pub(super) fn first_code(&self) -> Code {
        self.codes[0]
    }

    /// Returns the number of placements.
    pub(super) fn len(&self) -> u64 {
        self.len
    }

    /// Returns the number of the placement of a position, whose pieces are those of the layout.
    pub(super) fn number(&self, pieces: &Pieces, view: View) -> Option<u64> {
        let mut squares = Squares::new();
        for run in self.codes.chunk_by(|a, b| a == b) {
            view.add(pieces, run[0], &mut squares)?;
        }
        if squares.len() != self.codes.len() {
            return None;
        }
        let lead_len = self.groups[0].len;
        let leader = match self.lead {
            Lead::Pawns => *squares[..lead_len].iter().max_by_key(|&&pawn| pawn_number(pawn))?,
            Lead::Unique | Lead::Kings => squares[0],
        };
        if file_of(leader.into()) >= WIDTH / 2 {
            squares.iter_mut().for_each(|at| *at ^= 7);
        }
        let number = match self.lead {
            Lead::Pawns => lead_pawns_number(&mut squares[..lead_len])?,
            Lead::Unique | Lead::Kings => {
                map_to_triangle(&mut squares, lead_len);
                match self.lead {
                    Lead::Unique => unique_number(squares[..3].first_chunk()?),
                    _ => king_pair_number(squares[0], squares[1])?,
                }
            }
        };
        let mut sum = number.checked_mul(self.groups[0].factor)?;
        let mut start = lead_len;
        for (index, group) in self.groups.iter().enumerate().skip(1) {
            let (before, rest) = squares.split_at_mut(start);
            let own = rest.get_mut(..group.len)?;
            own.sort_unstable();
            // Pawns cannot stand on the first rank.
            let below = if index == 1 && self.has_other_pawns { WIDTH } else { 0 };
            let mut number = 0;
            for (chosen, &at) in own.iter().enumerate() {
                let taken = before.iter().filter(|&&other| other < at).count();
                number += binomial(chosen + 1, usize::from(at).checked_sub(taken + below)?)?;
            }
            sum = sum.checked_add(number.checked_mul(group.factor)?)?;
            start += group.len;
        }
        Some(sum)
    }
}

/// Returns the number of the placement of the pawns that lead, of which that of the largest number
/// is on the files a to d.
fn lead_pawns_number(pawns: &mut [u8]) -> Option<u64> {
    pawns.sort_unstable_by_key(|&pawn| pawn_number(pawn));
    let (&leading, others) = pawns.split_last()?;
    let mut number = first_pawn_placement(pawns.len(), leading)?;
    for (index, &pawn) in others.iter().enumerate() {
        number += binomial(index + 1, pawn_number(pawn).into())?;
    }
    Some(number)
}

/// Maps squares by a symmetry so that the first is in the triangle a1–d1–d4, and the first of the
/// leading ones that is not on the diagonal is below it. The first square is on the files a to d
/// already.
fn map_to_triangle(squares: &mut Squares, lead_len: usize) {
    if rank_of(squares[0].into()) >= WIDTH / 2 {
        squares.iter_mut().for_each(|at| *at ^= 56);
    }
    let mut sides = squares[..lead_len].iter().map(|&at| above_diagonal(at.into()));
    if sides.find(|&side| side != 0).is_some_and(|side| side > 0) {
        squares.iter_mut().for_each(|at| *at = (*at >> 3 | *at << 3) & 63);
    }
}

/// Returns the number of the placement of three pieces that differ.
fn unique_number(squares: &[u8; 3]) -> u64 {
    let [first, second, third] = squares.map(u64::from);
    let rank = |at: u64| rank_of(at as usize) as u64;
    let is_on_diagonal = |at: u64| above_diagonal(at as usize) == 0;
    // The squares of the pieces before are not free.
    let after_one = u64::from(second > first);
    let after_two = u64::from(third > first) + u64::from(third > second);
    let [half_of_second, half_of_third] =
        [second, third].map(|at| u64::from(half_number(at as u8)));
    if !is_on_diagonal(first) {
        let triangle = u64::from(triangle_number(first as u8));
        (triangle * 63 + second - after_one) * 62 + third - after_two
    } else if !is_on_diagonal(second) {
        (6 * 63 + rank(first) * 28 + half_of_second) * 62 + third - after_two
    } else if !is_on_diagonal(third) {
        6 * 63 * 62
            + 4 * 28 * 62
            + rank(first) * 7 * 28
            + (rank(second) - after_one) * 28
            + half_of_third
    } else {
        6 * 63 * 62
            + 4 * 28 * 62
            + 4 * 7 * 28
            + rank(first) * 7 * 6
            + (rank(second) - after_one) * 6
            + (rank(third) - after_two)
    }
}

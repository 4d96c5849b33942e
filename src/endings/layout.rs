//! The numbers of the positions of an ending. Positions that a symmetry of the game maps to each
//! other have one number.

use super::board::EndingBoard;
use super::material::MAX_PIECES;
use super::value::Index;
use crate::geometry::{Place, Point};
use crate::moves::{Piece, Side};
use crate::rules::{GameInfo, Way, splitmix64};
use arrayvec::ArrayVec;

/// The number of a cell among those that exist.
pub(super) type Cell = u16;

/// The cells of the pieces, in the order of the material.
pub(super) type Cells = ArrayVec<Cell, MAX_PIECES>;

/// Stands for no cell.
const NO_CELL: Cell = Cell::MAX;

/// A symmetry: where it maps each cell, and which piece takes the place of which.
#[derive(Clone, PartialEq, Eq)]
struct Symmetry {
    cells: Vec<Cell>,
    pieces: ArrayVec<u8, MAX_PIECES>,
}

/// The numbers of the positions of an ending.
pub(super) struct Layout {
    /// The cells that exist.
    pub(super) places: Vec<Place>,
    /// The number of each place among them.
    numbers: Vec<Cell>,
    symmetries: Vec<Symmetry>,
    /// The cells of the first king, one of those that symmetries map to each other.
    king_cells: Vec<Cell>,
    /// By cell of the first king: the symmetries that map it to one of `king_cells`, and its number
    /// there.
    by_king: Vec<(u32, Vec<u16>)>,
    /// By piece: by how much the number of a placement grows from one cell to the next, if there
    /// are no symmetries.
    strides: ArrayVec<u32, MAX_PIECES>,
}

impl Layout {
    /// Finds the symmetries of an ending, and numbers its positions. Pieces of one kind and side
    /// are neighbors.
    pub(super) fn new(board: &dyn EndingBoard, pieces: &[Piece]) -> Layout {
        let game = board.game();
        let places: Vec<Place> = game.cells().filter(|&cell| board.is_live(cell)).collect();
        let mut numbers = vec![NO_CELL; game.place_count()];
        for (number, &place) in (0..).zip(&places) {
            numbers[usize::from(place)] = number;
        }
        let mut kinds = pieces.to_vec();
        kinds.dedup();
        let ways: Vec<PieceWays> =
            kinds.iter().map(|&piece| PieceWays::new(board, piece, &places)).collect();
        let mut maps = cell_maps(game, &places, &numbers);
        maps.retain(|map| ways.iter().all(|ways| ways.is_symmetric(map, &numbers)));
        let orders = orders(pieces);
        let symmetries = maps.iter().flat_map(|cells| {
            orders.iter().map(|pieces| Symmetry { cells: cells.clone(), pieces: pieces.clone() })
        });
        let symmetries: Vec<Symmetry> = symmetries.collect();
        let first_image =
            |cell: usize| maps.iter().map(|map| map[cell]).min().unwrap_or(cell as Cell);
        let king_cells: Vec<Cell> = (0..places.len())
            .filter(|&cell| usize::from(first_image(cell)) == cell)
            .map(|cell| cell as Cell)
            .collect();
        let by_king = (0..places.len()).map(|cell| {
            let image = first_image(cell);
            let to_image = (0..).zip(&symmetries).filter(|(_, it)| it.cells[cell] == image);
            let number = king_cells.iter().position(|&king| king == image).unwrap_or(0);
            (number as u32, to_image.map(|(index, _): (u16, _)| index).collect())
        });
        let by_king = by_king.collect();
        let behind = |piece: usize| (pieces.len() - 1 - piece) as u32;
        let strides =
            (0..pieces.len()).map(|piece| (places.len() as u32).wrapping_pow(behind(piece)));
        let strides = strides.collect();
        Layout { places, numbers, symmetries, king_cells, by_king, strides }
    }

    /// Returns the number of indices.
    pub(super) fn len(&self) -> u128 {
        let others = (self.places.len() as u128).pow(self.strides.len() as u32 - 1);
        2 * self.king_cells.len() as u128 * others
    }

    /// Returns whether two moves of a position may lead to positions with one number.
    pub(super) fn has_symmetries(&self) -> bool {
        self.symmetries.len() > 1
    }

    /// Returns the number of positions that a position of this index stands for, itself included,
    /// those with pieces of one kind and side in each other's place counted separately.
    pub(super) fn images(&self, cells: &Cells, index: Index) -> usize {
        let (king, symmetries) = &self.by_king[usize::from(cells[0])];
        let is_same = |symmetry: &&u16| self.image(*king, cells, **symmetry) == index / 2;
        self.symmetries.len() / symmetries.iter().filter(is_same).count().max(1)
    }

    /// Returns the numbers of cells; `None` if one of them does not exist.
    pub(super) fn numbers_of(&self, cells: &[Place]) -> Option<Cells> {
        let number = |&cell: &Place| {
            self.numbers.get(usize::from(cell)).copied().filter(|&number| number != NO_CELL)
        };
        cells.iter().map(number).collect()
    }

    /// Returns the number of a cell that exists.
    #[inline]
    pub(super) fn number(&self, place: Place) -> Cell {
        self.numbers[usize::from(place)]
    }

    /// Returns the places of cells.
    pub(super) fn places_of(&self, cells: &Cells) -> ArrayVec<Place, MAX_PIECES> {
        cells.iter().map(|&cell| self.places[usize::from(cell)]).collect()
    }

    /// Returns the index of a position: the lowest of those that symmetries map to each other.
    #[inline]
    pub(super) fn index(&self, cells: &Cells, side: Side) -> Index {
        let (king, symmetries) = &self.by_king[usize::from(cells[0])];
        let images = symmetries.iter().map(|&it| self.image(*king, cells, it));
        2 * images.min().unwrap_or(0) + side.index() as Index
    }

    /// Returns the index of the position after a piece has moved to a cell. `index` is that before.
    #[inline(always)]
    pub(super) fn index_after(
        &self,
        cells: &Cells,
        [piece, to]: [usize; 2],
        index: Index,
    ) -> Index {
        if self.has_symmetries() {
            let mut cells = cells.clone();
            cells[piece] = to as Cell;
            return self.index(&cells, Side::ALL[index as usize % 2].other());
        }
        // The index is linear in the cells.
        let change = (to as u32).wrapping_sub(cells[piece].into());
        (index ^ 1).wrapping_add(change.wrapping_mul(2 * self.strides[piece]))
    }

    fn image(&self, king: u32, cells: &Cells, symmetry: u16) -> u32 {
        let Symmetry { cells: map, pieces } = &self.symmetries[usize::from(symmetry)];
        let mut index = king;
        for &piece in &pieces[1..] {
            let cell = map[usize::from(cells[usize::from(piece)])];
            index = index * self.places.len() as u32 + u32::from(cell);
        }
        index
    }

    /// Returns the position of an index.
    #[inline]
    pub(super) fn position(&self, index: Index) -> (Cells, Side) {
        let mut rest = index / 2;
        let mut cells = Cells::new();
        let count = self.places.len() as u32;
        for _ in 1..self.strides.len() {
            cells.push((rest % count) as Cell);
            rest /= count;
        }
        cells.push(self.king_cells[rest as usize]);
        cells.reverse();
        (cells, Side::ALL[index as usize % 2])
    }
}

/// Returns the orders of the pieces in which those of one kind and side change places.
pub(super) fn orders(pieces: &[Piece]) -> Vec<ArrayVec<u8, MAX_PIECES>> {
    let mut orders = vec![ArrayVec::new()];
    for piece in pieces {
        let mut longer = Vec::new();
        for order in &orders {
            for (number, other) in (0..).zip(pieces) {
                if other == piece && !order.contains(&number) {
                    let mut order: ArrayVec<u8, MAX_PIECES> = order.clone();
                    order.push(number);
                    longer.push(order);
                }
            }
        }
        orders = longer;
    }
    orders
}

/// Returns the maps of the cells that turn or mirror the board in space and leave it in place, by
/// number of cell. `numbers` are those of the places.
fn cell_maps(game: &GameInfo, places: &[Place], numbers: &[Cell]) -> Vec<Vec<Cell>> {
    const AXES: [[usize; 3]; 6] =
        [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let space = game.space;
    let coordinates = |&place: &Place| {
        let Point { file, rank, level } = space.point(place);
        [file, rank, level]
    };
    let points: Vec<[u8; 3]> = places.iter().map(coordinates).collect();
    let of_axis = |axis: usize| points.iter().map(move |point| point[axis]);
    let low = [0, 1, 2].map(|axis| of_axis(axis).min().unwrap_or(0));
    let high = [0, 1, 2].map(|axis| of_axis(axis).max().unwrap_or(0));
    let size = |axis: usize| high[axis] - low[axis];
    let mut maps: Vec<Vec<Cell>> = Vec::new();
    for axes in AXES.iter().filter(|axes| (0..3).all(|axis| size(axis) == size(axes[axis]))) {
        for reversals in 0..8 {
            let image = |point: &[u8; 3]| {
                let [file, rank, level] = [0, 1, 2].map(|axis| {
                    let distance = point[axes[axis]] - low[axes[axis]];
                    let is_reversed = reversals >> axis & 1 != 0;
                    if is_reversed { high[axis] - distance } else { low[axis] + distance }
                });
                let place = space.cell_at(Point { file, rank, level })?;
                numbers.get(usize::from(place)).copied().filter(|&number| number != NO_CELL)
            };
            if let Some(map) = points.iter().map(image).collect::<Option<Vec<Cell>>>()
                && !maps.contains(&map)
            {
                maps.push(map);
            }
        }
    }
    maps
}

/// The ways of one piece from each cell, by number of cell.
struct PieceWays(Vec<(bool, Vec<Way>)>);

impl PieceWays {
    fn new(board: &dyn EndingBoard, piece: Piece, places: &[Place]) -> PieceWays {
        let of_cell = |&place: &Place| (board.can_stand(piece, place), board.ways(piece, place));
        PieceWays(places.iter().map(of_cell).collect())
    }

    /// Returns whether the piece has the mirrored ways on the mirrored cells.
    fn is_symmetric(&self, map: &[Cell], numbers: &[Cell]) -> bool {
        let number = |place: Place| usize::from(numbers[usize::from(place)]);
        let image = |place: Place| usize::from(map[number(place)]);
        self.0.iter().zip(map).all(|((stands, ways), &to)| {
            let (stands_there, ways_there) = &self.0[usize::from(to)];
            stands == stands_there && hash(ways, image) == hash(ways_there, number)
        })
    }
}

/// Returns a hash of ways that does not depend on their order, with cells as `number` gives them.
fn hash(ways: &[Way], number: impl Fn(Place) -> usize) -> u64 {
    let hash_of_cell = |cell: Place| splitmix64(number(cell) as u64).1;
    let hash_of_way = |way: &Way| {
        let over = way.over.iter().map(|&cell| hash_of_cell(cell));
        let over = over.fold(0, u64::wrapping_add);
        let what = (way.kind as u64) << 2 | way.promotes as u64;
        splitmix64(hash_of_cell(way.to) ^ over.rotate_left(17) ^ what << 40).1
    };
    ways.iter().map(hash_of_way).fold(0, u64::wrapping_add)
}

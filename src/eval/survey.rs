//! What the pieces of a game can do, as random games show it.
//!
//! The games need nothing but the rules. They count the moves of each kind of piece on each cell,
//! with lines as open as they are in play, and the moves that a pawn needs to promote. Where the
//! rules have a symmetry, every observation also counts for the mirrored place.

use crate::geometry::{Place, Point};
use crate::moves::{Move, PieceType, Side};
use crate::rules::zobrist::splitmix64;
use crate::rules::{AnyBoard, GameInfo, Rules, file_mirrored_places};

/// The number of random games.
const GAMES: usize = 40;

/// The number of plies of a game, unless it ends before.
const PLIES: usize = 120;

/// The number of plies before pieces are taken off the board and the count begins.
const OPENING: usize = 30;

/// Lines are as open as when pieces stand on one cell of this many.
const CELLS_OF_A_PIECE: usize = 4;

/// The weight of the mean over all cells in the mean of one cell, in observations: few pieces come
/// to some cells.
const PRIOR: i32 = 24;

/// A place of the board as another side, or with other files, sees it.
struct Image {
    swaps_sides: bool,
    /// The place of each place.
    places: Vec<Place>,
}

impl Image {
    /// Returns the identity and the symmetries of the rules.
    fn all(game: &GameInfo) -> Vec<Image> {
        let identity = game.cells().chain(game.posts()).collect();
        let mut images = vec![Image { swaps_sides: false, places: identity }];
        if let Some(symmetry) = game.color_symmetry {
            images.push(Image { swaps_sides: true, places: symmetry.places(game) });
        }
        if game.file_symmetry {
            let files = file_mirrored_places(game);
            let mirrored = images.iter().map(|image| Image {
                swaps_sides: image.swaps_sides,
                places: image.places.iter().map(|&place| files[usize::from(place)]).collect(),
            });
            images.extend(mirrored.collect::<Vec<_>>());
        }
        images
    }

    fn side(&self, side: Side) -> Side {
        if self.swaps_sides { side.other() } else { side }
    }

    fn place(&self, place: Place) -> usize {
        usize::from(self.places[usize::from(place)])
    }
}

/// How often a piece was seen, and how many moves it had.
#[derive(Clone, Copy, Default)]
struct Count {
    pieces: i32,
    moves: i32,
}

/// What random games have shown.
pub(super) struct Survey {
    cells: usize,
    /// By side, kind and cell.
    counts: Vec<Count>,
    /// By side and cell: the number of pawn moves to promotion.
    pawn_distances: [Vec<usize>; 2],
}

/// One unit of [`Survey::moves_on`] and [`Survey::mean_moves`] is this part of a move.
pub(super) const MOVE_UNITS: i32 = 16;

impl Survey {
    /// Plays the random games.
    pub(super) fn new<B: Rules>(game: &'static GameInfo) -> Survey {
        let mut survey = Survey::empty(game);
        let (images, mut pawns) = (Image::all(game), PawnMoves::new(game.cell_count));
        let mut random = 0;
        for _ in 0..GAMES {
            let mut board = B::start(game);
            let mut is_thin = false;
            for ply in 0..PLIES {
                if ply >= OPENING && !is_thin && !board.in_check() {
                    (board, random) = thinned_out(board, random);
                    is_thin = true;
                }
                let list = board.legal_moves();
                if list.is_empty() || board.variant_outcome().is_some() {
                    break;
                }
                pawns.observe(&board, &list, &images);
                if is_thin && !board.in_check() {
                    survey.observe(&board, &list, &images);
                }
                let number;
                (random, number) = splitmix64(random);
                board = board.make(list[index_below(list.len(), number)], &mut ());
            }
        }
        survey.pawn_distances =
            [pawns.distances(game, Side::White), pawns.distances(game, Side::Black)];
        survey
    }

    fn empty(game: &GameInfo) -> Survey {
        let counts = vec![Count::default(); 2 * PieceType::MAX_COUNT * game.cell_count];
        Survey { cells: game.cell_count, counts, pawn_distances: Default::default() }
    }

    fn index(&self, side: Side, kind: PieceType, cell: usize) -> usize {
        (side.index() * PieceType::MAX_COUNT + kind.index()) * self.cells + cell
    }

    fn observe(&mut self, board: &dyn AnyBoard, list: &[Move], images: &[Image]) {
        let (game, mut moves) = (board.game(), vec![0; self.cells]);
        for mv in
            list.iter().filter(|mv| !mv.is_platform_move() && game.stands_for_promotions(**mv))
        {
            moves[usize::from(mv.from())] += 1;
        }
        for (cell, &moves) in moves.iter().enumerate() {
            let Some(piece) = board.piece_at(cell as Place) else { continue };
            if piece.side != board.side_to_move() {
                continue;
            }
            for image in images {
                let (side, cell) = (image.side(piece.side), image.place(cell as Place));
                let index = self.index(side, piece.kind, cell);
                self.counts[index].pieces += 1;
                self.counts[index].moves += moves;
            }
        }
    }

    /// Returns the mean number of moves of a kind of piece, of both sides and over the cells, in
    /// [`MOVE_UNITS`]; 0 if no game had such a piece. Each cell counts the same, unless few pieces
    /// came there: how often one stands where it began says nothing about its worth.
    pub(super) fn mean_moves(&self, kind: PieceType) -> i32 {
        let of_side = |side| &self.counts[self.index(side, kind, 0)..][..self.cells];
        let counts = Side::ALL.into_iter().flat_map(of_side).filter(|count| count.pieces > 0);
        let (weights, moves) = counts.fold((0, 0), |(weights, moves), count| {
            let weight = count.pieces.min(PRIOR);
            (weights + weight, moves + weight * count.moves * MOVE_UNITS / count.pieces)
        });
        moves / weights.max(1)
    }

    /// Returns the mean number of moves of a piece on a cell in [`MOVE_UNITS`].
    pub(super) fn moves_on(&self, side: Side, kind: PieceType, cell: Place) -> i32 {
        let Count { pieces, moves } = self.counts[self.index(side, kind, usize::from(cell))];
        (moves * MOVE_UNITS + PRIOR * self.mean_moves(kind)) / (pieces + PRIOR)
    }

    /// Returns the number of moves that a pawn on a cell needs to promote, at least 1.
    pub(super) fn pawn_distance(&self, side: Side, cell: Place) -> usize {
        self.pawn_distances[side.index()][usize::from(cell)]
    }
}

/// Returns a board with as many of its pieces as leave lines open; see [`CELLS_OF_A_PIECE`]. The
/// side to move must not be in check. Also returns the next state of the random numbers.
fn thinned_out<B: Rules>(mut board: B, mut random: u64) -> (B, u64) {
    let (mut pieces, live) = (other_pieces(&board), live_cells(&board));
    while pieces.len() > live / CELLS_OF_A_PIECE {
        let number;
        (random, number) = splitmix64(random);
        let without = board.without_piece(pieces.swap_remove(index_below(pieces.len(), number)));
        // The piece may have stood between a king and a slider.
        if !without.in_check() && !without.make_null().in_check() {
            board = without;
        }
    }
    (board, random)
}

/// Returns the cells of all pieces but the kings.
fn other_pieces(board: &dyn AnyBoard) -> Vec<Place> {
    let game = board.game();
    let is_other_piece =
        |&cell: &Place| board.piece_at(cell).is_some_and(|piece| piece.kind != game.king);
    game.cells().filter(is_other_piece).collect()
}

fn live_cells(board: &dyn AnyBoard) -> usize {
    board.game().cells().filter(|&cell| board.is_live(cell)).count()
}

/// The moves of pawns that random games have shown.
struct PawnMoves {
    cells: usize,
    /// By side, origin and destination: whether a pawn can move so.
    moves: [Vec<bool>; 2],
    /// By side and cell: whether a pawn can promote by its next move.
    promotions: [Vec<bool>; 2],
}

impl PawnMoves {
    fn new(cells: usize) -> PawnMoves {
        let (moves, promotions) = (vec![false; cells * cells], vec![false; cells]);
        PawnMoves {
            cells,
            moves: [moves.clone(), moves],
            promotions: [promotions.clone(), promotions],
        }
    }

    fn observe(&mut self, board: &dyn AnyBoard, list: &[Move], images: &[Image]) {
        let side = board.side_to_move();
        let (waiting, pawns) = (board.waiting_pawn(), board.game().pawns);
        for &mv in list.iter().filter(|mv| pawns.contains(&board.moved_piece(**mv))) {
            for image in images {
                let of_side = image.side(side).index();
                let from = image.place(waiting.unwrap_or(mv.from()));
                if mv.is_promotion() {
                    self.promotions[of_side][from] = true;
                } else {
                    self.moves[of_side][from * self.cells + image.place(mv.to())] = true;
                }
            }
        }
    }

    /// Returns the number of moves to promotion for each cell. A cell where no pawn was seen has
    /// that of the nearest one.
    fn distances(&self, game: &GameInfo, side: Side) -> Vec<usize> {
        let mut distances: Vec<Option<usize>> =
            self.promotions[side.index()].iter().map(|&promotes| promotes.then_some(1)).collect();
        for distance in 1..self.cells {
            if !distances.contains(&Some(distance)) {
                break;
            }
            for from in 0..self.cells {
                let row = &self.moves[side.index()][from * self.cells..][..self.cells];
                let leads = |to: usize| row[to] && distances[to] == Some(distance);
                if distances[from].is_none() && (0..self.cells).any(leads) {
                    distances[from] = Some(distance + 1);
                }
            }
        }
        let point = |cell: usize| game.space.point(cell as Place);
        let known: Vec<(Point, usize)> = (0..self.cells)
            .filter_map(|cell| distances[cell].map(|distance| (point(cell), distance)))
            .collect();
        let nearest = |cell: usize| {
            let near =
                known.iter().map(|&(other, moves)| (steps_between(point(cell), other), moves));
            near.min().map_or(usize::MAX, |(_, distance)| distance)
        };
        let cells = distances.iter().enumerate();
        cells.map(|(cell, distance)| distance.unwrap_or_else(|| nearest(cell))).collect()
    }
}

/// Returns the number of steps between two cells along files, ranks and levels together.
fn steps_between(a: Point, b: Point) -> i32 {
    let steps = [(a.file, b.file), (a.rank, b.rank), (a.level, b.level)];
    steps.into_iter().map(|(a, b)| i32::from(a.abs_diff(b))).sum()
}

/// Returns an index below a length from a random number: the same where `usize` has 32 bits.
fn index_below(length: usize, number: u64) -> usize {
    (number % length as u64) as usize
}

//! The statistics of perft against published tables for `chess`, and against the reference
//! generator for every rule set.

use crate::reference::Game;
use crate::reference::board::{Board as ReferenceBoard, Piece, PieceType, Side};
use crate::reference::space::Cell;
use crate::support::{board, perft_data};
use std::collections::BTreeMap;
use triskelion::position::perft::{Column, PerftStats, perft_stats};
use triskelion::rules::{BuiltIn, Chess};

/// The counts of one depth, in the order of [`Column::ALL`].
type Counts = [u64; Column::ALL.len()];

fn counts(stats: &PerftStats) -> Counts {
    Column::ALL.map(|column| stats.get(column))
}

/// A table that the chess programming wiki publishes under "Perft Results".
struct PublishedTable {
    fen: &'static str,
    columns: &'static [Column],
    /// The counts from depth 1.
    rows: &'static [&'static [u64]],
    /// The deepest row that takes no more than seconds.
    quick_depth: usize,
}

/// The columns of the first three tables.
const ALL_KINDS_OF_CHECK: &[Column] = &[
    Column::Nodes,
    Column::Captures,
    Column::EnPassant,
    Column::Castles,
    Column::Promotions,
    Column::Checks,
    Column::DiscoveredChecks,
    Column::DoubleChecks,
    Column::Checkmates,
];

/// The columns of the fourth table.
const ONE_KIND_OF_CHECK: &[Column] = &[
    Column::Nodes,
    Column::Captures,
    Column::EnPassant,
    Column::Castles,
    Column::Promotions,
    Column::Checks,
    Column::Checkmates,
];

/// The four tables with more than nodes.
const PUBLISHED: [PublishedTable; 4] = [
    PublishedTable {
        fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        columns: ALL_KINDS_OF_CHECK,
        rows: &[
            &[20, 0, 0, 0, 0, 0, 0, 0, 0],
            &[400, 0, 0, 0, 0, 0, 0, 0, 0],
            &[8_902, 34, 0, 0, 0, 12, 0, 0, 0],
            &[197_281, 1_576, 0, 0, 0, 469, 0, 0, 8],
            &[4_865_609, 82_719, 258, 0, 0, 27_351, 6, 0, 347],
            &[119_060_324, 2_812_008, 5_248, 0, 0, 809_099, 329, 46, 10_828],
        ],
        quick_depth: 5,
    },
    PublishedTable {
        fen: "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        columns: ALL_KINDS_OF_CHECK,
        rows: &[
            &[48, 8, 0, 2, 0, 0, 0, 0, 0],
            &[2_039, 351, 1, 91, 0, 3, 0, 0, 0],
            &[97_862, 17_102, 45, 3_162, 0, 993, 0, 0, 1],
            &[4_085_603, 757_163, 1_929, 128_013, 15_172, 25_523, 42, 6, 43],
            // The wiki has 2,637 double checks. Other programs, too, count 2,645:
            // https://www.talkchess.com/viewtopic.php?p=908547
            &[193_690_690, 35_043_416, 73_365, 4_993_637, 8_392, 3_309_887, 19_883, 2_645, 30_171],
        ],
        quick_depth: 4,
    },
    PublishedTable {
        fen: "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        columns: ALL_KINDS_OF_CHECK,
        rows: &[
            &[14, 1, 0, 0, 0, 2, 0, 0, 0],
            &[191, 14, 0, 0, 0, 10, 0, 0, 0],
            &[2_812, 209, 2, 0, 0, 267, 3, 0, 0],
            &[43_238, 3_348, 123, 0, 0, 1_680, 106, 0, 17],
            &[674_624, 52_051, 1_165, 0, 0, 52_950, 1_292, 3, 0],
            &[11_030_083, 940_350, 33_325, 0, 7_552, 452_473, 26_067, 0, 2_733],
        ],
        quick_depth: 5,
    },
    PublishedTable {
        fen: "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        columns: ONE_KIND_OF_CHECK,
        rows: &[
            &[6, 0, 0, 0, 0, 0, 0],
            &[264, 87, 0, 6, 48, 10, 0],
            &[9_467, 1_021, 4, 0, 120, 38, 22],
            &[422_333, 131_393, 0, 7_795, 60_032, 15_492, 5],
            &[15_833_292, 2_046_173, 6_512, 0, 329_464, 200_568, 50_562],
        ],
        quick_depth: 4,
    },
];

/// Compares the published tables to the given depth of each.
fn check_published_tables(depth: impl Fn(&PublishedTable) -> usize) {
    for table in &PUBLISHED {
        let board: Chess = board::parse_fen(table.fen);
        let stats = perft_stats(&board, depth(table), 2).expect("threads can be started");
        for ((depth, stats), expected) in (1..).zip(&stats).zip(table.rows) {
            let found: Vec<u64> = table.columns.iter().map(|&column| stats.get(column)).collect();
            assert_eq!(found, *expected, "{} depth {depth}", table.fen);
        }
    }
}

#[test]
fn published_tables() {
    check_published_tables(|table| table.quick_depth);
}

#[test]
#[ignore = "takes minutes"]
fn published_tables_to_full_depth() {
    check_published_tables(|table| table.rows.len());
}

/// A move of the reference generator.
struct ReferenceMove<'a> {
    game: &'a Game,
    text: &'a str,
    before: &'a ReferenceBoard,
    after: &'a ReferenceBoard,
}

impl ReferenceMove<'_> {
    fn mover(&self) -> Side {
        self.before.side_to_move
    }

    fn is_capture(&self) -> bool {
        self.after.pieces.len() < self.before.pieces.len()
    }

    /// The victim's cell is empty after no other capture, except during an elevator ride.
    fn is_en_passant(&self) -> bool {
        let mut victims = self.before.pieces_of(self.mover().other());
        let is_left_empty = victims.any(|(cell, _)| self.after.piece_at(cell).is_none());
        self.is_capture() && !self.is_elevator_ride() && is_left_empty
    }

    fn is_platform_move(&self) -> bool {
        let stays = |platform| self.after.platforms.iter().any(|other| other.post == platform);
        self.before.platforms.iter().any(|platform| !stays(platform.post))
    }

    /// King and rook leave their cells.
    fn is_castling(&self) -> bool {
        let leaves = |kind| {
            let mut pieces = self.before.pieces_of(self.mover());
            pieces.any(|(cell, piece)| {
                piece == kind && !self.after.has_piece(cell, kind, self.mover())
            })
        };
        !self.is_platform_move() && leaves(PieceType::King) && leaves(PieceType::Rook)
    }

    fn is_promotion(&self) -> bool {
        let pawns = |board: &ReferenceBoard| {
            board.pieces_of(self.mover()).filter(|(_, kind)| *kind == PieceType::Pawn).count()
        };
        pawns(self.after) < pawns(self.before)
    }

    /// The cells of the pieces that give check, and what stood there before.
    fn checkers(&self) -> BTreeMap<Cell, Option<Piece>> {
        let king = self.after.king_cell(self.after.side_to_move);
        let pieces = self.after.pieces_of(self.mover());
        let checkers = pieces.filter(|(cell, _)| (self.game.attacks)(self.after, *cell, king));
        checkers.map(|(cell, _)| (cell, self.before.piece_at(cell))).collect()
    }

    /// The square names of `spacechess` have three characters, and only a ride names three.
    fn is_elevator_ride(&self) -> bool {
        self.game.name == "spacechess" && self.text.len() == 9
    }

    fn is_in(&self, column: Column) -> bool {
        let checkers = self.checkers();
        let has_ended =
            || !(self.game.is_over)(self.after) && self.game.legal_moves(self.after).is_empty();
        match column {
            Column::Nodes => true,
            Column::Captures => self.is_capture(),
            Column::EnPassant => self.is_en_passant(),
            Column::Castles => self.is_castling(),
            Column::Promotions => self.is_promotion(),
            Column::Checks => !checkers.is_empty(),
            Column::DiscoveredChecks => {
                checkers.len() == 1
                    && checkers.iter().all(|(cell, old)| self.after.piece_at(*cell) == *old)
            }
            Column::DoubleChecks => checkers.len() > 1,
            Column::Checkmates => !checkers.is_empty() && has_ended(),
            Column::Stalemates => checkers.is_empty() && has_ended(),
            Column::PlatformMoves => self.is_platform_move(),
            Column::PlatformPromotions => self.is_platform_move() && self.is_promotion(),
            Column::SpecialMoves => self.is_elevator_ride(),
        }
    }
}

/// Adds the moves of the board to the first element, the replies to the second, and so on.
fn add_expected(game: &Game, before: &ReferenceBoard, sums: &mut [Counts]) {
    let Some((first, deeper)) = sums.split_first_mut() else { return };
    for (text, after) in &game.legal_moves(before) {
        let mv = ReferenceMove { game, text, before, after };
        for (sum, column) in first.iter_mut().zip(Column::ALL) {
            *sum += u64::from(mv.is_in(column));
        }
        add_expected(game, after, deeper);
    }
}

/// Leaves a position: the reference examines every one.
const MAX_LEAVES: u64 = 3_000;

/// Compares the statistics of the positions of a rule set with the reference.
fn matches_reference<B: BuiltIn>() {
    let game = Game::from_name(B::game_info().name);
    let mut compared = [0; Column::ALL.len()];
    let specials =
        perft_data::special_moves(B::game_info().name).into_iter().map(|line| (line.fen, 1));
    let positions =
        perft_data::counts(&format!("{}.perft", B::game_info().name)).into_iter().map(|line| {
            let depths = line.depths.iter().filter(|(_, count)| *count <= MAX_LEAVES);
            (line.fen, depths.map(|(depth, _)| *depth as usize).max().unwrap_or(1))
        });
    for (fen, depth) in specials.chain(positions) {
        let board: B = board::parse_fen(&fen);
        let mut expected = vec![Counts::default(); depth];
        add_expected(&game, &(game.from_fen)(&fen), &mut expected);
        for threads in [1, 2] {
            let found = perft_stats(&board, depth, threads).expect("threads can be started");
            let found: Vec<Counts> = found.iter().map(counts).collect();
            assert_eq!(found, expected, "{fen} on {threads} threads");
        }
        for depth in expected {
            for (sum, count) in compared.iter_mut().zip(depth) {
                *sum += count;
            }
        }
    }
    // The positions must show every kind of move, except those that the rule set lacks or that its
    // data do not show.
    let is_required = |column: &Column| match column {
        Column::SpecialMoves => B::game_info().name == "spacechess",
        Column::PlatformMoves => B::game_info().post_count > 0,
        Column::PlatformPromotions => {
            B::game_info().post_count > 0 && B::game_info().name != "sixfold"
        }
        Column::Castles | Column::EnPassant => {
            !["raumschach", "sixfold"].contains(&B::game_info().name)
        }
        Column::DiscoveredChecks => B::game_info().name != "sixfold",
        Column::DoubleChecks => B::game_info().name != "spacechess",
        Column::Stalemates => {
            !["kobayashi", "sixfold", "spacechess"].contains(&B::game_info().name)
        }
        _ => true,
    };
    for column in Column::ALL.into_iter().filter(is_required) {
        assert_ne!(compared[column as usize], 0, "{}: no {column:?}", B::game_info().name);
    }
}

macro_rules! stats_tests {
    ($name:ident: $board:ty) => {
        #[test]
        fn $name() {
            matches_reference::<$board>();
        }
    };
}

for_every_rule_set!(stats_tests);

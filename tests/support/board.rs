//! Short queries of boards of any rule set.

use rand::{Rng, RngExt};
use std::collections::BTreeMap;
use triskelion::geometry::Place;
use triskelion::moves::{Move, MoveList, MoveType, Piece, PieceType};
use triskelion::rules::{BoardText, BuiltIn, GameInfo, GenType, Rules};

/// Parses a FEN of a game; panics if it is malformed.
pub(crate) fn parse<B: BoardText>(game: &'static GameInfo, text: &str) -> B {
    B::parse_fen(game, text).unwrap_or_else(|errors| panic!("{text}: {}", join_errors(&errors)))
}

/// Parses a FEN of a built-in game; panics if it is malformed.
pub(crate) fn parse_fen<B: BuiltIn>(text: &str) -> B {
    parse(B::game_info(), text)
}

/// Joins the errors of a FEN.
pub(crate) fn join_errors(errors: &[triskelion::rules::ParseError]) -> String {
    errors.iter().map(|error| error.to_string()).collect::<Vec<_>>().join("; ")
}

/// Returns the legal moves.
pub(crate) fn legal_moves<B: Rules>(board: &B) -> MoveList {
    generate_moves(board, GenType::All)
}

/// Returns the legal moves of one generation type.
pub(crate) fn generate_moves<B: Rules>(board: &B, gen_type: GenType) -> MoveList {
    let mut list = MoveList::new();
    board.generate(gen_type, &mut list);
    list
}

/// Returns the legal moves in UCI notation, sorted.
pub(crate) fn uci_moves<B: Rules + BoardText>(board: &B) -> Vec<String> {
    let mut texts: Vec<String> =
        legal_moves(board).iter().map(|mv| board.move_to_uci(*mv)).collect();
    texts.sort();
    texts
}

/// Returns every type of move with no promotion, with each encodable one, and with each pair of
/// pieces of the rule set, from place 0 to place 0.
pub(crate) fn encodable_types(game: &GameInfo) -> Vec<Move> {
    let all = || (1..PieceType::MAX_COUNT).map(PieceType::new);
    let pieces = || all().take(game.pieces.count());
    let pairs = pieces().flat_map(|first| pieces().map(move |second| (first, Some(second))));
    let promotions: Vec<_> = all().map(|kind| (kind, None)).chain(pairs).collect();
    MoveType::ALL
        .into_iter()
        .flat_map(|kind| {
            let plain = Move::new(0, 0, kind);
            let with = |&(first, second): &(_, _)| plain.with_promotions(first, second);
            [plain].into_iter().chain(promotions.iter().map(with).collect::<Vec<_>>())
        })
        .collect()
}

/// Returns the moves of one of [`encodable_types`] between all places.
pub(crate) fn encodable_moves(
    game: &'static GameInfo,
    of_type: Move,
) -> impl Iterator<Item = Move> {
    let places = game.place_count() as Place;
    (0..places).flat_map(move |to| {
        (0..places).map(move |from| {
            let mv = Move::new(from, to, of_type.kind());
            match of_type.promotion() {
                None => mv,
                Some(first) => mv.with_promotions(first, of_type.second_promotion()),
            }
        })
    })
}

/// Returns the pieces by cell.
pub(crate) fn pieces<B: Rules>(board: &B) -> BTreeMap<Place, Piece> {
    (0..board.game().cell_count)
        .filter_map(|cell| Some((cell as Place, board.piece_at(cell as Place)?)))
        .collect()
}

/// Returns a random legal move that is more likely to be of a rare kind; `None` if there is none.
pub(crate) fn random_move<B: Rules, R: Rng>(board: &B, random: &mut R) -> Option<Move> {
    let list = legal_moves(board);
    let weight = |mv: &Move| match mv.kind() {
        MoveType::EnPassant => 200,
        MoveType::Castling => 60,
        MoveType::Special => 60,
        MoveType::Platform if mv.is_promotion() => 30,
        MoveType::Platform => 3,
        MoveType::Normal if mv.is_promotion() => 15,
        MoveType::Normal if board.captured(*mv).is_some() => 3,
        MoveType::Normal => 1,
    };
    let total: u32 = list.iter().map(weight).sum();
    let mut chosen = if total == 0 { return None } else { random.random_range(0..total) };
    for mv in &list {
        if chosen < weight(mv) {
            return Some(*mv);
        }
        chosen -= weight(mv);
    }
    None
}

/// Returns all boards of random games, half of them from the start position, half from `starts`.
pub(crate) fn random_game_boards<B: BoardText, R: Rng>(
    game: &'static GameInfo,
    starts: &[String],
    games: usize,
    plies: usize,
    random: &mut R,
) -> Vec<B> {
    let mut boards = Vec::new();
    for _ in 0..games {
        let mut board: B = match random.random_bool(0.5) {
            true => B::start(game),
            false => parse(game, &starts[random.random_range(0..starts.len())]),
        };
        for _ in 0..plies {
            boards.push(board);
            if board.variant_outcome().is_some() {
                break;
            }
            match random_move(&board, random) {
                Some(mv) => board = board.make(mv, &mut ()),
                None => break,
            }
        }
    }
    boards
}

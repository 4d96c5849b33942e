//! Malformed FENs of the games in `games/`.

use crate::support::game_files;
use triskelion::game::new_game;
use triskelion::registry::Variant;

/// Asserts that the FEN is rejected with an error that begins so.
#[track_caller]
fn assert_error(variant: Variant, fen: &str, expected: &str) {
    let error = match new_game(variant).set_position(Some(fen), &[]) {
        Ok(()) => panic!("{variant}: {fen} was parsed"),
        Err(error) => error.to_string(),
    };
    assert!(error.contains(expected), "{variant}: {fen}\n`{error}` does not contain `{expected}`");
}

/// Every game's start position, spoiled in one field at a time.
#[test]
fn every_field_of_every_game_is_checked() {
    for file in game_files::in_folder() {
        let variant = Variant::from_file(&game_files::path(&file)).expect("a game");
        let spec = variant.spec().expect("a file");
        let start = variant.game().start_fen;
        let fields: Vec<&str> = start.split(' ').collect();
        let (levels, [clock, number]) = (fields[0], [fields.len() - 2, fields.len() - 1]);
        let with = |index: usize, text: &str| {
            let mut fields = fields.clone();
            fields[index] = text;
            fields.join(" ")
        };
        let counted = |count: usize, noun: &str| match count {
            1 => format!("1 {noun} read"),
            _ => format!("{count} {noun}s read"),
        };
        let count = |count: usize| format!("field count: {}, ", counted(count, "field"));
        assert_error(variant, &format!("{start} 1"), &count(fields.len() + 1));
        assert_error(variant, &fields[..fields.len() - 3].join(" "), &count(fields.len() - 3));
        let (_, lower) = levels.split_once('|').expect("several levels");
        let read = counted(spec.levels - 1, "level");
        let error = format!("levels: {read}, {} ", spec.levels);
        assert_error(variant, &with(0, lower), &error);
        let error = format!("levels: level {}: {} ranks read", spec.levels, spec.ranks - 1);
        assert_error(variant, &with(0, &levels.replacen('/', "", 1)), &error);
        let error = format!(": {} cells read", spec.files + 1);
        assert_error(variant, &with(0, &levels.replacen('/', "k/", 1)), &error);
        assert_error(variant, &with(0, &levels.replacen('K', "x", 1)), "unknown letter `x`");
        let error = "kings: 0 kings of White read, exactly 1 expected";
        assert_error(variant, &with(0, &levels.replacen('K', "1", 1)), error);
        assert_error(variant, &with(1, "x"), "side: `x` read");
        assert_error(variant, &with(clock, "a"), "halfmove clock: `a` read");
        assert_error(variant, &with(number, "0"), "move number: `0` read");
    }
}

/// What only the rules of a game forbid.
#[test]
fn rules_of_games_are_checked() {
    #[rustfmt::skip]
    let cases = [
        ("dragonchess", "12/12/12/12/12/12/12/12|6k5/12/12/12/12/12/12/6K5|12/12/12/12/12/12/12/W11 w 0 1",
            "pieces: warrior of White on a11, where it can never stand"),
        ("dragonchess", "12/12/12/12/12/12/12/12|W5k5/12/12/12/12/12/12/6K5|12/12/12/12/12/12/12/12 w 0 1",
            "pawns: warrior of White on a82, where it must have promoted"),
        ("alice", "k7/8/8/8/8/8/8/N7|8/8/8/8/8/8/8/N3K3 w - 0 1",
            "pieces: two pieces on a11 and a12, one above the other"),
        ("alice", "k7/8/8/8/8/8/8/8|8/8/8/8/8/8/8/R3K2R w QK 0 1",
            "castling: `QK` read, each letter once in the order `KQkq` expected"),
        ("strato", "7k/8/8/8/8/8/8/8|8/8/8/8/8/8/8/8|8/8/8/8/8/8/P7/4K3 w a31 - 0 1",
            "unmoved pieces: `a31` is empty"),
        ("strato", "7k/8/8/8/8/8/8/8|8/8/8/8/P7/8/8/8|8/8/8/8/8/8/8/4K3 b - a42:a31 0 1",
            "en passant: `a42:a31`: the last move cannot have passed these cells"),
        ("strato", "7k/8/8/8/8/8/8/8|8/8/8/8/8/8/8/8|8/8/8/8/8/8/8/p3K3 w - - 0 1",
            "pawns: pawn of Black on a11, where it must have promoted"),
        ("cubic", "8/8/8/8/8/8/8/8|8/8/8/8/8/8/8/8|8/8/8/8/8/8/8/8|8/8/8/8/8/8/8/8|8/8/8/8/8/8/8/8|8/8/8/8/8/8/8/8|P7/8/8/8/8/8/8/8|4k3/8/8/8/8/8/8/4K3 w - 0 1",
            "pawns: pawn of White on a82, where it must have promoted"),
        ("millennium", "4k3/8/8/8/8/8/8/8|8/8/8/8/8/8/8/8|8/8/8/8/8/8/8/4K3 w K - - 0 1",
            "castling: `K` read, but king or rook is not at home"),
        ("millennium", "P3k3/8/8/8/8/8/8/8|8/8/8/8/8/8/8/8|8/8/8/8/8/8/8/4K3 w - - - 0 1",
            "pawns: pawn of White on a83, where it must have promoted"),
        ("jocly3d", "6/6/6/6/6/6/6/6|2k3/6/6/2P3/6/6/6/2K3|6/6/6/6/6/6/6/6 b - - c42:c33 0 1",
            "en passant: `c42:c33`: "),
        ("jocly3d", "6/6/6/6/6/6/6/6|2k3/6/6/6/6/6/2r3/2K3|6/6/6/6/6/6/6/6 b - - - 0 1",
            "side: White, who is not to move, stands in check"),
        ("artemis", "4/4/4/2k1|4/4/4/4|4/4/4/4|4/4/4/2K1 w - - a24-a23 0 1",
            "en passant: `a24-a23` read, `-` or the piece's cell, `:` and the passed cells expected"),
    ];
    for (name, fen, error) in cases {
        assert_error(name.parse().expect("a game"), fen, error);
    }
}

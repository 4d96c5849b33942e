//! The staircase: cells, posts and their names.

use crate::reference::Game;
use crate::reference::space::{Cell, Post};
use std::collections::BTreeSet;
use triskelion::rules::BuiltIn;

/// The posts: corner, first rank covered, and the levels above and below.
const TABLE: [(&str, i8, i8, i8); 6] = [
    ("12", 0, 3, 1),
    ("42", 4, 3, 1),
    ("34", 2, 5, 3),
    ("64", 6, 5, 3),
    ("56", 4, 7, 5),
    ("86", 8, 7, 5),
];

/// The posts of `sixfold`, whose fixed boards are inverted.
const INVERTED_TABLE: [(&str, i8, i8, i8); 6] = [
    ("16", 0, 7, 5),
    ("46", 4, 7, 5),
    ("34", 2, 5, 3),
    ("64", 6, 5, 3),
    ("52", 4, 3, 1),
    ("82", 8, 3, 1),
];

#[test]
fn platform_covers_corner_and_three_outer_columns() {
    for (file, left) in [("b", 0), ("e", 4)] {
        for (corner, near, above, below) in TABLE.into_iter().chain(INVERTED_TABLE) {
            for (sign, level) in [("+", above), ("-", below)] {
                let post = Post::from_name(&format!("{file}{corner}{sign}"));
                assert_eq!((post.min_file(), post.min_rank(), post.level()), (left, near, level));
                let column = |cell: &Cell| (cell.file, cell.rank);
                let columns: Vec<(i8, i8)> = post.cells().iter().map(column).collect();
                assert!(columns.contains(&column(&post.corner)), "its own corner's column");
            }
        }
    }
}

#[test]
fn posts_share_no_cells() {
    for name in ["federation", "sixfold"] {
        let board = (Game::from_name(name).from_fen)(Game::from_name(name).startpos);
        let posts = board.space.posts();
        assert_eq!(posts.len(), 24);
        let covered: BTreeSet<Cell> = posts.iter().flat_map(|post| post.cells()).collect();
        assert_eq!(covered.len(), 96);
        assert_eq!(board.cells().len(), if name == "sixfold" { 72 } else { 64 });
        let fixed = board.cells().len() - 4 * board.platforms.len();
        assert_eq!(fixed + covered.len(), 144, "all the cells that there can be");
        let table = if name == "sixfold" { INVERTED_TABLE } else { TABLE };
        for corner in table.map(|row| row.0) {
            assert!(posts.contains(&Post::from_name(&format!("b{corner}+"))));
            assert!(posts.contains(&Post::from_name(&format!("e{corner}-"))));
        }
    }
}

/// The engine's places equal those of the reference generator.
#[test]
fn engine_places_match_reference() {
    fn same<B: BuiltIn>() {
        let game = Game::from_name(B::game_info().name);
        let board = (game.from_fen)(game.startpos);
        let posts = if board.platforms.is_empty() { Vec::new() } else { board.space.posts() };
        // `meder` has the numbers and names of the other staircase games, and no posts below.
        for post in B::game_info().cell_count..B::game_info().cell_count + B::game_info().post_count
        {
            let name = B::game_info().space.place_name(post as triskelion::geometry::Place);
            let is_missing = name.ends_with('-') && !board.space.has_posts_below;
            assert_eq!(posts.contains(&Post::from_name(&name)), !is_missing, "{name}");
            assert_eq!(
                B::game_info().space.exists(post as triskelion::geometry::Place),
                !is_missing,
                "{name}"
            );
        }
        for post in &posts {
            let place = B::game_info()
                .space
                .place_from_name(&post.to_string())
                .expect("the engine knows the post");
            let mut covered: Vec<String> = B::game_info()
                .space
                .covered_cells(place)
                .into_iter()
                .map(|cell| B::game_info().space.place_name(cell))
                .collect();
            covered.sort();
            assert_eq!(covered, post.cells().map(|cell| cell.to_string()));
        }
        let mut places: Vec<String> = (0..B::game_info().cell_count + B::game_info().post_count)
            .map(|place| B::game_info().space.place_name(place as triskelion::geometry::Place))
            .collect();
        places.sort();
        places.dedup();
        assert_eq!(
            places.len(),
            B::game_info().cell_count + B::game_info().post_count,
            "names are distinct"
        );
    }
    macro_rules! ask {
        ($rules:ident: $board:ty) => {
            same::<$board>();
        };
    }
    for_every_rule_set!(ask);
}

#[test]
fn platform_moves_without_rotation() {
    let [low, high] = ["b12+", "b56-"].map(Post::from_name);
    for (from, to) in [("a03", "a45"), ("b03", "b45"), ("a13", "a55"), ("b13", "b55")] {
        assert_eq!(low.carried_cell(Cell::from_name(from), high), Cell::from_name(to));
        assert_eq!(high.carried_cell(Cell::from_name(to), low), Cell::from_name(from));
    }
}

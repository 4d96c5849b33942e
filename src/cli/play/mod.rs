//! `triskelion play`: play in the terminal, against the engine or another person.
//!
//! Each line is a move or a command. With a terminal there are colors, history and completion;
//! without one the same texts come as plain lines.

mod board;
mod command;
mod execute;
mod game;
mod input;
mod opponent;
mod records;
mod terminal;

use super::castling::castling_mode;
use super::result::{CliResult, ExitCode};
use crate::engine::Strength;
use crate::registry::Variant;
use crate::session::Output;
use clap::Args;
use command::{People, parse_move_time, parse_strength};
use game::{GameStart, PlayedGame};
use input::LineReader;
use opponent::{Interrupts, Opponent};
use std::path::PathBuf;
use terminal::TerminalGame;

/// Play in the terminal, against the engine or another person
///
/// A line is a move in any notation of the rule set, or a command; `help` lists them. Ctrl-C makes
/// the engine move at once.
#[derive(Args)]
pub(crate) struct PlayArgs {
    /// Choose the sides that people play
    #[arg(long, value_enum, default_value = "white", value_name = "SIDE")]
    side: People,

    /// Set the strength of the engine: 0 to 20, the name of a level, or an Elo
    #[arg(long, value_name = "LEVEL", default_value = "4", value_parser = parse_strength)]
    level: Strength,

    /// Set the time of the engine for a move, in milliseconds
    #[arg(long, value_name = "MS", default_value = "1000", value_parser = parse_move_time)]
    movetime: u64,

    /// Start from this position
    #[arg(long, value_name = "FEN", conflicts_with = "load")]
    fen: Option<String>,

    /// Allow castling with any rook that the FEN names, as the option UCI_Chess960 does
    #[arg(long, conflicts_with = "load")]
    chess960: bool,

    /// Continue the first game of this file
    #[arg(long, value_name = "FILE")]
    load: Option<PathBuf>,
}

/// Plays games until the player leaves.
pub(crate) fn run(variant: Option<Variant>, args: &PlayArgs) -> CliResult {
    // This stream removes colors where they are unwanted.
    let output = Output::new(Box::new(anstream::stdout().lock()));
    let present = variant.unwrap_or_default();
    let start = GameStart {
        variant: present,
        castling_mode: castling_mode(present, args.chess960)?,
        fen: args.fen.as_deref(),
    };
    let played = PlayedGame::new(start, Vec::new())?;
    let opponent = Opponent::new(Interrupts::listen()?, args.level, args.movetime);
    let mut game = TerminalGame {
        flipped: args.side == People::Black,
        game: played,
        people: args.side,
        is_paused: false,
        chosen_notation: None,
        opponent,
        input: LineReader::open(),
        output,
        saved_as: None,
    };
    match &args.load {
        Some(file) => game.load(file)?,
        None => game.show()?,
    }
    let [white, black] = game.player_names();
    game.say(&format!("White: {white}. Black: {black}. Type a move, or `help`."))?;
    game.run()?;
    Ok(ExitCode::SUCCESS)
}

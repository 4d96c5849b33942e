//! `triskelion replay`: checks games move by move against the rules.
//!
//! The output has the results of the check, the games in another notation, or FENs. In the latter
//! two cases the results of the check go to standard error. The exit code is 1 if a game is
//! invalid.

use super::result::{CliResult, ExitCode, in_file, is_closed_output};
use crate::game::Game;
use crate::plural::counted;
use crate::registry::Variant;
use crate::rules::Notation;
use crate::session::{Output, OutputError};
use crate::tournament::pgn::replay::{ReplayError, replay, replay_with, with_notation};
use crate::tournament::pgn::{GameRecord, PgnItem, PgnReader};
use clap::Args;
use std::error::Error;
use std::fs::File;
use std::io::{self, BufRead, BufReader};

/// Check every move and every end of the games in PGN files, of any rule set
///
/// A game without the tag Variant is one of --variant, or of chess.
#[derive(Args)]
pub(crate) struct ReplayArgs {
    /// PGN files; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,

    /// Check only the Nth game of each file
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    game: Option<u64>,

    /// Print the games with their moves in this notation: uci, roth, smith, meder, maack or san
    #[arg(long, value_name = "NAME", conflicts_with = "positions")]
    notation: Option<Notation>,

    /// Print the FEN after each move of the game
    #[arg(long, requires = "game")]
    positions: bool,
}

/// Replays the games of all files and prints the results. `variant` is the rule set of games
/// without the tag `Variant`.
pub(crate) fn run(variant: Option<Variant>, args: &ReplayArgs, output: &mut Output) -> CliResult {
    let untagged = variant.unwrap_or(Variant::Chess);
    let mut replayer = Replayer { untagged, args, output, games: 0, plies: 0, invalid_games: 0 };
    let result = args
        .files
        .iter()
        .try_for_each(|name| replayer.replay_file(name))
        .and_then(|()| replayer.print_summary());
    match result {
        Err(error) if !is_closed_output(&*error) => Err(error),
        _ if replayer.invalid_games > 0 => Ok(ExitCode::FAILURE),
        _ => Ok(ExitCode::SUCCESS),
    }
}

/// The replay of several files, with the counts so far.
struct Replayer<'a> {
    /// The rule set of games without the tag `Variant`.
    untagged: Variant,
    args: &'a ReplayArgs,
    output: &'a mut Output,
    games: usize,
    /// The plies of the valid games.
    plies: usize,
    invalid_games: usize,
}

impl Replayer<'_> {
    fn replay_file(&mut self, name: &str) -> Result<(), Box<dyn Error>> {
        let input: Box<dyn BufRead> = match name {
            "-" => Box::new(io::stdin().lock()),
            name => {
                let file = File::open(name).map_err(|error| in_file(name, error))?;
                Box::new(BufReader::new(file))
            }
        };
        let items = PgnReader::with_untagged(input, self.untagged);
        let items = items.filter(|item| !matches!(item, Ok(PgnItem::Escape(_))));
        let mut count = 0;
        for item in items {
            count += 1;
            if self.args.game.is_some_and(|game| game != count) {
                continue;
            }
            self.games += 1;
            let error = match item {
                Ok(PgnItem::Game(record)) => {
                    let [white, black] = &record.players;
                    let game = format!("game {count} (round {}, {white} - {black})", record.round);
                    if let Err(error) = record.check_rules() {
                        self.report(&format!(
                            "warning: {}",
                            in_file(name, format!("{game}: {error}"))
                        ))?;
                    }
                    match self.replay_game(&record)? {
                        Ok(plies) => {
                            self.plies += plies;
                            continue;
                        }
                        Err(error) => format!("{game}: {error}"),
                    }
                }
                Ok(PgnItem::Escape(_)) => continue,
                Err(error) => format!("game {count}, {error}"),
            };
            self.report_invalid(&in_file(name, error))?;
        }
        match self.args.game {
            Some(game) if game > count => {
                self.report_invalid(&in_file(name, format!("no game {game}; the file has {count}")))
            }
            _ => Ok(()),
        }
    }

    /// Replays a game, and prints what the arguments request of it. Returns the number of plies.
    fn replay_game(
        &mut self,
        record: &GameRecord,
    ) -> Result<Result<usize, ReplayError>, OutputError> {
        if let Some(notation) = self.args.notation {
            return match with_notation(record, notation) {
                Ok(record) => {
                    let text = record.to_string();
                    text.lines().try_for_each(|line| self.output.line(line))?;
                    Ok(Ok(record.plies.len()))
                }
                Err(error) => Ok(Err(error)),
            };
        }
        if !self.args.positions {
            return Ok(replay(record).map(|result| result.plies));
        }
        let mut printed = Ok(());
        let print_fen = |game: &dyn Game| {
            if printed.is_ok() {
                printed = self.output.line(&game.fen());
            }
        };
        let result = replay_with(record, print_fen);
        printed.map(|()| result.map(|result| result.plies))
    }

    fn report_invalid(&mut self, error: &str) -> Result<(), Box<dyn Error>> {
        self.invalid_games += 1;
        self.report(error)
    }

    fn print_summary(&mut self) -> Result<(), Box<dyn Error>> {
        let Replayer { games, plies, invalid_games, .. } = *self;
        let (games, plies) = (counted(games, "game"), counted(plies, "ply"));
        self.report(&match invalid_games {
            0 => format!("{games}, {plies}, all legal"),
            _ => format!("{games}, {invalid_games} invalid, {plies} in the valid games"),
        })
    }

    /// Prints a result of the check. Replaces control characters, since the text quotes the file
    /// and must not control the terminal.
    fn report(&mut self, text: &str) -> Result<(), Box<dyn Error>> {
        let text = text.replace(char::is_control, "\u{fffd}");
        if self.args.notation.is_some() || self.args.positions {
            eprintln!("{text}");
        } else {
            self.output.line(&text)?;
        }
        Ok(())
    }
}

//! The subcommand `replay`: records of games, checked move by move under the rules.
//!
//! What is asked for goes to the output: games in another notation, position strings, or else the
//! findings. With the former two the findings go to standard error, so that the output can be read
//! on. The exit code is 1 if anything is at fault, 2 if a file cannot be opened.

use clap::Args;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::process::ExitCode;
use triskelion::game::Game;
use triskelion::rules::Notation;
use triskelion::session::{Closed, Output};
use triskelion::tournament::pgn::replay::{ReplayError, replay, replay_with, with_notation};
use triskelion::tournament::pgn::{GameRecord, PgnItem, PgnReader};

/// What is replayed, and what is shown of it.
#[derive(Args)]
pub struct ReplayArgs {
    /// The files; `-` is the standard input.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// Only this game of each file, counted from 1.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    game: Option<u64>,
    /// Prints the games again with their moves in this notation: wire, roth, smith, san.
    #[arg(long, value_name = "NAME", conflicts_with = "positions")]
    notation: Option<Notation>,
    /// Prints the position string after each move of the one game.
    #[arg(long, requires = "game")]
    positions: bool,
}

/// Why the command ends before its time.
enum ReplayStop {
    /// Nobody reads any more.
    Closed,
    /// A file cannot be opened.
    CannotOpen(String),
}

impl From<Closed> for ReplayStop {
    fn from(_: Closed) -> ReplayStop {
        ReplayStop::Closed
    }
}

/// Replays the files and says how they are.
pub fn run(arguments: &ReplayArgs, output: &mut Output) -> ExitCode {
    let mut check = Replayer { arguments, output, games: 0, plies: 0, invalid_games: 0 };
    let done = arguments.files.iter().try_for_each(|name| check.replay_file(name));
    match done.and_then(|()| check.print_summary()) {
        // A closed output is no fault.
        Ok(()) | Err(ReplayStop::Closed) if check.invalid_games == 0 => ExitCode::SUCCESS,
        Ok(()) | Err(ReplayStop::Closed) => ExitCode::FAILURE,
        Err(ReplayStop::CannotOpen(error)) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

/// What has been found so far.
struct Replayer<'a> {
    arguments: &'a ReplayArgs,
    output: &'a mut Output,
    games: usize,
    plies: usize,
    invalid_games: usize,
}

impl Replayer<'_> {
    fn replay_file(&mut self, name: &str) -> Result<(), ReplayStop> {
        let input: Box<dyn BufRead> = match name {
            "-" => Box::new(io::stdin().lock()),
            name => {
                let file = File::open(name);
                let file =
                    file.map_err(|error| ReplayStop::CannotOpen(format!("{name}: {error}")))?;
                Box::new(BufReader::new(file))
            }
        };
        let items = PgnReader::new(input).filter(|item| !matches!(item, Ok(PgnItem::Escape(_))));
        let mut count = 0;
        for item in items {
            count += 1;
            if self.arguments.game.is_some_and(|wanted| wanted != count) {
                continue;
            }
            self.games += 1;
            let found = match item {
                Ok(PgnItem::Game(record)) => match self.replay_game(&record)? {
                    Ok(plies) => {
                        self.plies += plies;
                        continue;
                    }
                    Err(error) => {
                        let [white, black] = &record.players;
                        let round = &record.round;
                        format!("game {count} (round {round}, {white} - {black}): {error}")
                    }
                },
                Ok(PgnItem::Escape(_)) => continue,
                Err(error) => format!("game {count}, {error}"),
            };
            self.report_invalid(format!("{name}: {found}"))?;
        }
        match self.arguments.game {
            Some(wanted) if wanted > count => {
                self.report_invalid(format!("{name}: there is no game {wanted} among {count}"))
            }
            _ => Ok(()),
        }
    }

    /// The number of moves of a game that is in order, once everything is printed of it.
    fn replay_game(&mut self, record: &GameRecord) -> Result<Result<usize, ReplayError>, Closed> {
        if let Some(notation) = self.arguments.notation {
            return match with_notation(record, notation) {
                Ok(record) => {
                    let text = record.to_string();
                    text.lines().try_for_each(|line| self.output.line(line))?;
                    Ok(Ok(record.plies.len()))
                }
                Err(error) => Ok(Err(error)),
            };
        }
        if !self.arguments.positions {
            return Ok(replay(record).map(|replayed| replayed.plies));
        }
        let mut printed = Ok(());
        let print = |game: &dyn Game| {
            if printed.is_ok() {
                printed = self.output.line(&game.fen());
            }
        };
        let replayed = replay_with(record, print);
        printed.map(|()| replayed.map(|replayed| replayed.plies))
    }

    fn report_invalid(&mut self, fault: String) -> Result<(), ReplayStop> {
        self.invalid_games += 1;
        self.print_finding(fault)
    }

    fn print_summary(&mut self) -> Result<(), ReplayStop> {
        let Replayer { games, plies, invalid_games: faulty, .. } = *self;
        self.print_finding(match faulty {
            0 => format!("{games} games, {plies} plies, all legal"),
            _ => format!("{games} games, {plies} plies in those without fault, {faulty} at fault"),
        })
    }

    /// Where the output has other things to carry, findings go beside it. They repeat what stands
    /// in files, which must not steer a terminal.
    fn print_finding(&mut self, finding: String) -> Result<(), ReplayStop> {
        let finding = finding.replace(char::is_control, "\u{fffd}");
        if self.arguments.notation.is_some() || self.arguments.positions {
            eprintln!("{finding}");
            return Ok(());
        }
        Ok(self.output.line(&finding)?)
    }
}

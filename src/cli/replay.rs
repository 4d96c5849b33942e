//! The subcommand `replay`: records of games, checked move by move under the rules.
//!
//! What is asked for goes to the output: games in another notation, position strings, or else the
//! findings. With the former two the findings go to standard error, so that the output can be read
//! on. The exit code is 1 if anything is at fault, 2 if a file cannot be opened.

use clap::Args;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::process::ExitCode;
use triskelion::arena::record::replay::{ReplayError, replay, replay_and, rewritten};
use triskelion::arena::record::{Item, Reader, Record};
use triskelion::game::Game;
use triskelion::rules::Notation;
use triskelion::session::{Closed, Output};

/// What is replayed, and what is shown of it.
#[derive(Args)]
pub struct ReplayArguments {
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
enum Stop {
    /// Nobody reads any more.
    Closed,
    /// A file cannot be opened.
    Unopened(String),
}

impl From<Closed> for Stop {
    fn from(_: Closed) -> Stop {
        Stop::Closed
    }
}

/// Replays the files and says how they are.
pub fn run(arguments: &ReplayArguments, output: &mut Output) -> ExitCode {
    let mut check = Check { arguments, output, games: 0, plies: 0, faulty: 0 };
    let done = arguments.files.iter().try_for_each(|name| check.file(name));
    match done.and_then(|()| check.sum_up()) {
        // A closed output is no fault.
        Ok(()) | Err(Stop::Closed) if check.faulty == 0 => ExitCode::SUCCESS,
        Ok(()) | Err(Stop::Closed) => ExitCode::FAILURE,
        Err(Stop::Unopened(error)) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

/// What has been found so far.
struct Check<'a> {
    arguments: &'a ReplayArguments,
    output: &'a mut Output,
    games: usize,
    plies: usize,
    faulty: usize,
}

impl Check<'_> {
    fn file(&mut self, name: &str) -> Result<(), Stop> {
        let input: Box<dyn BufRead> = match name {
            "-" => Box::new(io::stdin().lock()),
            name => {
                let file = File::open(name);
                let file = file.map_err(|error| Stop::Unopened(format!("{name}: {error}")))?;
                Box::new(BufReader::new(file))
            }
        };
        let items = Reader::new(input).filter(|item| !matches!(item, Ok(Item::Escape(_))));
        let mut count = 0;
        for item in items {
            count += 1;
            if self.arguments.game.is_some_and(|wanted| wanted != count) {
                continue;
            }
            self.games += 1;
            let found = match item {
                Ok(Item::Game(record)) => match self.game(&record)? {
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
                Ok(Item::Escape(_)) => continue,
                Err(error) => format!("game {count}, {error}"),
            };
            self.fault(format!("{name}: {found}"))?;
        }
        match self.arguments.game {
            Some(wanted) if wanted > count => {
                self.fault(format!("{name}: there is no game {wanted} among {count}"))
            }
            _ => Ok(()),
        }
    }

    /// The number of moves of a game that is in order, once everything is printed of it.
    fn game(&mut self, record: &Record) -> Result<Result<usize, ReplayError>, Closed> {
        if let Some(notation) = self.arguments.notation {
            return match rewritten(record, notation) {
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
                printed = self.output.line(&game.position_string());
            }
        };
        let replayed = replay_and(record, print);
        printed.map(|()| replayed.map(|replayed| replayed.plies))
    }

    fn fault(&mut self, fault: String) -> Result<(), Stop> {
        self.faulty += 1;
        self.say(fault)
    }

    fn sum_up(&mut self) -> Result<(), Stop> {
        let Check { games, plies, faulty, .. } = *self;
        self.say(match faulty {
            0 => format!("{games} games, {plies} plies, all legal"),
            _ => format!("{games} games, {plies} plies in those without fault, {faulty} at fault"),
        })
    }

    /// Where the output has other things to carry, findings go beside it. They repeat what stands
    /// in files, which must not steer a terminal.
    fn say(&mut self, finding: String) -> Result<(), Stop> {
        let finding = finding.replace(char::is_control, "\u{fffd}");
        if self.arguments.notation.is_some() || self.arguments.positions {
            eprintln!("{finding}");
            return Ok(());
        }
        Ok(self.output.line(&finding)?)
    }
}

//! The game and its players: whose turn it is, moves, and the lines that are no commands.

use super::board::{self, BoardView};
use super::command::{self, People, PlayCommand, describe_strength};
use super::game::PlayedGame;
use super::input::{Line, LineReader};
use super::opponent::{Opponent, Thought, describe_score};
use crate::engine::{Skill, Strength};
use crate::moves::Side;
use crate::rules::Notation;
use crate::session::{Output, OutputError};
use crate::tournament::pgn::{MoveNumber, result_text};
use std::path::PathBuf;
use triskelion_protocol::quote_clipped;

/// A game in the terminal, with its players.
pub(super) struct TerminalGame {
    pub(super) game: PlayedGame,
    pub(super) people: People,
    /// Whether the engine waits for `go`.
    pub(super) is_paused: bool,
    pub(super) flipped: bool,
    pub(super) chosen_notation: Option<Notation>,
    pub(super) opponent: Opponent,
    pub(super) input: LineReader,
    pub(super) output: Output,
    /// The file that this game was written to.
    pub(super) saved_as: Option<PathBuf>,
}

/// Whether to leave.
#[derive(PartialEq, Eq)]
enum Next {
    Continue,
    Leave,
}

impl TerminalGame {
    pub(super) fn run(&mut self) -> Result<(), OutputError> {
        // Ctrl-C at the prompt leaves if it is pressed twice: the first may have been meant for the
        // engine, which has just moved.
        let mut was_interrupted = false;
        loop {
            let side = self.game.position().side_to_move();
            let is_over = self.game.end().is_some();
            if !is_over && !self.is_paused && !self.people.plays(side) {
                self.let_engine_move()?;
                continue;
            }
            let line = self.read_line();
            let is_second_interrupt = was_interrupted && matches!(line, Line::Interrupt);
            was_interrupted = matches!(line, Line::Interrupt);
            let next = match line {
                Line::End => Next::Leave,
                Line::Interrupt if is_second_interrupt => Next::Leave,
                Line::Interrupt => {
                    self.say("Press Ctrl-C again to leave.")?;
                    Next::Continue
                }
                Line::Text(line) => self.handle(line.trim())?,
            };
            if next == Next::Leave {
                return Ok(());
            }
        }
    }

    fn read_line(&mut self) -> Line {
        let side = self.game.position().side_to_move();
        let prompt = match self.game.end() {
            Some(_) => "> ".to_owned(),
            None => format!("{} {side}> ", MoveNumber(self.game.move_number(), side)),
        };
        let notation = self.notation();
        let (game, input) = (&self.game, &mut self.input);
        let words = || {
            let commands = command::COMMANDS.iter().map(|row| row.word.to_owned());
            let moves = game.position().legal_moves(notation).into_iter();
            commands.chain(moves.flat_map(|mv| [mv.uci, mv.display])).collect()
        };
        self.opponent.interrupts().wait_for_line(|| input.read(&prompt, words))
    }

    /// Executes a command or plays a move.
    fn handle(&mut self, line: &str) -> Result<Next, OutputError> {
        if line.is_empty() || line.starts_with('#') {
            return Ok(Next::Continue);
        }
        match command::parse(line) {
            Some(Ok(PlayCommand::Quit)) => return Ok(Next::Leave),
            Some(Ok(command)) => self.execute(command)?,
            Some(Err(error)) => self.complain(&error)?,
            None => self.play(line)?,
        }
        Ok(Next::Continue)
    }

    /// Plays the move of a person.
    fn play(&mut self, text: &str) -> Result<(), OutputError> {
        if let Some((end, _)) = self.game.end() {
            return self.complain(&format!("the game is over ({end}); try `undo` or `new`"));
        }
        // Only Roth's platform moves have a space in them.
        let text: String = text.split_whitespace().collect();
        match self.game.play(&text) {
            Ok(()) => {
                self.is_paused = false;
                // The engine's reply shows the board.
                let side = self.game.position().side_to_move();
                if self.game.end().is_none() && !self.people.plays(side) {
                    let played = self.describe_last_move();
                    return self.lines(played.into_iter().collect());
                }
                self.show()
            }
            Err(error) => {
                let read = quote_clipped(&text);
                self.complain(&format!("{read} is not a legal move: {}", error.message))?;
                if !text.contains(|letter: char| letter.is_ascii_digit()) {
                    self.say("Type `help` for the commands, `moves` for the legal moves.")?;
                }
                Ok(())
            }
        }
    }

    /// Returns the notation of displayed moves.
    pub(super) fn notation(&self) -> Notation {
        let notations = self.game.position().notations();
        let chosen = self.chosen_notation.filter(|chosen| notations.contains(chosen));
        chosen.or(notations.first().copied()).unwrap_or(Notation::Uci)
    }

    /// Prints the board, the last move, and whose turn it is or how the game ended.
    pub(super) fn show(&mut self) -> Result<(), OutputError> {
        let columns = self.input.columns().unwrap_or(usize::MAX);
        let view = BoardView { flipped: self.flipped, columns };
        let mut lines = vec![String::new()];
        lines.extend(board::draw(self.game.position(), self.game.last_move(), &view));
        lines.extend(self.describe_last_move());
        lines.push(match self.game.end() {
            Some((end, result)) => format!("{end}. {}", result_text(result)),
            None => {
                let position = self.game.position();
                let check = if position.in_check() { ", in check" } else { "" };
                format!("{} to move{check}", position.side_to_move())
            }
        });
        self.lines(lines)
    }

    fn describe_last_move(&self) -> Option<String> {
        let position = self.game.position();
        let side = position.side_to_move().other();
        let number = self.game.move_number() - u32::from(side == Side::Black);
        let mv = position.last_move(self.notation())?;
        Some(format!("Last move: {} {mv}", MoveNumber(number, side)))
    }

    pub(super) fn let_engine_move(&mut self) -> Result<(), OutputError> {
        let side = self.game.position().side_to_move();
        let notation = self.notation();
        let Thought { best, evaluation, was_interrupted } =
            match self.opponent.choose_move(&self.game) {
                Ok(thought) => thought,
                Err(error) => {
                    self.is_paused = true;
                    return self.complain(&error);
                }
            };
        let played = best.is_some_and(|best| self.game.play(&best).is_ok());
        if !played {
            self.is_paused = true;
            return self.complain("the engine has no move");
        }
        let mv = self.game.position().last_move(notation).unwrap_or_default();
        let score = evaluation.map_or(String::new(), |(score, depth)| {
            format!(" ({}, depth {depth})", describe_score(score))
        });
        self.show()?;
        self.say(&format!("The engine played {mv} for {side}{score}."))?;
        if was_interrupted && self.people == People::None {
            self.is_paused = true;
            self.say("Paused. Type `go` to continue.")?;
        }
        Ok(())
    }

    pub(super) fn pause_if_engine_is_to_move(&mut self) {
        self.is_paused = !self.people.plays(self.game.position().side_to_move());
    }

    pub(super) fn replace_game(&mut self, game: PlayedGame) {
        self.game = game;
        self.saved_as = None;
        self.is_paused = false;
        self.opponent.new_game();
    }

    /// Returns the names of White and Black.
    pub(super) fn player_names(&self) -> [String; 2] {
        Side::ALL.map(|side| match self.people.plays(side) {
            true => "a person".to_owned(),
            false => match self.opponent.strength {
                Strength::Level(Skill::FULL) => "Triskelion".to_owned(),
                strength => format!("Triskelion at {}", describe_strength(strength)),
            },
        })
    }

    pub(super) fn lines(&mut self, lines: Vec<String>) -> Result<(), OutputError> {
        lines.iter().try_for_each(|line| self.output.line(line))
    }

    /// Prints a line. Texts may quote files, which must not control the terminal.
    pub(super) fn say(&mut self, text: &str) -> Result<(), OutputError> {
        self.output.line(&text.replace(char::is_control, "\u{fffd}"))
    }

    pub(super) fn complain(&mut self, error: &str) -> Result<(), OutputError> {
        format!("error: {error}").lines().try_for_each(|line| self.say(line))
    }
}

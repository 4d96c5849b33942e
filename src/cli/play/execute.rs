//! The effect of each command.

use super::command::{self, People, PlayCommand, describe_strength};
use super::game::{GameStart, PlayedGame};
use super::opponent::describe_score;
use super::records;
use super::terminal::TerminalGame;
use crate::cli::result::in_file;
use crate::files;
use crate::moves::Side;
use crate::registry::Variant;
use crate::rules::Notation;
use crate::session::OutputError;
use crate::tournament::pgn::result_text;
use std::error::Error;
use std::fs::{self, File};
use std::path::Path;
use triskelion_protocol::quote_clipped;

impl TerminalGame {
    pub(super) fn execute(&mut self, command: PlayCommand) -> Result<(), OutputError> {
        match command {
            PlayCommand::Help => self.lines(command::help()),
            PlayCommand::Board => self.show(),
            PlayCommand::Moves(from) => self.list_moves(from.as_deref()),
            PlayCommand::Hint => self.hint(),
            PlayCommand::Go | PlayCommand::Resign | PlayCommand::Draw
                if let Some((end, _)) = self.game.end() =>
            {
                self.complain(&format!("the game is over ({end})"))
            }
            PlayCommand::Go => self.go(),
            PlayCommand::Undo => self.undo(),
            PlayCommand::Redo => self.redo(),
            PlayCommand::New(variant) => self.start_new_game(variant),
            PlayCommand::Flip => {
                self.flipped = !self.flipped;
                self.show()
            }
            PlayCommand::Players(people) => self.choose_players(people),
            PlayCommand::Level(strength) => {
                self.opponent.strength = strength.unwrap_or(self.opponent.strength);
                let strength = describe_strength(self.opponent.strength);
                self.say(&format!("The engine plays at {strength}."))
            }
            PlayCommand::MoveTime(time) => {
                self.opponent.move_time = time.unwrap_or(self.opponent.move_time);
                let time = self.opponent.move_time;
                self.say(&format!("The engine takes at most {time} ms for a move."))
            }
            PlayCommand::SetNotation(notation) => self.choose_notation(notation),
            PlayCommand::Save(file) => match self.save(&file) {
                Ok(()) => self.say(&format!("Saved {}.", file.display())),
                Err(error) => self.complain(&error),
            },
            PlayCommand::Load(file) => match self.load(&file) {
                Ok(()) => Ok(()),
                Err(error) => self.complain(&error.to_string()),
            },
            PlayCommand::Fen => self.say(&self.game.position().fen()),
            PlayCommand::Resign => self.resign(),
            PlayCommand::Draw => self.agree_to_draw(),
            PlayCommand::Quit => Ok(()),
        }
    }

    /// Lets the engine move once, or continue if it was paused.
    fn go(&mut self) -> Result<(), OutputError> {
        self.is_paused = false;
        self.let_engine_move()
    }

    fn list_moves(&mut self, from: Option<&str>) -> Result<(), OutputError> {
        let position = self.game.position();
        let Some(moves) = position.sorted_moves(self.notation(), from) else {
            let read = quote_clipped(from.unwrap_or_default());
            return self.complain(&format!("moves: read {read}, expected a cell or a post"));
        };
        if moves.is_empty() {
            return match from.filter(|_| !position.moves().is_empty()) {
                Some(from) => self.say(&format!("There are no legal moves from {from}.")),
                None => self.say("There are no legal moves."),
            };
        }
        let width = moves.iter().map(|mv| mv.display.chars().count()).max().unwrap_or(0) + 2;
        let per_line = (self.input.columns().unwrap_or(80) / width).max(1);
        let lines = moves.chunks(per_line).map(|row| {
            let row: String = row.iter().map(|mv| format!("{:<width$}", mv.display)).collect();
            row.trim_end().to_owned()
        });
        self.lines(lines.collect())
    }

    fn hint(&mut self) -> Result<(), OutputError> {
        let thought = match self.opponent.advise(&self.game) {
            Ok(thought) => thought,
            Err(error) => return self.complain(&error),
        };
        let moves = self.game.position().legal_moves(self.notation());
        let best = moves.into_iter().find(|mv| Some(&mv.uci) == thought.best.as_ref());
        match (best, thought.evaluation) {
            (Some(mv), Some((score, _))) => {
                self.say(&format!("Hint: {} ({})", mv.display, describe_score(score)))
            }
            (Some(mv), None) => self.say(&format!("Hint: {}", mv.display)),
            (None, _) => self.say("There are no legal moves."),
        }
    }

    /// Returns the sides at whose turn a player can stop: those of people, or any if there is none.
    fn stops(&self) -> impl Fn(Side) -> bool + use<> {
        let people = self.people;
        move |side| people == People::None || people.plays(side)
    }

    fn undo(&mut self) -> Result<(), OutputError> {
        if !self.game.undo(self.stops()) {
            return self.complain("there is no move of yours to take back");
        }
        self.pause_if_engine_is_to_move();
        self.show()
    }

    fn redo(&mut self) -> Result<(), OutputError> {
        if !self.game.redo(self.stops()) {
            return self.complain("no move was taken back");
        }
        self.pause_if_engine_is_to_move();
        self.show()
    }

    fn start_new_game(&mut self, variant: Option<Variant>) -> Result<(), OutputError> {
        let variant = variant.unwrap_or(self.game.position().variant());
        match PlayedGame::new(GameStart::of(variant), Vec::new()) {
            Ok(game) => self.replace_game(game),
            Err(error) => return self.complain(&error.to_string()),
        }
        self.show()
    }

    fn choose_players(&mut self, people: Option<People>) -> Result<(), OutputError> {
        if let Some(people) = people {
            self.people = people;
            self.is_paused = false;
            if matches!(people, People::White | People::Black) {
                self.flipped = people == People::Black;
            }
        }
        let [white, black] = self.player_names();
        self.say(&format!("White: {white}. Black: {black}."))
    }

    fn choose_notation(&mut self, notation: Option<Notation>) -> Result<(), OutputError> {
        let notations = self.game.position().notations();
        let names = notations.iter().map(|notation| notation.name()).collect::<Vec<_>>().join(", ");
        if let Some(notation) = notation {
            if !notations.contains(&notation) {
                let variant = self.game.position().variant();
                return self
                    .complain(&format!("{variant} has no notation {notation}, only {names}"));
            }
            self.chosen_notation = Some(notation);
        }
        let chosen = self.notation();
        self.say(&format!("Moves are shown in {chosen} notation (of {names})."))
    }

    /// Writes the game to a file. Another file than that of this game is not replaced.
    fn save(&mut self, file: &Path) -> Result<(), String> {
        let text = records::format(&self.game, self.player_names(), self.notation())?;
        let is_own = self.saved_as.as_deref() == Some(file);
        if !is_own {
            File::create_new(file).map_err(|error| in_file(file, error))?;
        }
        let written = files::replace(file, text.as_bytes());
        if written.is_err() && !is_own {
            // The empty file would be in the way of the next attempt.
            let _ = fs::remove_file(file);
        }
        written.map_err(|error| in_file(file, error))?;
        self.saved_as = Some(file.to_owned());
        Ok(())
    }

    /// Continues the first game of a file.
    pub(super) fn load(&mut self, file: &Path) -> Result<(), Box<dyn Error>> {
        let bytes = fs::read(file).map_err(|error| in_file(file, error))?;
        let text = String::from_utf8_lossy(&bytes);
        let loaded = records::parse(&text, self.game.position().variant())
            .map_err(|error| in_file(file, error))?;
        self.replace_game(loaded.game);
        self.show()?;
        if let Some(warning) = loaded.warning {
            self.say(&warning)?;
        }
        if loaded.has_more {
            self.say("This is the first game of the file.")?;
        }
        self.pause_if_engine_is_to_move();
        if self.is_paused && self.game.end().is_none() {
            self.say("Type `go` to let the engine move.")?;
        }
        Ok(())
    }

    /// Returns the side of the person who speaks: the one to move if both sides are people.
    fn speaker(&self) -> Side {
        match self.people {
            People::White => Side::White,
            People::Black => Side::Black,
            People::Both | People::None => self.game.position().side_to_move(),
        }
    }

    fn resign(&mut self) -> Result<(), OutputError> {
        let loser = self.speaker();
        self.declare_end(Some(loser.other()), format!("{loser} resigns"))
    }

    fn agree_to_draw(&mut self) -> Result<(), OutputError> {
        let engine_plays = matches!(self.people, People::White | People::Black);
        if engine_plays && !self.opponent.accepts_draw(&self.game) {
            return self.say("The engine declines the draw.");
        }
        self.declare_end(None, "Draw by agreement".to_owned())
    }

    fn declare_end(&mut self, winner: Option<Side>, text: String) -> Result<(), OutputError> {
        self.game.declare_end(winner, text);
        match self.game.end() {
            Some((end, result)) => self.say(&format!("{end}. {}", result_text(result))),
            None => Ok(()),
        }
    }
}

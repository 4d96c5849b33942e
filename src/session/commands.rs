//! What each command does.

use super::background::BackgroundJob;
use super::{Closed, Flow, PendingSearch, Session, StrengthOptions, messages, options};
use crate::engine::{Limits, Strength};
use crate::registry::Variant;
use crate::rules::Notation;
use std::ops::ControlFlow;
use triskelion_protocol::{
    BasePosition, Command, EngineMessage, Go, InfoString, PositionCommand, quote_clipped,
};

impl Session {
    /// Carries out a command.
    pub(super) fn execute(&mut self, command: Command) -> Flow {
        match command {
            Command::Uci => self.send_id_and_options()?,
            Command::Debug(on) => self.debug = on,
            Command::IsReady => self.output.send(&EngineMessage::ReadyOk)?,
            Command::SetOption { name, value } => {
                self.finish_search()?;
                self.change_option(&name, value.as_deref())?;
            }
            Command::Register(_) => {}
            Command::UciNewGame => {
                self.finish_search()?;
                self.engine.new_game();
            }
            Command::Position(position) => {
                self.finish_search()?;
                self.set_position(&position)?;
            }
            Command::Go(go) => self.go(go)?,
            Command::Perft(depth) => self.perft(depth)?,
            Command::Stop => self.engine.stop(),
            Command::PonderHit => self.ponder_hit(),
            Command::Quit => {
                self.finish_search()?;
                return Ok(ControlFlow::Break(()));
            }
            Command::Display => self.display()?,
            Command::Eval => {
                let text = messages::evaluation(self.engine.game());
                self.output.multiline(&text)?;
            }
            Command::Bench => self.bench()?,
            Command::Query(question) => {
                let response = messages::query_response(self.engine.game(), question);
                self.output.send(&EngineMessage::Response(response))?;
            }
            Command::Wait => self.wait()?,
            Command::Geometry => {
                let geometry = messages::geometry(self.engine.game());
                self.output.send(&EngineMessage::Geometry(geometry))?;
            }
            Command::Board => {
                let board = messages::board(self.engine.game(), self.notation());
                self.output.send(&EngineMessage::Board(board))?;
            }
            Command::Moves { json, from } => self.moves(json, from.as_deref())?,
        }
        Ok(ControlFlow::Continue(()))
    }

    fn send_id_and_options(&mut self) -> Result<(), Closed> {
        let name = concat!("Triskelion ", env!("CARGO_PKG_VERSION"));
        self.output.send(&EngineMessage::Name(name.to_owned()))?;
        self.output.send(&EngineMessage::Author(env!("CARGO_PKG_AUTHORS").to_owned()))?;
        for row in &self.options {
            self.output.send(&EngineMessage::Option(row.declaration.clone()))?;
        }
        self.output.send(&EngineMessage::UciOk)
    }

    pub(super) fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<(), String> {
        // The table is lent out for the while that a row of it changes the session.
        let table = std::mem::take(&mut self.options);
        let done = match table.iter().find(|row| row.declaration.is_named(name)) {
            Some(row) => row.set(self, value),
            None => Err(options::unknown_option(name)),
        };
        self.options = table;
        if name.eq_ignore_ascii_case(options::UCI_VARIANT) {
            self.update_notation_declaration();
        }
        done
    }

    /// Declares the notations of the rule set, with the one in force as the default.
    fn update_notation_declaration(&mut self) {
        let offered =
            options::notation_declaration(self.notation(), &self.engine.game().notations());
        for row in self.options.iter_mut() {
            if row.declaration.is_named(&offered.name) {
                row.declaration.clone_from(&offered);
            }
        }
    }

    /// The notation for people: the one chosen, or else the first that the rule set has.
    fn notation(&self) -> Notation {
        let known = self.engine.game().notations();
        let chosen = self.chosen_notation.filter(|chosen| known.contains(chosen));
        chosen.or(known.first().copied()).unwrap_or(Notation::Uci)
    }

    /// The effect of the option `Notation`.
    pub(super) fn set_notation(&mut self, name: &str) -> Result<(), String> {
        let notation: Notation = name.parse().map_err(|error| format!("{error}"))?;
        self.chosen_notation = Some(notation);
        Ok(())
    }

    /// The effect of the options on playing strength.
    pub(super) fn apply_strength(&mut self) -> Result<(), String> {
        let StrengthOptions { skill_level: level, limit_strength: limited, elo } = self.strength;
        let strength = if limited { Strength::Elo(elo) } else { Strength::Level(level) };
        self.engine.set_strength(strength);
        Ok(())
    }

    fn change_option(&mut self, name: &str, value: Option<&str>) -> Result<(), Closed> {
        if let Err(error) = self.set_option(name, value) {
            return self.output.error(error);
        }
        if name.eq_ignore_ascii_case(options::UCI_VARIANT) {
            let line = messages::variant_info(self.engine.game());
            self.output.send(&EngineMessage::InfoString(InfoString::Variant(line)))?;
        } else if self.debug {
            self.output.info_string(format!(
                "{name} set to {}",
                quote_clipped(value.unwrap_or_default())
            ))?;
        }
        Ok(())
    }

    /// The effect of the option `Threads`.
    pub(super) fn set_threads(&mut self, threads: u64) -> Result<(), String> {
        let threads = threads as usize;
        self.engine.set_threads(threads).map_err(|error| error.to_string())?;
        self.threads = threads;
        Ok(())
    }

    /// The effect of the option `UCI_Variant`.
    pub(super) fn set_variant(&mut self, name: &str) -> Result<(), String> {
        let variant: Variant = name.parse().map_err(|error| format!("{error}"))?;
        self.engine.set_variant(variant);
        self.position_error = None;
        Ok(())
    }

    fn set_position(&mut self, position: &PositionCommand) -> Result<(), Closed> {
        let moves: Vec<&str> = position.moves.iter().map(String::as_str).collect();
        let base = match &position.base {
            BasePosition::StartPos => None,
            BasePosition::Fen(fen) => Some(fen.as_str()),
        };
        match self.engine.set_position(base, &moves) {
            Ok(()) => {
                self.position_error = None;
                Ok(())
            }
            Err(error) => self.reject(Some("position"), format!("position: {error}")),
        }
    }

    fn go(&mut self, go: Go) -> Result<(), Closed> {
        if self.search.is_some() {
            return self.output.error("go: a search is under way; ignored");
        }
        if let Some(fault) = &self.position_error {
            let error = format!("go: the last position was refused ({fault})");
            self.output.error(error)?;
            return self.output.send(&EngineMessage::BestMove { best: None, ponder: None });
        }
        let search = PendingSearch { pondering: go.ponder, unlimited: go.is_unlimited() };
        let limits = self.limits(go)?;
        self.search = Some(search);
        self.engine.go(limits);
        Ok(())
    }

    /// The limits in the engine's words; moves that are not legal are told and left out.
    fn limits(&mut self, go: Go) -> Result<Limits, Closed> {
        let mut searchmoves = Vec::new();
        for text in &go.searchmoves {
            match self.engine.game().to_uci(text) {
                Ok(wire) => searchmoves.push(wire),
                Err(fault) => {
                    let (read, why) = (quote_clipped(text), fault.message);
                    let expected = format!("expected a legal move ({why}); ignored");
                    self.output.error(format!("go searchmoves: read {read}, {expected}"))?;
                }
            }
        }
        let small = |number: Option<u64>| number.map(|n| u32::try_from(n).unwrap_or(u32::MAX));
        Ok(Limits {
            // A clock that is not given is taken to be like the other one.
            wtime: go.wtime.or(go.btime),
            btime: go.btime.or(go.wtime),
            winc: go.winc,
            binc: go.binc,
            movestogo: small(go.movestogo),
            movetime: go.movetime,
            depth: small(go.depth),
            nodes: go.nodes,
            mate: small(go.mate),
            infinite: go.infinite,
            ponder: go.ponder,
            searchmoves,
        })
    }

    fn ponder_hit(&mut self) {
        if let Some(search) = self.search.as_mut().filter(|search| search.pondering) {
            search.pondering = false;
            self.engine.ponder_hit();
        }
    }

    fn wait(&mut self) -> Result<(), Closed> {
        match self.search {
            None => self.output.send(&EngineMessage::Wait),
            // Commands are held back while waiting, so one must not wait for a command.
            Some(PendingSearch { pondering: false, unlimited: false }) => {
                self.waiting = true;
                Ok(())
            }
            Some(_) => {
                self.output.error("wait: this search ends by stop or ponderhit; not waiting")?;
                self.output.send(&EngineMessage::Wait)
            }
        }
    }

    fn perft(&mut self, depth: u32) -> Result<(), Closed> {
        if self.search.is_some() {
            return self.output.error("go perft: a search is under way; ignored");
        }
        if let Some(fault) = &self.position_error {
            let error = format!("go perft: the last position was refused ({fault})");
            return self.output.error(error);
        }
        self.job = BackgroundJob::perft(self.engine.game().box_clone(), depth, self.threads);
        self.check_started("go perft")
    }

    fn bench(&mut self) -> Result<(), Closed> {
        if self.search.is_some() {
            return self.output.error("bench: a search is under way; ignored");
        }
        self.job = BackgroundJob::bench();
        self.check_started("bench")
    }

    fn check_started(&mut self, word: &str) -> Result<(), Closed> {
        match self.job {
            Some(_) => Ok(()),
            None => self.output.error(format!("{word}: no thread to run it on")),
        }
    }

    fn display(&mut self) -> Result<(), Closed> {
        let game = self.engine.game();
        let mut text = game.diagram();
        let last_move = game.last_move(self.notation()).map(EngineMessage::LastMove);
        for answer in last_move.into_iter().chain([
            EngineMessage::Fen(game.fen()),
            EngineMessage::Key(game.key()),
            EngineMessage::Checkers(game.checkers()),
        ]) {
            text.push_str(&answer.to_string());
            text.push('\n');
        }
        self.output.multiline(&text)
    }

    fn moves(&mut self, json: bool, from: Option<&str>) -> Result<(), Closed> {
        let moves = match messages::moves(self.engine.game(), self.notation(), from) {
            Ok(moves) => moves,
            Err(error) => {
                self.output.error(error)?;
                Vec::new()
            }
        };
        let moves = moves.into_iter();
        self.output.send(&match json {
            true => EngineMessage::MovesJson(moves.map(messages::move_to_json).collect()),
            false => EngineMessage::Moves(moves.map(|mv| mv.uci).collect()),
        })
    }
}

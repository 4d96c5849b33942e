//! What each command does.

use super::job::Job;
use super::{Chosen, Closed, Flow, Search, Session, answers, options};
use crate::engine::{Limits, Strength};
use crate::rules::Notation;
use crate::rules::registry::Variant;
use std::ops::ControlFlow;
use triskelion_protocol::{Answer, Base, Command, Go, PositionCommand, Text, clip};

impl Session {
    /// Carries out a command.
    pub(super) fn obey(&mut self, command: Command) -> Flow {
        match command {
            Command::Uci => self.introduce()?,
            Command::Debug(on) => self.debug = on,
            Command::IsReady => self.output.answer(&Answer::ReadyOk)?,
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
            Command::Display => self.draw()?,
            Command::Eval => {
                let text = answers::evaluation(self.engine.game());
                self.output.drawing(&text)?;
            }
            Command::Bench => self.bench()?,
            Command::Query(question) => {
                let response = answers::response(self.engine.game(), question);
                self.output.answer(&Answer::Response(response))?;
            }
            Command::Wait => self.wait()?,
            Command::Geometry => {
                let geometry = answers::geometry(self.engine.game());
                self.output.answer(&Answer::Geometry(geometry))?;
            }
            Command::Board => {
                let board = answers::board(self.engine.game(), self.notation());
                self.output.answer(&Answer::Board(board))?;
            }
            Command::Moves { json, from } => self.moves(json, from.as_deref())?,
        }
        Ok(ControlFlow::Continue(()))
    }

    fn introduce(&mut self) -> Result<(), Closed> {
        let name = concat!("Triskelion ", env!("CARGO_PKG_VERSION"));
        self.output.answer(&Answer::Name(name.to_owned()))?;
        self.output.answer(&Answer::Author(env!("CARGO_PKG_AUTHORS").to_owned()))?;
        for row in &self.options {
            self.output.answer(&Answer::Option(row.declaration.clone()))?;
        }
        self.output.answer(&Answer::UciOk)
    }

    pub(super) fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<(), String> {
        // The table is lent out for the while that a row of it changes the session.
        let table = std::mem::take(&mut self.options);
        let done = match table.iter().find(|row| row.declaration.is_named(name)) {
            Some(row) => row.set(self, value),
            None => Err(options::unknown(name)),
        };
        self.options = table;
        if name.eq_ignore_ascii_case(options::VARIANT) {
            self.offer_notations();
        }
        done
    }

    /// Declares the notations of the rule set, with the one in force as the default.
    fn offer_notations(&mut self) {
        let offered = options::notations(self.notation(), &self.engine.game().notations());
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
        chosen.or(known.first().copied()).unwrap_or(Notation::Wire)
    }

    /// The effect of the option `Notation`.
    pub(super) fn set_notation(&mut self, name: &str) -> Result<(), String> {
        let notation: Notation = name.parse().map_err(|error| format!("{error}"))?;
        self.chosen_notation = Some(notation);
        Ok(())
    }

    /// The effect of the options on playing strength.
    pub(super) fn apply_strength(&mut self) -> Result<(), String> {
        let Chosen { level, limited, elo } = self.strength;
        let strength = if limited { Strength::Elo(elo) } else { Strength::Level(level) };
        self.engine.set_strength(strength);
        Ok(())
    }

    fn change_option(&mut self, name: &str, value: Option<&str>) -> Result<(), Closed> {
        if let Err(error) = self.set_option(name, value) {
            return self.output.error(error);
        }
        if name.eq_ignore_ascii_case(options::VARIANT) {
            let line = answers::variant_line(self.engine.game());
            self.output.answer(&Answer::Text(Text::Variant(line)))?;
        } else if self.debug {
            self.output.remark(format!("{name} set to {}", clip(value.unwrap_or_default())))?;
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
        self.refused = None;
        Ok(())
    }

    fn set_position(&mut self, position: &PositionCommand) -> Result<(), Closed> {
        let moves: Vec<&str> = position.moves.iter().map(String::as_str).collect();
        let base = match &position.base {
            Base::StartPos => None,
            Base::Fen(fen) => Some(fen.as_str()),
        };
        match self.engine.set_position(base, &moves) {
            Ok(()) => {
                self.refused = None;
                Ok(())
            }
            Err(error) => self.refuse(Some("position"), format!("position: {error}")),
        }
    }

    fn go(&mut self, go: Go) -> Result<(), Closed> {
        if self.search.is_some() {
            return self.output.error("go: a search is under way; ignored");
        }
        if let Some(fault) = &self.refused {
            let error = format!("go: the last position was refused ({fault})");
            self.output.error(error)?;
            return self.output.answer(&Answer::BestMove { best: None, ponder: None });
        }
        let search = Search { pondering: go.ponder, endless: go.is_endless() };
        let limits = self.limits(go)?;
        self.search = Some(search);
        self.engine.go(limits);
        Ok(())
    }

    /// The limits in the engine's words; moves that are not legal are told and left out.
    fn limits(&mut self, go: Go) -> Result<Limits, Closed> {
        let mut searchmoves = Vec::new();
        for text in &go.searchmoves {
            match self.engine.game().read_move(text) {
                Ok(wire) => searchmoves.push(wire),
                Err(fault) => {
                    let (read, why) = (clip(text), fault.fault);
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
            None => self.output.answer(&Answer::Wait),
            // Commands are held back while waiting, so one must not wait for a command.
            Some(Search { pondering: false, endless: false }) => {
                self.waiting = true;
                Ok(())
            }
            Some(_) => {
                self.output.error("wait: this search ends by stop or ponderhit; not waiting")?;
                self.output.answer(&Answer::Wait)
            }
        }
    }

    fn perft(&mut self, depth: u32) -> Result<(), Closed> {
        if self.search.is_some() {
            return self.output.error("go perft: a search is under way; ignored");
        }
        if let Some(fault) = &self.refused {
            let error = format!("go perft: the last position was refused ({fault})");
            return self.output.error(error);
        }
        self.job = Job::perft(self.engine.game().box_clone(), depth, self.threads);
        self.told_of_job("go perft")
    }

    fn bench(&mut self) -> Result<(), Closed> {
        if self.search.is_some() {
            return self.output.error("bench: a search is under way; ignored");
        }
        self.job = Job::bench();
        self.told_of_job("bench")
    }

    fn told_of_job(&mut self, word: &str) -> Result<(), Closed> {
        match self.job {
            Some(_) => Ok(()),
            None => self.output.error(format!("{word}: no thread to run it on")),
        }
    }

    fn draw(&mut self) -> Result<(), Closed> {
        let game = self.engine.game();
        let mut text = game.draw();
        let last_move = game.last_move(self.notation()).map(Answer::LastMove);
        for answer in last_move.into_iter().chain([
            Answer::Position(game.position_string()),
            Answer::Key(game.key()),
            Answer::Checkers(game.checkers()),
        ]) {
            text.push_str(&answer.to_string());
            text.push('\n');
        }
        self.output.drawing(&text)
    }

    fn moves(&mut self, json: bool, from: Option<&str>) -> Result<(), Closed> {
        let moves = match answers::moves(self.engine.game(), self.notation(), from) {
            Ok(moves) => moves,
            Err(error) => {
                self.output.error(error)?;
                Vec::new()
            }
        };
        let moves = moves.into_iter();
        self.output.answer(&match json {
            true => Answer::MovesJson(moves.map(answers::legal_move).collect()),
            false => Answer::Moves(moves.map(|mv| mv.text).collect()),
        })
    }
}

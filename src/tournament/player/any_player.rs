//! A player of either kind.

use super::failure::{PlayerFailure, StartError};
use super::in_process::InProcessPlayer;
use super::messages::{GameMoves, MoveReply, MoveRequest};
use super::uci_player::UciPlayer;
use crate::profiles::RuleSet;
use crate::registry::Visitor;
use crate::rules::GameInfo;
use crate::tournament::cancel::CancelToken;
use crate::tournament::config::{MatchConfig, PlayerConfig};
use triskelion_protocol::Limits;

/// A player that is ready to play games of one rule set.
pub(crate) enum Player<B: RuleSet> {
    /// This engine, in the same process.
    InProcess(Box<InProcessPlayer<B>>),
    /// A child process.
    Uci(Box<UciPlayer>),
}

impl<B: RuleSet> Player<B> {
    /// Starts the player. Canceling the token ends its searches and waits.
    pub(crate) fn start(
        player: &PlayerConfig,
        config: &MatchConfig,
        cancel_token: &CancelToken,
    ) -> Result<Self, StartError> {
        Ok(match player.cmd {
            None => Player::InProcess(Box::new(InProcessPlayer::start(
                config.variant.game(),
                player,
                cancel_token,
            )?)),
            Some(_) => Player::Uci(Box::new(UciPlayer::start(player, config, cancel_token)?)),
        })
    }

    /// Prepares a new game. The seed selects the evaluation noise of a limited skill level.
    pub(crate) fn new_game(&mut self, seed: u64) -> Result<(), PlayerFailure> {
        match self {
            Player::InProcess(player) => {
                player.new_game(seed);
                Ok(())
            }
            Player::Uci(player) => player.new_game(),
        }
    }

    /// Searches for a move.
    pub(crate) fn think(
        &mut self,
        request: &MoveRequest<'_, B>,
    ) -> Result<MoveReply, PlayerFailure> {
        match self {
            Player::InProcess(player) => player.think(request),
            Player::Uci(player) => player.think(request),
        }
    }

    /// Starts pondering on the last move of `game`, the expected reply.
    pub(crate) fn ponder(&mut self, game: &GameMoves, limits: &Limits) {
        if let Player::Uci(player) = self {
            player.ponder(game, limits);
        }
    }

    /// Stops pondering at the end of the game.
    pub(crate) fn stop_pondering(&mut self) {
        if let Player::Uci(player) = self {
            player.stop_pondering();
        }
    }
}

/// Starts and stops every player of the match, so that a player that cannot play is reported
/// before the first game.
pub fn check_players(config: &MatchConfig) -> Result<(), StartError> {
    struct StartAll<'a>(&'a MatchConfig);
    impl Visitor for StartAll<'_> {
        type Output = Result<(), StartError>;

        fn visit<B: RuleSet>(self, _game: &'static GameInfo) -> Self::Output {
            let start = |player| Player::<B>::start(player, self.0, &CancelToken::default());
            self.0.players.iter().try_for_each(|player| start(player).map(drop))
        }
    }
    config.variant.visit(StartAll(config))
}

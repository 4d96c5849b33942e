//! Starting a player of either kind.

use super::failure::StartError;
use super::in_process::InProcessPlayer;
use super::messages::Player;
use super::uci_player::UciPlayer;
use crate::profiles::RuleSet;
use crate::registry::Visitor;
use crate::rules::GameInfo;
use crate::tournament::cancel::CancelToken;
use crate::tournament::config::{MatchConfig, PlayerConfig};

/// Starts a player. Canceling the token ends its searches and waits.
pub(crate) fn start_player(
    player: &PlayerConfig,
    config: &MatchConfig,
    cancel_token: &CancelToken,
) -> Result<Box<dyn Player>, StartError> {
    struct StartInProcess<'a>(&'a PlayerConfig, &'a CancelToken);
    impl Visitor for StartInProcess<'_> {
        type Output = Result<Box<dyn Player>, StartError>;

        fn visit<B: RuleSet>(self, game: &'static GameInfo) -> Self::Output {
            Ok(Box::new(InProcessPlayer::<B>::start(game, self.0, self.1)?))
        }
    }
    match player.cmd {
        None => config.variant.visit(StartInProcess(player, cancel_token)),
        Some(_) => Ok(Box::new(UciPlayer::start(player, config, cancel_token)?)),
    }
}

/// Starts and stops every player of the match, so that a player that cannot play is reported
/// before the first game.
pub fn check_players(config: &MatchConfig) -> Result<(), StartError> {
    let start = |player| start_player(player, config, &CancelToken::default());
    config.players.iter().try_for_each(|player| start(player).map(drop))
}

//! The report of a player's fault.

use std::fmt;

/// A fault of a player, with the commands that reproduce it.
#[derive(Clone, Debug)]
pub struct PlayerFault {
    /// The name of the player.
    pub player: String,
    /// What the player did.
    pub message: String,
    /// The `position` command.
    pub position: String,
    /// The `go` command.
    pub go: String,
}

impl fmt::Display for PlayerFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} {}", self.player, self.message)?;
        write!(f, "  {}\n  {}", self.position, self.go)
    }
}

//! Where the evaluation of a rule set comes from: the network in the program or beside the file of
//! the game, the hand-made evaluation alone, or a network file.

use super::Profile;
use crate::eval::network::{Network, NetworkData, NetworkError};
use crate::rules::GameInfo;
use crate::sync::lock;
use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::{Arc, Mutex};

/// The largest part of a file that is read: more than the largest network.
const MAX_FILE_BYTES: u64 = 1 << 22;

/// A choice of the evaluation: a value of the option `EvalFile`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum EvalSource {
    /// The default of the rule set: the network in the program or beside the file of the game, or
    /// the hand-made evaluation if there is none.
    #[default]
    Default,
    /// The hand-made evaluation.
    HandMade,
    /// A network file.
    File(PathBuf),
}

/// Parses a value of the option `EvalFile`. An empty text is the default.
impl FromStr for EvalSource {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<EvalSource, Self::Err> {
        Ok(match text {
            "" | "<default>" => EvalSource::Default,
            "<hand>" => EvalSource::HandMade,
            path => EvalSource::File(path.into()),
        })
    }
}

impl fmt::Display for EvalSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EvalSource::Default => f.write_str("<default>"),
            EvalSource::HandMade => f.write_str("<hand>"),
            EvalSource::File(path) => write!(f, "{}", path.display()),
        }
    }
}

/// Why a network cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("{place}: {cause}")]
pub struct EvalSourceError {
    /// Where the network was read.
    place: String,
    cause: EvalSourceErrorKind,
}

/// What is wrong with a network.
#[derive(Debug, thiserror::Error)]
enum EvalSourceErrorKind {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error(transparent)]
    Network(#[from] NetworkError),
}

/// Returns the network of a source for a game; `None` for the hand-made evaluation.
/// `default` is the file that the host has passed for the rule set, in place of one in the program.
pub fn load_network(
    game: &GameInfo,
    source: &EvalSource,
    default: Option<&[u8]>,
) -> Result<Option<Arc<Network>>, EvalSourceError> {
    let read_at = |place: String| move |cause| EvalSourceError { place, cause };
    match (source, default) {
        (EvalSource::HandMade, _) => Ok(None),
        (EvalSource::Default, None) => Ok(default_network(game)),
        (EvalSource::Default, Some(bytes)) => {
            parse(game, bytes).map_err(read_at("the default network".to_owned()))
        }
        (EvalSource::File(path), _) => read_file(path)
            .and_then(|bytes| parse(game, &bytes))
            .map_err(read_at(path.display().to_string())),
    }
}

fn parse(game: &GameInfo, bytes: &[u8]) -> Result<Option<Arc<Network>>, EvalSourceErrorKind> {
    Ok(Some(Arc::new(Network::parse(game, bytes)?)))
}

/// Returns the contents of a network file, as a training run starts from them.
pub fn read_network(game: &GameInfo, path: &Path) -> Result<NetworkData, EvalSourceError> {
    let read = read_file(path).and_then(|bytes| Ok(NetworkData::parse(game, &bytes)?.0));
    read.map_err(|cause| EvalSourceError { place: path.display().to_string(), cause })
}

/// Returns whether a file begins as a network of any rule set does.
pub fn is_network_file(path: &Path) -> io::Result<bool> {
    let mut bytes = Vec::new();
    File::open(path)?.take(64).read_to_end(&mut bytes)?;
    Ok(NetworkData::has_header(&bytes))
}

fn read_file(path: &Path) -> Result<Vec<u8>, EvalSourceErrorKind> {
    let mut bytes = Vec::new();
    File::open(path)?.take(MAX_FILE_BYTES).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// A game from a file and its network, or why this cannot be used.
type GameNetwork = (&'static GameInfo, Result<Option<Arc<Network>>, String>);

/// The default networks of games from files.
static DEFAULTS: Mutex<Vec<GameNetwork>> = Mutex::new(Vec::new());

/// Makes the network beside the file of a game, `NAME.net` beside `NAME.toml`, the default network
/// of the game. Without such a file the game has none.
pub fn load_network_beside(game: &'static GameInfo, file: &Path) {
    let path = file.with_extension("net");
    let network = match read_file(&path).and_then(|bytes| parse(game, &bytes)) {
        Err(EvalSourceErrorKind::Io(error)) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        read => read.map_err(|error| format!("{}: {error}", path.display())),
    };
    let mut defaults = lock(&DEFAULTS);
    set_default(&mut defaults, game, network);
}

/// Makes a network in the program the default network of a game from a file, unless it has one.
pub fn offer_network(game: &'static GameInfo, file: &[u8]) {
    let mut defaults = lock(&DEFAULTS);
    if matches!(default_of(&defaults, game), Ok(None)) {
        let network = parse(game, file).map_err(|error| format!("in the program: {error}"));
        set_default(&mut defaults, game, network);
    }
}

fn set_default(
    defaults: &mut Vec<GameNetwork>,
    game: &'static GameInfo,
    network: Result<Option<Arc<Network>>, String>,
) {
    defaults.retain(|(other, _)| !std::ptr::eq(*other, game));
    defaults.push((game, network));
}

fn default_of(defaults: &[GameNetwork], game: &GameInfo) -> Result<Option<Arc<Network>>, String> {
    let entry = defaults.iter().find(|(other, _)| std::ptr::eq(*other, game));
    entry.map_or(Ok(None), |(_, network)| network.clone())
}

/// Returns the default network of a game from a file, or why it cannot be used.
fn network_of_file(game: &GameInfo) -> Result<Option<Arc<Network>>, String> {
    default_of(&lock(&DEFAULTS), game)
}

/// Returns why the default network of a game from a file cannot be used, so that the game is played
/// without it.
pub fn default_network_error(game: &GameInfo) -> Option<String> {
    network_of_file(game).err().map(|error| format!("{error}; played without this network"))
}

/// Returns the network in the program for a game or the one beside the file of the game, if there
/// is one that can be used.
///
/// # Panics
/// If the program was built with a file that is no network of the rule set.
pub fn default_network(game: &GameInfo) -> Option<Arc<Network>> {
    if game.is_from_file() {
        return network_of_file(game).unwrap_or(None);
    }
    let parse = |bytes| Network::parse(game, bytes).expect("the program has a valid network");
    Profile::of(game).network.map(parse).map(Arc::new)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::Variant;

    #[test]
    fn sources_round_trip_through_their_texts() {
        let file = EvalSource::File("networks/new.net".into());
        for source in [EvalSource::Default, EvalSource::HandMade, file] {
            assert_eq!(source.to_string().parse(), Ok(source));
        }
        assert_eq!("".parse(), Ok(EvalSource::Default));
    }

    #[test]
    fn networks_in_the_program_are_valid() {
        for variant in Variant::ALL {
            let game = variant.game();
            let network = default_network(game);
            assert_eq!(network.is_some(), Profile::of(game).network.is_some());
        }
        for name in Variant::names() {
            let variant = Variant::from_name(name).expect("a rule set");
            assert_eq!(default_network_error(variant.game()), None, "{name}");
        }
    }
}

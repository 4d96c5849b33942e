//! Where the evaluation of a rule set comes from: the network in the program, the hand-made
//! evaluation alone, or a network file.

use super::RuleSet;
use crate::eval::network::{Network, NetworkError};
use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The largest part of a file that is read: more than the largest network.
const MAX_FILE_BYTES: u64 = 1 << 22;

/// A choice of the evaluation: a value of the option `EvalFile`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum EvalSource {
    /// The default of the rule set: the network in the program, or the hand-made evaluation if there
    /// is none.
    #[default]
    Default,
    /// The hand-made evaluation.
    HandMade,
    /// A network file.
    File(PathBuf),
}

impl EvalSource {
    /// Parses a value of the option `EvalFile`. An empty text is the default.
    pub fn from_text(text: &str) -> EvalSource {
        match text {
            "" | "<default>" => EvalSource::Default,
            "<hand>" => EvalSource::HandMade,
            path => EvalSource::File(path.into()),
        }
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

/// Returns the network of a source for the rule set of `B`; `None` for the hand-made evaluation.
/// `default` is the file that the host has passed for the rule set, in place of one in the program.
pub fn load_network<B: RuleSet>(
    source: &EvalSource,
    default: Option<&[u8]>,
) -> Result<Option<Arc<Network>>, EvalSourceError> {
    let read_at = |place: String| move |cause| EvalSourceError { place, cause };
    match (source, default) {
        (EvalSource::HandMade, _) => Ok(None),
        (EvalSource::Default, None) => Ok(default_network::<B>()),
        (EvalSource::Default, Some(bytes)) => {
            parse::<B>(bytes).map_err(read_at("the default network".to_owned()))
        }
        (EvalSource::File(path), _) => read_file(path)
            .and_then(|bytes| parse::<B>(&bytes))
            .map_err(read_at(path.display().to_string())),
    }
}

fn parse<B: RuleSet>(bytes: &[u8]) -> Result<Option<Arc<Network>>, EvalSourceErrorKind> {
    Ok(Some(Arc::new(Network::parse::<B>(bytes)?)))
}

fn read_file(path: &Path) -> Result<Vec<u8>, EvalSourceErrorKind> {
    let mut bytes = Vec::new();
    File::open(path)?.take(MAX_FILE_BYTES).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Returns the network in the program for the rule set of `B`, if there is one.
///
/// # Panics
/// If the program was built with a file that is no network of the rule set.
pub fn default_network<B: RuleSet>() -> Option<Arc<Network>> {
    let parse = |bytes| Network::parse::<B>(bytes).expect("the program has a valid network");
    B::PROFILE.network.map(parse).map(Arc::new)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::{Variant, Visitor};

    #[test]
    fn sources_round_trip_through_their_texts() {
        let file = EvalSource::File("networks/new.net".into());
        for source in [EvalSource::Default, EvalSource::HandMade, file] {
            assert_eq!(EvalSource::from_text(&source.to_string()), source);
        }
        assert_eq!(EvalSource::from_text(""), EvalSource::Default);
    }

    #[test]
    fn networks_in_the_program_are_valid() {
        struct Parse;
        impl Visitor for Parse {
            type Output = ();

            fn visit<B: RuleSet>(self) {
                let network = default_network::<B>();
                assert_eq!(network.is_some(), B::PROFILE.network.is_some());
            }
        }
        for variant in Variant::ALL {
            variant.visit(Parse);
        }
    }
}

//! Evaluation networks with chosen weights.

use triskelion::eval::network::{NetworkData, NetworkError};
use triskelion::rules::GameInfo;

/// Returns the bytes of a network file with this first line. `weights` are repeated to the size
/// that the line asks for. The error says why the line is not valid for the rule set.
pub(crate) fn network_file(
    game: &GameInfo,
    first_line: &str,
    weights: &[u8],
) -> Result<Vec<u8>, NetworkError> {
    let mut bytes = format!("{first_line}\n").into_bytes();
    let size = match NetworkData::parse(game, &bytes) {
        Err(NetworkError::Size { expected, .. }) => expected,
        Err(error) => return Err(error),
        Ok(_) => unreachable!("a network has weights"),
    };
    let weights = if weights.is_empty() { &[0] } else { weights };
    bytes.extend(weights.iter().cycle().take(size - bytes.len() - 4));
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    Ok(bytes)
}

/// Returns the first line of a network file.
pub(crate) fn first_line(game: &GameInfo, base: &str, hidden: usize, buckets: usize) -> String {
    let variant = game.network_name();
    let pieces: String = game.pieces.kinds().map(|kind| game.pieces.letter(kind)).collect();
    format!(
        "%triskelion network {{\"variant\":\"{variant}\",\"pieces\":\"{pieces}\",\"base\":\"{base}\",\"hidden\":{hidden},\
         \"buckets\":{buckets},\"scale\":300}}"
    )
}

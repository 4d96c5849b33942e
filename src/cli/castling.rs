//! The option `--chess960` of subcommands.

use crate::registry::Variant;
use crate::rules::CastlingMode;

/// Returns the castling mode of the option. Only ordinary chess has two.
pub(super) fn castling_mode(variant: Variant, chess960: bool) -> Result<CastlingMode, String> {
    if chess960 && variant != Variant::Chess {
        return Err(format!(
            "--chess960 with the rule set {variant} read, --variant chess expected"
        ));
    }
    Ok(CastlingMode::from_chess960(chess960))
}

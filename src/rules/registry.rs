//! The one run-time match from the name of a rule set to its type.

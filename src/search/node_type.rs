//! The node types of the search, as marker types, so that each type is compiled on its own.

/// A node type.
pub(super) trait NodeType {
    /// Whether the score may lie inside the window, so that the line is kept.
    const PV: bool;
}

/// A PV node.
pub(super) struct Pv;

/// A cut node or an all node: the window has width one.
pub(super) struct NonPv;

impl NodeType for Pv {
    const PV: bool = true;
}

impl NodeType for NonPv {
    const PV: bool = false;
}

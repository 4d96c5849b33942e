//! Where the messages of an engine go.

use crate::search::Messages;
use std::sync::Arc;
use triskelion_protocol::{EngineMessage, InfoString};

/// The receiver of the messages of an engine.
#[derive(Clone)]
pub(super) struct Events(Arc<dyn Fn(EngineMessage) + Send + Sync>);

impl Events {
    pub(super) fn new(receive: impl Fn(EngineMessage) + Send + Sync + 'static) -> Events {
        Events(Arc::new(receive))
    }

    pub(super) fn send(&self, message: EngineMessage) {
        (self.0)(message);
    }
}

impl Messages for Events {
    fn message(&self, text: String) {
        self.send(EngineMessage::InfoString(InfoString::Message(text)));
    }
}

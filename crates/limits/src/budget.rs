use std::fmt;

use kernel::{Network, UserId};

use crate::Act;

/// Whose budget it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Holder {
    Account(UserId),
    Network(Network),
    /// Of a puzzle, which is spent once.
    Puzzle(u128),
}

/// What is counted together. Written out, it is unlike any other one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Budget {
    pub act: Act,
    pub holder: Holder,
}

impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let act = self.act.name();
        match self.holder {
            Holder::Account(id) => write!(f, "{act} account {id}"),
            Holder::Network(network) => write!(f, "{act} network {network}"),
            Holder::Puzzle(id) => write!(f, "{act} puzzle {id:x}"),
        }
    }
}

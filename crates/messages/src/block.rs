use kernel::UserId;

/// Which of two people blocks the other one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blocked {
    /// Who wants to write; who does so after the other did is told only this.
    BySender,
    ByRecipient,
}

/// What became of a message that was to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Written<T> {
    Done(T),
    Refused(Blocked),
}

/// Somebody who does not want to exchange messages with somebody else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    pub owner: UserId,
    pub peer: UserId,
}

use kernel::Vote;

/// A vote as it is stored.
pub(crate) const fn stored(vote: Vote) -> i16 {
    match vote {
        Vote::Up => 1,
        Vote::Down => -1,
    }
}

/// The stored vote; a number that none has reads as no vote.
pub(crate) const fn from_stored(vote: i16) -> Option<Vote> {
    match vote {
        1 => Some(Vote::Up),
        -1 => Some(Vote::Down),
        _ => None,
    }
}

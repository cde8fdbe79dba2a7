use kernel::Vote;

/// Returns the stored form of a vote.
pub(crate) const fn stored(vote: Vote) -> i16 {
    match vote {
        Vote::Up => 1,
        Vote::Down => -1,
    }
}

/// Reads a stored vote; an unknown number is no vote.
pub(crate) const fn from_stored(vote: i16) -> Option<Vote> {
    match vote {
        1 => Some(Vote::Up),
        -1 => Some(Vote::Down),
        _ => None,
    }
}

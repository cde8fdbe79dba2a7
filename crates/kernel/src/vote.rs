/// A vote of a user on a post or a reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Vote {
    Up,
    Down,
}

/// A command that changes the own vote.
///
/// The server has no toggle: `Upvote` changes nothing if the vote is up already, and removing a vote
/// is a separate command, so a repeated command counts once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum VoteCommand {
    Upvote,
    Downvote,
    /// Removes an upvote and changes nothing else.
    Unlike,
    /// Removes a downvote and changes nothing else.
    Undislike,
}

impl VoteCommand {
    /// Returns the vote after this command, given the `current` vote.
    #[must_use]
    pub fn apply(self, current: Option<Vote>) -> Option<Vote> {
        match (self, current) {
            (Self::Upvote, _) => Some(Vote::Up),
            (Self::Downvote, _) => Some(Vote::Down),
            (Self::Unlike, Some(Vote::Up)) | (Self::Undislike, Some(Vote::Down)) => None,
            (Self::Unlike | Self::Undislike, other) => other,
        }
    }
}

/// The votes on one post or reply.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Votes {
    pub upvotes: i64,
    pub downvotes: i64,
}

/// The votes on one post or reply, and that of a member who votes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub votes: Votes,
    pub own_vote: Option<Vote>,
}

impl Tally {
    /// Returns the tally with `vote` in place of [`Self::own_vote`].
    #[must_use]
    pub fn with_own_vote(mut self, vote: Option<Vote>) -> Self {
        self.votes.count(self.own_vote, -1);
        self.votes.count(vote, 1);
        self.own_vote = vote;
        self
    }
}

impl Votes {
    /// Returns upvotes minus downvotes.
    #[must_use]
    pub fn score(&self) -> i64 {
        self.upvotes - self.downvotes
    }

    fn count(&mut self, vote: Option<Vote>, by: i64) {
        match vote {
            Some(Vote::Up) => self.upvotes += by,
            Some(Vote::Down) => self.downvotes += by,
            None => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{
        VoteCommand::{Downvote, Undislike, Unlike, Upvote},
        *,
    };

    const COMMANDS: [VoteCommand; 4] = [Upvote, Downvote, Unlike, Undislike];

    #[test]
    fn upvoting_when_neutral_adds_one_upvote() {
        assert_eq!(tally_after(&[Upvote]), (1, 0));
    }

    #[test]
    fn upvoting_after_a_downvote_moves_the_vote() {
        assert_eq!(tally_after(&[Downvote, Upvote]), (1, 0));
    }

    #[test]
    fn downvoting_after_an_upvote_moves_the_vote() {
        assert_eq!(tally_after(&[Upvote, Downvote]), (0, 1));
    }

    #[test]
    fn upvoting_twice_counts_once() {
        assert_eq!(tally_after(&[Upvote, Upvote]), (1, 0));
    }

    #[test]
    fn unlike_takes_an_upvote_away() {
        assert_eq!(tally_after(&[Upvote, Unlike]), (0, 0));
    }

    #[test]
    fn unlike_leaves_a_downvote_as_it_is() {
        assert_eq!(tally_after(&[Downvote, Unlike]), (0, 1));
    }

    #[test]
    fn undislike_takes_a_downvote_away() {
        assert_eq!(tally_after(&[Downvote, Undislike]), (0, 0));
    }

    #[test]
    fn undislike_leaves_an_upvote_as_it_is() {
        assert_eq!(tally_after(&[Upvote, Undislike]), (1, 0));
    }

    #[test]
    fn no_sequence_of_four_commands_counts_more_than_one_vote() {
        for sequence in sequences_of_four() {
            let mut tally = Tally::default();
            for command in sequence {
                tally = tally.with_own_vote(command.apply(tally.own_vote));
                let expected = match tally.own_vote {
                    Some(Vote::Up) => (1, 0),
                    Some(Vote::Down) => (0, 1),
                    None => (0, 0),
                };
                assert_eq!((tally.votes.upvotes, tally.votes.downvotes), expected, "{sequence:?}");
            }
        }
    }

    #[test]
    fn the_score_is_upvotes_minus_downvotes() {
        assert_eq!(Votes { upvotes: 3, downvotes: 5 }.score(), -2);
    }

    fn tally_after(acts: &[VoteCommand]) -> (i64, i64) {
        let tally = acts.iter().fold(Tally::default(), |tally, command| {
            tally.with_own_vote(command.apply(tally.own_vote))
        });
        (tally.votes.upvotes, tally.votes.downvotes)
    }

    fn sequences_of_four() -> impl Iterator<Item = [VoteCommand; 4]> {
        (0..256_usize).map(|n| [n, n / 4, n / 16, n / 64].map(|digit| COMMANDS[digit % 4]))
    }
}

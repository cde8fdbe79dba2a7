use std::cmp::Ordering;

use kernel::{ByScore, ByTime};

use crate::{Reply, confidence};

/// The order of the answers to one post or reply. Ties are broken by id, so every order is total.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sort {
    /// Oldest first.
    #[default]
    Old,
    /// Newest first.
    New,
    /// Highest score first, then newest.
    Top,
    /// Highest [`confidence`] that readers like it first, then oldest.
    Best,
}

/// The position of the last reply of a page, in the order of that page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Position {
    Old(ByTime),
    New(ByTime),
    Top(ByScore),
    Best(ByConfidence),
}

/// A position in a list by falling confidence; ties are broken by rising id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ByConfidence {
    pub confidence: i64,
    pub id: i64,
}

/// A request for a page of a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ThreadRequest {
    First(Sort),
    /// The replies after this position, in the same order.
    After(Position),
}

impl Sort {
    /// Compares two answers to the same parent.
    #[must_use]
    pub fn compare(self, one: &Reply, other: &Reply) -> Ordering {
        let age = |reply: &Reply| (reply.created_at, reply.id);
        let rank = |reply: &Reply| (reply.votes.score(), reply.id);
        let by_confidence = |reply: &Reply| (-confidence_of(reply), reply.id);
        match self {
            Self::Old => age(one).cmp(&age(other)),
            Self::New => age(other).cmp(&age(one)),
            Self::Top => rank(other).cmp(&rank(one)),
            Self::Best => by_confidence(one).cmp(&by_confidence(other)),
        }
    }

    /// Returns the position of `last` in this order.
    #[must_use]
    pub fn position(self, last: &Reply) -> Position {
        let time = ByTime { at: last.created_at, id: last.id.0 };
        match self {
            Self::Old => Position::Old(time),
            Self::New => Position::New(time),
            Self::Top => Position::Top(ByScore { score: last.votes.score(), id: last.id.0 }),
            Self::Best => {
                let confidence = confidence_of(last);
                Position::Best(ByConfidence { confidence, id: last.id.0 })
            }
        }
    }
}

fn confidence_of(reply: &Reply) -> i64 {
    confidence(reply.votes.upvotes, reply.votes.downvotes)
}

impl Position {
    #[must_use]
    pub fn sort(&self) -> Sort {
        match self {
            Self::Old(_) => Sort::Old,
            Self::New(_) => Sort::New,
            Self::Top(_) => Sort::Top,
            Self::Best(_) => Sort::Best,
        }
    }
}

impl ThreadRequest {
    #[must_use]
    pub fn sort(&self) -> Sort {
        match self {
            Self::First(sort) => *sort,
            Self::After(position) => position.sort(),
        }
    }
}

#[cfg(test)]
mod tests {
    use kernel::{PostId, ReplyId, Timestamp, Votes};

    use super::*;

    fn reply(id: i64, at: i64, upvotes: i64) -> Reply {
        Reply {
            id: ReplyId(id),
            post: PostId(1),
            responds_to: None,
            depth: 0,
            content: None,
            created_at: Timestamp::from_unix_millis(at),
            edited_at: None,
            votes: Votes { upvotes, downvotes: 0 },
            child_count: 0,
            held: false,
        }
    }

    fn sorted(sort: Sort) -> Vec<i64> {
        let mut replies = [reply(1, 20, 5), reply(2, 10, 7), reply(3, 20, 5), reply(4, 30, 5)];
        replies.sort_by(|one, other| sort.compare(one, other));
        replies.map(|reply| reply.id.0).to_vec()
    }

    #[test]
    fn old_is_by_time_and_then_by_id() {
        assert_eq!(sorted(Sort::Old), [2, 1, 3, 4]);
    }

    #[test]
    fn new_reverses_old() {
        assert_eq!(sorted(Sort::New), [4, 3, 1, 2]);
    }

    #[test]
    fn top_is_by_falling_score_and_then_by_falling_id() {
        assert_eq!(sorted(Sort::Top), [2, 4, 3, 1]);
    }

    #[test]
    fn best_is_by_falling_confidence_and_then_by_rising_id() {
        assert_eq!(sorted(Sort::Best), [2, 1, 3, 4]);
    }

    #[test]
    fn old_is_the_default_order() {
        assert_eq!(Sort::default(), Sort::Old);
    }

    #[test]
    fn a_position_belongs_to_its_order() {
        for sort in [Sort::Old, Sort::New, Sort::Top, Sort::Best] {
            let position = sort.position(&reply(1, 20, 5));
            assert_eq!(position.sort(), sort);
            assert_eq!(ThreadRequest::After(position).sort(), sort);
        }
    }
}

//! Votes.

use kernel::{PostId, ReplyId};

use super::{Import, ImportError};
use crate::{Kind, NewVote, Target, Vote, VotedText};

impl Import<'_> {
    pub(super) fn votes(&mut self) -> Result<(), ImportError> {
        self.in_batches(Kind::Vote, self.source.votes()?, Self::store_votes)
    }

    fn store_votes(&mut self, votes: Vec<Vote>) -> Result<(), ImportError> {
        let members = self.members(votes.iter().map(|vote| &vote.by))?;
        let (mut posts, mut replies) = (vec![], vec![]);
        for vote in &votes {
            match &vote.on {
                Target::Post(id) => posts.push(id.as_str()),
                Target::Reply(id) => replies.push(id.as_str()),
            }
        }
        let posts = self.destination.known(Kind::Post, &posts)?;
        let openings = self.destination.openings(&replies)?;
        let replies = self.destination.known(Kind::Reply, &replies)?;
        let mut new = vec![];
        for Vote { on, by, vote } in votes {
            let (id, text) = match on {
                Target::Post(id) => {
                    let found = posts.get(&id).map(|post| VotedText::Post(PostId(*post)));
                    (id, found)
                }
                Target::Reply(id) => {
                    let opening = openings.get(&id).copied().map(VotedText::Post);
                    let reply = replies.get(&id).map(|reply| VotedText::Reply(ReplyId(*reply)));
                    (id, opening.or(reply))
                }
            };
            match (text, members.find(&by)) {
                (Some(on), Some(by)) => {
                    self.report.carried(Kind::Vote);
                    new.push(NewVote { on, by, vote });
                }
                (None, _) => self.lose(Kind::Vote, "what it is on is gone", &id),
                (_, None) => self.lose(Kind::Vote, "the member is gone", &by),
            }
        }
        Ok(self.destination.insert_votes(&new)?)
    }
}

//! Votes and favorites.

use rand::RngExt;
use serde_json::json;

use super::{reads::Ask, turns::Turn};

pub(super) const VOTES: [&str; 4] = ["upvote", "downvote", "upvote/unlike", "downvote/undislike"];

impl Turn<'_> {
    pub(super) async fn storm_of_votes(&mut self) {
        let target = if self.random.random() {
            self.any_post().map(|post| format!("/api/posts/{}", post.id))
        } else {
            let reply = self.any_of(|world| &world.replies);
            reply.map(|reply| format!("/api/replies/{}", reply.id))
        };
        let Some(target) = target else { return };
        let who = self.anybody();
        let storm: Vec<_> = (0..8)
            .map(|nth| {
                let vote = VOTES[self.random.random_range(0..VOTES.len())];
                let ask = Ask::put("vote", format!("{target}/{vote}")).by(who).in_tab(nth);
                self.killable(ask.may_be(&[404, 409]))
            })
            .collect();
        for tally in self.stress.send_all(storm).await.iter().flatten() {
            let both = [&tally.body["hasUpvoted"], &tally.body["hasDownvoted"]];
            if tally.is_done() && both == [true, true] {
                self.stress.ledger.breach(format!("two votes: {}", tally.body));
            }
        }
    }

    pub(super) async fn favorite(&mut self) {
        let (who, path) = (self.anybody(), format!("/forum/{}/favorites", self.any_forum()));
        let twice = [0, 1].map(|tab| {
            let ask = if self.random.random() {
                Ask::post("favorite", &path, json!({}))
            } else {
                Ask::delete("favorite", &path)
            };
            self.killable(ask.by(who).in_tab(tab))
        });
        self.stress.send_all(twice.into()).await;
    }
}

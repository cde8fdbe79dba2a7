//! Accounts that go while they write, and while others write to them.

use std::{sync::Arc, time::Instant};

use api::Services;
use futures_util::future::join;
use kernel::{RepositoryError, UserId};
use rand::RngExt;
use serde_json::json;
use tokio::task::spawn_blocking;
use users::{Presence, SignInProof, UserError, session_of_early_tokens};

use super::{
    reads::{Answer, Ask, Stress},
    setup::{Member, register_one},
    turns::Turn,
    votes::VOTES,
};
use crate::support::PASSWORD;

/// The statuses that a just deleted account may get.
const GONE: &[u16] = &[401, 404, 409];

impl Turn<'_> {
    /// A member registers, writes, and deletes the account while writing.
    pub(super) async fn leave_while_writing(&mut self) {
        let name = self.new_name("leaver");
        let register = move |services: &Services| register_one(services, name);
        let Some(leaver) = self.stress.behind("come", register).await else { return };
        let Some(post) = self.first_traces(&leaver).await else { return };

        let last = self.last_traces(&leaver, post);
        let user = UserId(leaver.id);
        let go = move |services: &Services| {
            let owner = services.logins.reauthenticate(&Presence {
                user,
                password: PASSWORD.to_owned(),
                sign_in: SignInProof::Session(session_of_early_tokens(user)),
            })?;
            services.logins.delete_account(&owner)
        };
        let (_, gone) = join(self.stress.send_all(last), self.stress.behind("go", go)).await;
        if gone.is_some() {
            let ask = Ask::get("read after having gone", "/users").with(&leaver.token);
            self.stress.expect(ask.may_be(&[401]), 401).await;
        }
    }

    /// A post that others vote on, votes, and messages to and fro; the post.
    async fn first_traces(&mut self, leaver: &Member) -> Option<i64> {
        let ask = self.new_post("post", 0).with(&leaver.token);
        let post = self.stress.send(ask).await.filter(Answer::is_done)?.id();
        self.stress.world.lock().unwrap().kept_posts.insert(post);
        let traces = self.last_traces(leaver, post);
        self.stress.send_all(traces).await;
        Some(post)
    }

    fn last_traces(&mut self, leaver: &Member, post: i64) -> Vec<Ask> {
        let kind = "leave traces";
        let mut traces = vec![self.new_reply(kind, post, 0).with(&leaver.token).may_be(GONE)];
        let message = json!({"message": self.text()});
        for _ in 0..4 {
            let other = self.anybody();
            let to = |id: i64| format!("/api/contacts/{id}");
            let (theirs, own) = (to(self.stress.members[other].id), to(leaver.id));
            traces.push(Ask::post(kind, theirs, message.clone()).with(&leaver.token).may_be(GONE));
            traces.push(Ask::post(kind, own, message.clone()).by(other).may_be(GONE));
            let vote = VOTES[self.random.random_range(0..VOTES.len())];
            let vote = |path: String| Ask::put(kind, format!("{path}/{vote}")).may_be(GONE);
            traces.push(vote(format!("/api/posts/{post}")).by(other));
            if let Some(hot) = self.any_post() {
                traces.push(vote(format!("/api/posts/{}", hot.id)).with(&leaver.token));
                traces.push(self.new_reply(kind, hot.id, 0).with(&leaver.token).may_be(GONE));
            }
            if let Some(reply) = self.any_of(|world| &world.replies) {
                traces.push(vote(format!("/api/replies/{}", reply.id)).with(&leaver.token));
            }
        }
        traces
    }
}

impl Stress {
    /// Does what no call of the API does, as another process would.
    async fn behind<T: Send + 'static>(
        &self,
        kind: &'static str,
        use_case: impl FnOnce(&Services) -> Result<T, UserError> + Send + 'static,
    ) -> Option<T> {
        let services = Arc::clone(&self.services);
        self.ledger.sends();
        let sent = Instant::now();
        let done = spawn_blocking(move || use_case(&services)).await.unwrap();
        self.ledger.ended(kind, if done.is_ok() { "done" } else { "refused" }, sent);
        match done {
            Ok(value) => Some(value),
            // Its connections are killed too, and it may notice long after.
            Err(UserError::Repository(RepositoryError::Unavailable(_))) => None,
            Err(error) => {
                self.ledger.breach(format!("{kind}: {error:?}"));
                None
            }
        }
    }
}

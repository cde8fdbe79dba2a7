//! Posts, replies and bans.

use std::time::Duration;

use rand::RngExt;
use serde_json::{Value, json};

use super::{
    reads::{Answer, Ask, Stress},
    setup::{Post, Reply, WRITERS, admin},
    turns::Turn,
};

/// The maximum attempts of an unban while connections are killed.
const TRIES: usize = 20;

impl Turn<'_> {
    pub(super) fn new_post(&mut self, kind: &'static str, author: usize) -> Ask {
        let forum = self.any_forum();
        self.new_post_in(forum, kind, author)
    }

    fn new_post_in(&mut self, forum: i64, kind: &'static str, author: usize) -> Ask {
        let body = json!({"title": self.text(), "description": "All at once", "image": null});
        Ask::post(kind, format!("/api/forum/{forum}/posts"), body).by(author)
    }

    pub(super) fn new_reply(&mut self, kind: &'static str, post: i64, author: usize) -> Ask {
        let parent = self.any_of(|world| &world.replies).filter(|parent| parent.post == post);
        let body =
            json!({"description": self.text(), "respondsTo": parent.map(|parent| parent.id)});
        // The parent may be removed, or gone with its post.
        Ask::post(kind, format!("/api/post/{post}/replies"), body).by(author).may_be(&[404, 409])
    }

    /// Remembers a post that was acknowledged.
    fn wrote(&mut self, answer: Option<&Answer>, author: usize) {
        if let Some(answer) = answer.filter(|answer| answer.is_done()) {
            let post = Post { id: answer.id(), author };
            self.stress.world.lock().unwrap().add_post(post, &mut self.random);
        }
    }

    pub(super) async fn post(&mut self) {
        let author = self.anybody();
        let ask = self.new_post("post", author);
        let ask = self.killable(ask);
        let answer = self.stress.send(ask).await;
        self.wrote(answer.as_ref(), author);
    }

    /// Sends the same request twice, as a double click does.
    pub(super) async fn post_twice(&mut self) {
        let author = self.anybody();
        let ask = self.new_post("post twice", author);
        for answer in self.stress.send_all(vec![ask.clone(), ask.in_tab(1)]).await {
            self.wrote(answer.as_ref(), author);
        }
    }

    pub(super) async fn edit(&mut self) {
        let Some(post) = self.any_post() else { return };
        let body = json!({"title": self.text(), "description": "Edited", "image": null});
        let ask = Ask::post("edit", format!("/api/posts/{}", post.id), body);
        let ask = self.killable(ask.by(post.author).may_be(&[404]));
        self.stress.send(ask).await;
    }

    pub(super) async fn delete(&mut self) {
        let Some(post) = self.any_post() else { return };
        self.stress.world.lock().unwrap().kept_posts.remove(&post.id);
        let by = if self.random.random() { post.author } else { admin() };
        let ask = Ask::delete("delete", format!("/api/posts/{}/delete", post.id));
        let ask = self.killable(ask.by(by).may_be(&[404]));
        self.stress.send(ask).await;
    }

    pub(super) async fn reply(&mut self) {
        let Some(Post { id: post, .. }) = self.any_post() else { return };
        let author = self.anybody();
        let ask = self.new_reply("reply", post, author);
        let ask = self.killable(ask);
        if let Some(answer) = self.stress.send(ask).await.filter(Answer::is_done) {
            let reply = Reply { id: answer.id(), post, author };
            self.stress.world.lock().unwrap().add_reply(reply, &mut self.random);
        }
    }

    pub(super) async fn remove_reply(&mut self) {
        let Some(reply) = self.any_of(|world| &world.replies) else { return };
        let by = if self.random.random() { reply.author } else { admin() };
        let twice = [0, 1].map(|tab| {
            let ask = Ask::delete("remove a reply", format!("/api/replies/{}", reply.id));
            self.killable(ask.by(by).in_tab(tab).may_be(&[404]))
        });
        self.stress.send_all(twice.into()).await;
    }

    /// Restores a post and a reply, if they are removed.
    pub(super) async fn restore(&mut self) {
        let (Some(post), Some(reply)) = (self.any_post(), self.any_of(|world| &world.replies))
        else {
            return;
        };
        let both = [format!("/api/posts/{}", post.id), format!("/api/replies/{}", reply.id)];
        let both = both.map(|path| {
            let ask = Ask::post("restore", format!("{path}/restore"), json!({"reason": null}));
            self.killable(ask.by(admin()).may_be(&[404]))
        });
        self.stress.send_all(both.into()).await;
    }

    /// Has a post or a reply held, and at once approved, rejected and taken back by its author.
    pub(super) async fn hold(&mut self) {
        let author = self.anybody();
        let text = format!("{} at https://a.example", self.text());
        let post = self.any_post().filter(|_| self.random.random());
        let (ask, kind) = if let Some(Post { id, .. }) = post {
            let body = json!({"description": text, "respondsTo": null});
            (Ask::post("hold a reply", format!("/api/post/{id}/replies"), body), "reply")
        } else {
            let body = json!({"title": "Held", "description": text, "image": null});
            let forum = self.any_forum();
            (Ask::post("hold a post", format!("/api/forum/{forum}/posts"), body), "post")
        };
        let answer = self.stress.send(ask.by(author).may_be(&[404])).await;
        // Not if the author moderates the forum by now.
        let Some(held) = answer.filter(|answer| answer.body["held"] == true) else { return };
        let queue = Ask::get("read the queue", "/api/reports?limit=100").by(admin());
        let Some(queue) = self.stress.send(queue).await else { return };
        let is_about = |report: &&Value| {
            report["kind"] == "held"
                && report["target"]["id"] == held.id()
                && report["target"]["kind"] == kind
        };
        let report = queue.body.as_array().and_then(|queue| queue.iter().find(is_about));
        let Some(report) = report.and_then(|report| report["id"].as_i64()) else { return };
        let decide = |state: &str, tab| {
            let ask = Ask::put("decide what is held", format!("/api/reports/{report}"));
            ask.with_body(json!({"state": state})).by(admin()).in_tab(tab).may_be(&[404, 409])
        };
        let path = match kind {
            "post" => format!("/api/posts/{}/delete", held.id()),
            _ => format!("/api/replies/{}", held.id()),
        };
        let withdraw = Ask::delete("withdraw", path).by(author).may_be(&[404]);
        let all = vec![decide("resolved", 0), decide("rejected", 1), withdraw];
        self.stress.send_all(all).await;
    }

    pub(super) async fn delete_while_fifty_answer(&mut self) {
        let author = self.anybody();
        let ask = self.new_post("post", author);
        let Some(post) = self.stress.send(ask).await.filter(Answer::is_done) else { return };
        let post = post.id();
        let delete = Ask::delete("delete while 50 answer", format!("/api/posts/{post}/delete"));
        let mut all: Vec<_> =
            (0..WRITERS).map(|who| self.new_reply("reply while deleted", post, who)).collect();
        all.insert(self.random.random_range(0..all.len()), delete.by(author));
        let deleted = self.stress.send_all(all).await.into_iter().flatten();
        if deleted.into_iter().any(|answer| answer.status == 204) {
            let ask = Ask::get("read what was deleted", format!("/api/posts/{post}"));
            let left = self.stress.send(ask.may_be(&[404])).await;
            if left.is_some_and(|left| left.status != 404) {
                self.stress.ledger.breach(format!("post {post} is there, though deleted"));
            }
        }
    }

    pub(super) async fn promote_twice(&mut self) {
        let (who, forum) = (self.anybody(), self.any_forum());
        let name = &self.stress.members[who].name;
        let path = format!("/moderation/forum/{forum}/promote");
        let ask = Ask::post("promote twice", path, json!({"username": name})).by(admin());
        let twice = vec![self.killable(ask.clone()), self.killable(ask.in_tab(1))];
        self.stress.send_all(twice).await;
    }

    pub(super) async fn demote(&mut self) {
        let who = self.stress.members[self.anybody()].id;
        let path = format!("/moderation/forum/{}/moderators/{who}", self.any_forum());
        let ask = self.killable(Ask::delete("demote", path).by(admin()));
        self.stress.send(ask).await;
    }

    /// Bans a member who is writing, from the site or from a forum; no write is accepted after the acknowledgement. Who is
    /// banned from a forum appeals.
    pub(super) async fn ban_while_writing(&mut self) {
        let Some(who) = self.stress.world.lock().unwrap().bannable.pop() else { return };
        let (forum, id) = (self.any_forum(), self.stress.members[who].id);
        let from_forum = format!("/api/forums/{forum}/bans/{id}");
        let is_from_site = self.random.random_bool(0.5);
        let (ban, unban) = if is_from_site {
            let unban = format!("/user/{id}/unban");
            (
                Ask::put("ban", format!("/user/{id}/ban")),
                Ask::put("unban", unban).with_body(Value::Null),
            )
        } else {
            let ban = Ask::put("ban from a forum", &from_forum);
            (ban, Ask::delete("unban in a forum", from_forum))
        };
        let mut all = vec![ban.with_body(Value::Null).by(admin())];
        let post = |_| self.new_post_in(forum, "post while banned", who).may_be(&[403]);
        all.extend((0..4).map(post));
        let mut answers = self.stress.send_all(all).await;
        for answer in &answers[1..] {
            self.wrote(answer.as_ref(), who);
        }
        if answers.swap_remove(0).is_some() {
            let ask = self.new_post_in(forum, "post after a ban", who).may_be(&[403]);
            self.stress.expect(ask, 403).await;
        }
        if !is_from_site {
            self.appeal(who, forum).await;
        }
        for _ in 0..TRIES {
            let ask = unban.clone().by(admin());
            if self.stress.send(ask).await.is_some() {
                let ask = self.new_post_in(forum, "post after an unban", who);
                let answer = self.stress.send(ask).await;
                self.wrote(answer.as_ref(), who);
                self.stress.world.lock().unwrap().bannable.push(who);
                return;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        self.stress.ledger.breach("nobody could be unbanned".to_owned());
    }

    async fn appeal(&mut self, who: usize, forum: i64) {
        let words = json!({"text": "It was my brother", "forum": forum});
        let ask = Ask::post("appeal", "/api/appeals", words).by(who).may_be(&[403, 409]);
        let ask = self.killable(ask);
        self.stress.send(ask).await;
    }
}

impl Stress {
    /// Sends all concurrently and returns the responses.
    pub(super) async fn send_all(&self, all: Vec<Ask>) -> Vec<Option<Answer>> {
        futures_util::future::join_all(all.into_iter().map(|ask| self.send(ask))).await
    }

    /// It is answered just so, if it is answered.
    pub(super) async fn expect(&self, ask: Ask, status: u16) {
        let what = format!("{ask:?}");
        if let Some(answer) = self.send(ask).await
            && answer.status != status
        {
            self.ledger
                .breach(format!("{} {} instead of {status}: {what}", answer.status, answer.body));
        }
    }
}

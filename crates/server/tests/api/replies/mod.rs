//! `/api/post/{postId}/replies`, `/api/posts/{postId}/replies` and `/api/replies/{id}`.

mod banned;
mod create;
mod remove;
mod thread;
mod votes;

use serde_json::{Value, json};

use crate::support::{Actor, Answer};

fn saying(description: &str) -> Value {
    json!({"description": description})
}

fn answering(id: i64) -> Value {
    json!({"respondsTo": id, "description": format!("To {id}")})
}

impl Actor<'_> {
    async fn reply(&self, post: i64, body: Value) -> Answer {
        self.post(&format!("/api/post/{post}/replies"), body).await
    }

    /// Answers a post, or with an id a reply of it; the id of the answer.
    async fn answer(&self, post: i64, responds_to: Option<i64>) -> i64 {
        let body = responds_to.map_or_else(|| saying("To the post"), answering);
        let created = self.reply(post, body).await;
        assert_eq!(created.status, 201, "{}", created.body);
        created.body["id"].as_i64().unwrap()
    }

    /// A forum with a post in it; the post's id.
    async fn forum_with_post(&self) -> i64 {
        let forum = self.create_forum("Boats").await;
        self.create_post(forum, "Sails").await
    }
}

/// The ids of a forest as nested words: `1(2 3(4))`.
fn drawn(forest: &Value) -> String {
    let word = |reply: &Value| {
        let under = drawn(&reply["replies"]);
        if under.is_empty() { reply["id"].to_string() } else { format!("{}({under})", reply["id"]) }
    };
    forest.as_array().unwrap().iter().map(word).collect::<Vec<_>>().join(" ")
}

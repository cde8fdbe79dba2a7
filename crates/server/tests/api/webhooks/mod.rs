//! Programs that are told of what happens.

mod contents;
mod management;
mod signed;

use serde_json::{Value, json};

use crate::support::{Actor, Answer};

const WEBHOOKS: &str = "/api/webhooks";

/// A webhook at a public address, of a forum if one is given.
fn webhook(events: &[&str], forum: Option<i64>) -> Value {
    json!({"url": "https://1.1.1.1/hook", "events": events, "forum": forum})
}

async fn create(actor: &Actor<'_>, events: &[&str], forum: Option<i64>) -> Answer {
    actor.post(WEBHOOKS, webhook(events, forum)).await
}

/// Makes a webhook; its path.
async fn created(actor: &Actor<'_>, events: &[&str], forum: Option<i64>) -> String {
    let created = create(actor, events, forum).await;
    assert_eq!(created.status, 201, "{}", created.text);
    format!("{WEBHOOKS}/{}", created.body["id"])
}

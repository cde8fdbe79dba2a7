//! What webhooks are told: what the API shows when they are.

use std::sync::{Arc, Mutex};

use api::WebhookContents;
use infrastructure::{SystemClock, WebhookCarrier};
use kernel::{Endpoint, Timestamp};
use security::HmacWebhookSecrets;
use serde_json::{Value, json};
use server::wiring;
use webhooks::{Message, NotPublic, Receivers, Secret, Sent};

use super::created;
use crate::support::{TestApp, TestOptions, eventually};

/// A receiver that keeps what it gets.
#[derive(Default)]
struct Bot(Mutex<Vec<Value>>);

impl Receivers for Bot {
    fn check(&self, _: &Endpoint) -> Result<(), NotPublic> {
        Ok(())
    }

    fn send(&self, _: &Endpoint, _: &Secret, message: &Message, _: Timestamp) -> Sent {
        self.0.lock().unwrap().push(serde_json::from_str(&message.body).unwrap());
        Sent::Accepted
    }
}

/// Carries all that waits; returns what was told, without pings.
async fn told(app: &TestApp) -> Vec<Value> {
    app.delivered().await;
    let (sign_in, bot) = (TestOptions::default().sign_in(), Arc::new(Bot::default()));
    let carrier = WebhookCarrier::new(
        app.database.clone(),
        Arc::new(WebhookContents(wiring::services(&app.database, &sign_in))),
        bot.clone(),
        Arc::new(HmacWebhookSecrets(sign_in.secret)),
        Arc::new(SystemClock),
    );
    let clock = Arc::new(SystemClock) as _;
    let runner = app.database.start_deliveries(vec![Arc::new(carrier)], &clock).unwrap();
    eventually("all is carried", async || app.waiting_deliveries() == 0).await;
    drop(runner);
    let told = bot.0.lock().unwrap().clone();
    told.into_iter().filter(|message| message["type"] != "ping").collect()
}

fn types(told: &[Value]) -> Vec<&str> {
    told.iter().map(|message| message["type"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn data_is_what_the_api_shows_to_a_visitor() {
    let app = TestApp::spawn().await;
    let (admin, ann) = (app.admin("admin").await, app.member("ann").await);
    let forum = ann.create_forum("Tea").await;
    let events = ["post.created", "reply.created", "user.registered", "report.opened"];
    created(&admin, &events, None).await;
    let post = ann.create_post(forum, "Oolong").await;
    let reply = ann
        .post(&format!("/api/post/{post}/replies"), json!({"description": "I *like* it"}))
        .await
        .body["id"]
        .clone();
    let bob = app.member("bob").await;
    let reason = json!({"reason": "spam"});
    let report = bob.post(&format!("/api/posts/{post}/report"), reason).await.body["id"].clone();

    let told = told(&app).await;
    let data = |kind| &told.iter().find(|message| message["type"] == kind).unwrap()["data"];
    assert_eq!(told.len(), 4, "{told:?}");
    let visitor = app.anonymous();
    assert_eq!(data("post.created"), &visitor.get(&format!("/api/posts/{post}")).await.body);
    assert_eq!(data("reply.created")["id"], reply);
    assert_eq!(data("reply.created")["description_html"], "<p>I <em>like</em> it</p>\n");
    assert_eq!(data("user.registered")["username"], "bob");
    assert_eq!(data("report.opened"), &json!({"id": report, "forum_id": forum}));
    assert!(told.iter().all(|message| message["timestamp"].is_string()), "{told:?}");
}

#[tokio::test]
async fn of_what_was_deleted_only_ids_are_told() {
    let app = TestApp::spawn().await;
    let (admin, ann) = (app.admin("admin").await, app.member("ann").await);
    let forum = ann.create_forum("Tea").await;
    let events = ["post.created", "post.edited", "post.deleted", "reply.created", "reply.deleted"];
    created(&admin, &events, None).await;
    let post = ann.create_post(forum, "Oolong").await;
    let path = format!("/api/post/{post}/replies");
    let reply = ann.post(&path, json!({"description": "I like it"})).await.body["id"].clone();
    assert!(ann.delete(&format!("/api/replies/{reply}")).await.status.is_success());
    assert!(ann.delete(&format!("/api/posts/{post}/delete")).await.status.is_success());
    let told = told(&app).await;
    assert_eq!(types(&told), ["reply.deleted", "post.deleted"]);
    assert_eq!(told[0]["data"], json!({"id": reply, "forum_id": forum}));
    assert_eq!(told[1]["data"], json!({"id": post, "forum_id": forum}));
}

#[tokio::test]
async fn a_webhook_of_the_site_is_told_nothing_of_closed_forums() {
    let app = TestApp::spawn().await;
    let (admin, ann) = (app.admin("admin").await, app.member("ann").await);
    let events = ["post.created", "post.deleted", "report.opened"];
    created(&admin, &events, None).await;
    let [open, members, club] = [
        ann.create_forum("Tea").await,
        ann.create_forum_for("members", "Lounge").await,
        ann.create_forum_for("private", "Club").await,
    ];
    created(&ann, &events, Some(club)).await;
    let secret = ann.create_post(club, "Secret").await;
    ann.create_post(members, "Hidden").await;
    let gone = ann.create_post(members, "Gone").await;
    assert!(ann.delete(&format!("/api/posts/{gone}/delete")).await.status.is_success());
    ann.create_post(open, "Oolong").await;
    app.delivered().await;
    // It was stored while everybody could read it.
    let closed = json!({"topic": "Tea", "description": "Tea", "visibility": "members"});
    let edited = ann.post(&format!("/forums/{open}"), closed).await;
    assert!(edited.status.is_success(), "{}", edited.text);

    let told = told(&app).await;
    assert_eq!(types(&told), ["post.created"]);
    assert_eq!(told[0]["data"]["id"], secret);
    assert_eq!(told[0]["data"]["title"], "Secret");
}

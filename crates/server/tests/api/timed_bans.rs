//! Bans with an end and a reason.

use std::time::Duration;

use infrastructure::{DbModeration, SystemClock};
use kernel::{Act, Clock, Reason, Timestamp, UserId};
use moderation::{ChangeOutcome, ModerationRepository};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::support::{Actor, Answer, PASSWORD, TestApp, eventually, send};

const FORUM: &str = "/forums/create";

async fn ban(actor: &Actor<'_>, id: i64, body: Value) -> Answer {
    actor.put(&format!("/user/{id}/ban"), body).await
}

/// Bans until then: the API knows whole days only.
fn ban_until(app: &TestApp, user: i64, until: Timestamp) {
    let act = Act { by: None, reason: Reason::parse("Spam").ok(), at: SystemClock.now() };
    let moderation = DbModeration(app.database.clone());
    let outcome = moderation.ban(UserId(user), Some(until), &act).unwrap();
    assert!(matches!(outcome, ChangeOutcome::Changed(_)));
}

async fn log_in(app: &TestApp, name: &str) -> Answer {
    app.anonymous().post("/login", json!({"username": name, "password": PASSWORD})).await
}

fn forum(topic: &str) -> Value {
    json!({"topic": topic, "description": "All about it"})
}

/// Refused, for this reason; returns the end.
fn banned_until(answer: &Answer, reason: &Value) -> Option<Timestamp> {
    answer.is_refused(403, "banned");
    assert_eq!(answer.body["detail"], "You have been banned.");
    assert_eq!(answer.body["reason"], *reason, "{}", answer.body);
    let until = answer.body.get("until").unwrap();
    until.as_str().map(|until| Timestamp::parse_rfc3339(until).unwrap())
}

async fn logged_reasons(app: &TestApp) -> Vec<Value> {
    let log = app.anonymous().get("/api/modlog?action=banned").await;
    log.column("reason").into_iter().cloned().collect()
}

#[tokio::test]
async fn refusals_tell_end_and_reason() {
    let app = TestApp::spawn().await;
    let (ada, ann) = (app.admin("ada").await, app.member("ann").await);
    let before = SystemClock.now();
    let banned = ban(&ada, ann.id, json!({"days": 7, "reason": "  Spam "})).await;
    assert_eq!((banned.status, &banned.body["banned"]), (StatusCode::OK, &json!(true)));
    let week = Duration::from_hours(7 * 24);
    for refused in [log_in(&app, "ann").await, ann.post(FORUM, forum("Tea")).await] {
        let until = banned_until(&refused, &json!("Spam")).unwrap();
        assert!(until >= before.after(week) && until <= SystemClock.now().after(week));
    }
    assert_eq!(logged_reasons(&app).await, [json!("Spam")]);
}

#[tokio::test]
async fn without_a_body_a_ban_has_neither_end_nor_reason() {
    let app = TestApp::spawn().await;
    let (ada, ann) = (app.admin("ada").await, app.member("ann").await);
    let path = format!("/user/{}/ban", ann.id);
    let nothing = || ada.request(Method::PUT, &path);
    let empty = || nothing().header("content-type", "application/json").body("");
    for request in [nothing(), empty(), nothing().json(&json!({})), nothing().json(&Value::Null)] {
        assert_eq!(send(request).await.status, StatusCode::OK);
        assert_eq!(banned_until(&ann.post(FORUM, forum("Tea")).await, &Value::Null), None);
    }
    for fields in [json!({"days": null, "reason": null}), json!({"reason": " "})] {
        assert_eq!(ban(&ada, ann.id, fields).await.status, StatusCode::OK);
    }
    assert_eq!(logged_reasons(&app).await, [Value::Null], "all of them said the same");
}

#[tokio::test]
async fn another_ban_replaces_end_and_reason() {
    let app = TestApp::spawn().await;
    let (ada, ann) = (app.admin("ada").await, app.member("ann").await);
    let week = json!({"days": 7, "reason": "Spam"});
    for body in [week.clone(), week, json!({"reason": "Much spam"})] {
        assert_eq!(ban(&ada, ann.id, body).await.status, StatusCode::OK);
    }
    let refused = ann.post(FORUM, forum("Tea")).await;
    assert_eq!(banned_until(&refused, &json!("Much spam")), None);
    assert_eq!(logged_reasons(&app).await, [json!("Much spam"), json!("Spam")]);
}

#[tokio::test]
async fn wrong_days_and_reasons_are_refused_by_name() {
    let app = TestApp::spawn().await;
    let (ada, ann) = (app.admin("ada").await, app.member("ann").await);
    for days in [json!(0), json!(-1), json!(3651), json!(1.5), json!("7"), json!(true), json!([])] {
        ban(&ada, ann.id, json!({ "days": days })).await.refuses_fields(&["days"]);
    }
    let long = "x".repeat(501);
    for reason in [json!(long), json!(7), json!("a\u{1}b")] {
        ban(&ada, ann.id, json!({ "reason": reason })).await.refuses_fields(&["reason"]);
    }
    let both = json!({"days": 0, "reason": long});
    ban(&ada, ann.id, both.clone()).await.refuses_fields(&["days", "reason"]);
    ban(&ann, ada.id, both.clone()).await.is_refused(403, "not-an-admin");
    ban(&ada, 99, both).await.is_refused(404, "not-found");
    let text = ada.request(Method::PUT, &format!("/user/{}/ban", ann.id)).body("days");
    assert_eq!(send(text).await.status, StatusCode::UNSUPPORTED_MEDIA_TYPE);
    assert_eq!(ann.post(FORUM, forum("Tea")).await.status, StatusCode::CREATED);
    let longest = json!({"days": 3650, "reason": "\u{e4}".repeat(500)});
    assert_eq!(ban(&ada, ann.id, longest).await.status, StatusCode::OK);
}

#[tokio::test]
async fn a_ban_ends_without_anybody() {
    let app = TestApp::spawn().await;
    let (ada, ann) = (app.admin("ada").await, app.member("ann").await);
    let mut stream = ann.follow("").await;
    let until = SystemClock.now().after(Duration::from_hours(1));
    ban_until(&app, ann.id, until);
    assert_eq!(stream.wait_for("session").await.data, json!({"reason": "banned"}));
    for refused in [log_in(&app, "ann").await, ann.post(FORUM, forum("Tea")).await] {
        assert_eq!(banned_until(&refused, &json!("Spam")), Some(until));
    }
    let listed = || async { ada.get("/users/admin?keyword=ann").await.body[0]["banned"].clone() };
    assert_eq!(listed().await, true);
    let until = SystemClock.now().after(Duration::from_secs(1));
    ban_until(&app, ann.id, until);
    eventually("the ban ends", async || listed().await == false).await;
    assert!(SystemClock.now() >= until);
    let login = log_in(&app, "ann").await;
    assert_eq!(login.body["user"]["banned"], false, "{}", login.body);
    assert_eq!(ann.post(FORUM, forum("Tea")).await.status, StatusCode::CREATED);
    ann.follow("posts").await;
    let export = ann.get(&format!("/api/user/{}/export", ann.id)).await;
    let last = json!({"until": until.to_rfc3339(), "reason": "Spam"});
    assert_eq!(export.body["account"]["lastBan"], last);
}

/// Each answer tells of a moment between its request and itself.
#[tokio::test]
async fn a_ban_ends_at_its_millisecond() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    for round in 0..100 {
        let until = SystemClock.now().after(Duration::from_millis(5 + round % 7));
        ban_until(&app, ann.id, until);
        let mut is_over = false;
        while !is_over {
            let asked = SystemClock.now();
            let answer = ann.get("/users").await;
            is_over = answer.status == StatusCode::OK;
            if is_over {
                assert!(SystemClock.now() >= until, "round {round}: let in too early");
            } else {
                assert_eq!(banned_until(&answer, &json!("Spam")), Some(until));
                assert!(asked < until, "round {round}: refused too late");
            }
        }
    }
}

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::support::{PASSWORD, TestApp, send};

#[tokio::test]
async fn members_report_and_a_moderator_decides_once() {
    let app = TestApp::spawn().await;
    let (moderator, bob, carl) =
        (app.member("ann").await, app.member("bob").await, app.member("carl").await);
    let admin = app.admin("dora").await;
    moderator.create_forum("Boats").await;
    bob.create_post(1, "Sails").await;
    let body = json!({"reason": "off-topic", "note": "Not about boats"});
    let filed = carl.post("/api/posts/1/report", body.clone()).await;
    assert_eq!(filed.status, StatusCode::CREATED, "{}", filed.body);
    let again = carl.post("/api/posts/1/report", body).await;
    assert_eq!((again.status, &again.body["id"]), (StatusCode::OK, &filed.body["id"]));
    bob.post("/api/posts/1/report", json!({"reason": "spam"})).await;
    let queue = moderator.get("/api/reports").await;
    let report = &queue.body[0];
    assert_eq!((&report["count"], &report["state"]), (&json!(2), &json!("open")));
    assert_eq!(
        report["reasons"],
        json!({"spam": 1, "abuse": 0, "off-topic": 1, "illegal": 0, "other": 0})
    );
    assert_eq!(report["notes"], json!([{"username": "carl", "note": "Not about boats"}]));
    let taken = moderator.put("/api/reports/1", json!({"state": "in-progress"})).await;
    assert_eq!(taken.body["assignee"], "ann");
    let decided = admin.put("/api/reports/1", json!({"state": "resolved", "note": "Moved"})).await;
    assert_eq!(
        (&decided.body["assignee"], &decided.body["decision"]),
        (&json!("dora"), &json!("Moved"))
    );
    let late = moderator.put("/api/reports/1", json!({"state": "rejected"})).await;
    late.is_refused(409, "decided");
    assert!(late.body["detail"].as_str().unwrap().starts_with("dora "));
    assert_eq!(moderator.get("/api/reports").await.body, json!([]));
    assert_eq!(moderator.get("/api/reports/1").await.body, decided.body);
    assert_eq!(moderator.get("/api/reports?state=resolved").await.column("id"), [1]);
}

#[tokio::test]
async fn a_decided_report_is_opened_again_while_what_it_is_about_is_shown() {
    let app = TestApp::spawn().await;
    let (moderator, bob) = (app.member("ann").await, app.member("bob").await);
    let forum = moderator.create_forum("Boats").await;
    let post = bob.create_post(forum, "Sails").await;
    moderator.post(&format!("/api/posts/{post}/report"), json!({"reason": "spam"})).await;
    moderator.put("/api/reports/1", json!({"state": "rejected", "note": "Fine"})).await;
    let reopened = moderator.post("/api/reports/1/reopen", Value::Null).await;
    assert_eq!(reopened.status, StatusCode::OK, "{}", reopened.body);
    for (field, value) in [("state", json!("open")), ("decision", Value::Null)] {
        assert_eq!(reopened.body[field], value);
    }
    assert_eq!(moderator.get("/api/unread").await.body["reports"], 1);
    moderator.delete(&format!("/api/posts/{post}/delete")).await;
    let refused = moderator.post("/api/reports/1/reopen", Value::Null).await;
    refused.is_refused(409, "not-reopenable");
    moderator.post(&format!("/api/posts/{post}/restore"), json!({})).await;
    let reopened = moderator.post("/api/reports/1/reopen", Value::Null).await;
    assert_eq!(reopened.body["state"], "open");
    let log = app.anonymous().get(&format!("/api/modlog?forum={forum}")).await;
    let acts =
        ["report-reopened", "post-restored", "post-deleted", "report-reopened", "report-rejected"];
    assert_eq!(log.column("action"), acts);
    assert!(log.body[4]["undone"].is_string());
}

#[tokio::test]
async fn only_the_recipients_report_shows_a_message_and_to_admins_alone() {
    let app = TestApp::spawn().await;
    let (ann, bob, eve) =
        (app.member("ann").await, app.member("bob").await, app.member("eve").await);
    let admin = app.admin("dora").await;
    eve.create_forum("Boats").await;
    let sent = ann.post(&format!("/api/contacts/{}", bob.id), json!({"message": "Pay me"})).await;
    let path = |peer| format!("/api/contacts/{peer}/messages/{}/report", sent.body["id"]);
    let body = json!({"reason": "abuse"});
    for (other, peer) in [(&ann, bob.id), (&eve, ann.id), (&bob, eve.id)] {
        other.post(&path(peer), body.clone()).await.is_refused(404, "not-found");
    }
    assert_eq!(bob.post(&path(ann.id), body).await.status, StatusCode::CREATED);
    assert_eq!(eve.get("/api/reports").await.body, json!([]));
    eve.put("/api/reports/1", json!({"state": "open"})).await.is_refused(403, "not-a-moderator");
    let report = &admin.get("/api/reports").await.body[0];
    assert_eq!(report["target"]["excerpt"], "Pay me");
    assert_eq!(
        (&report["target"]["kind"], &report["target"]["forum"]),
        (&json!("message"), &Value::Null)
    );
}

#[tokio::test]
async fn moderators_count_open_reports_and_reporters_are_told() {
    let app = TestApp::spawn().await;
    let (moderator, bob) = (app.member("ann").await, app.member("bob").await);
    moderator.create_forum("Boats").await;
    moderator.create_post(1, "Sails").await;
    bob.post("/api/posts/1/report", json!({"reason": "spam"})).await;
    assert_eq!(moderator.get("/api/unread").await.body["reports"], 1);
    assert_eq!(bob.get("/api/unread").await.body["reports"], 0);
    let decision = json!({"state": "rejected", "note": "Sails belong here"});
    moderator.put("/api/reports/1", decision).await;
    assert_eq!(moderator.get("/api/unread").await.body["reports"], 0);
    let told = bob.notifications(|list| !list.is_empty()).await;
    let one = &told[0];
    assert_eq!((&one["kind"], &one["act"]), (&json!("report"), &json!("report-rejected")));
    assert_eq!(one["reason"], "Sails belong here");
    assert_eq!(one["post"], json!({"id": 1, "title": "Sails"}));
}

#[tokio::test]
async fn streams_tell_who_may_decide_at_once() {
    let app = TestApp::spawn().await;
    let (moderator, bob) = (app.member("ann").await, app.member("bob").await);
    let (admin, other) = (app.admin("dora").await, app.admin("eve").await);
    moderator.create_forum("Boats").await;
    moderator.create_post(1, "Sails").await;
    let mut deciders = [moderator.follow("").await, admin.follow("").await];
    bob.post("/api/posts/1/report", json!({"reason": "spam"})).await;
    for stream in &mut deciders {
        assert_eq!(stream.wait_for("unread").await.data["reports"], 1);
    }
    for state in ["in-progress", "resolved"] {
        other.put("/api/reports/1", json!({"state": state})).await;
        for stream in &mut deciders {
            assert_eq!(stream.wait_for("unread").await.data["reports"], 0, "{state}");
        }
    }
    let sent = moderator.post(&format!("/api/contacts/{}", bob.id), json!({"message": "Hi"})).await;
    let path = format!("/api/contacts/{}/messages/{}/report", moderator.id, sent.body["id"]);
    bob.post(&path, json!({"reason": "abuse"})).await;
    let [_, admins] = &mut deciders;
    assert_eq!(admins.wait_for("unread").await.data["reports"], 1);
}

#[tokio::test]
async fn invalid_reports_and_queues_are_refused() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    ann.create_forum("Boats").await;
    ann.create_post(1, "Sails").await;
    ann.post("/api/posts/1/report", json!({})).await.refuses_fields(&["reason"]);
    let long = json!({"reason": "dull", "note": "a".repeat(501)});
    ann.post("/api/posts/1/report", long).await.refuses_fields(&["reason", "note"]);
    ann.post("/api/posts/1/report", json!({"reason": "spam"})).await;
    ann.put("/api/reports/1", json!({"state": "done"})).await.refuses_fields(&["state"]);
    ann.get("/api/reports?state=done").await.refuses_fields(&["state"]);
    ann.get("/api/reports?forum=boats").await.refuses_fields(&["forum"]);
    ann.get("/api/reports?forum=9").await.is_refused(403, "not-a-moderator");
}

#[tokio::test]
async fn reports_keep_what_was_reported() {
    let app = TestApp::spawn().await;
    let (moderator, bob, carl) =
        (app.member("ann").await, app.member("bob").await, app.member("carl").await);
    moderator.create_forum("Boats").await;
    bob.create_post(1, "Sails").await;
    let report = || carl.post("/api/posts/1/report", json!({"reason": "spam"}));
    let filed = report().await;
    assert_eq!(filed.body["target"].get("reported"), None);
    let edit = |text: &str| bob.post("/api/posts/1", json!({"title": "S", "description": text}));
    edit("Nothing bad").await;
    let shown = moderator.get("/api/reports/1").await.body;
    let target = &shown["target"];
    assert_eq!(target["excerpt"], "Nothing bad");
    let [text] = &target["reported"].as_array().unwrap()[..] else { panic!("{target}") };
    assert_eq!((&text["excerpt"], &text["title"]), (&json!("All about Sails"), &json!("Sails")));
    assert_eq!(text["at"], filed.body["openedAt"]);
    moderator.put("/api/reports/1", json!({"state": "rejected"})).await;
    let worse = report().await;
    assert_eq!((worse.status, &worse.body["id"]), (StatusCode::CREATED, &json!(2)));
    moderator.put("/api/reports/2", json!({"state": "rejected"})).await;
    let same = report().await;
    assert_eq!((same.status, &same.body["id"]), (StatusCode::OK, &json!(2)));
    bob.delete("/api/posts/1/delete").await;
    let queue = moderator.get("/api/reports?state=rejected").await.body;
    for (nth, text) in ["Nothing bad", "All about Sails"].into_iter().enumerate() {
        let target = &queue[nth]["target"];
        assert_eq!((&target["excerpt"], &target["username"]), (&json!(""), &json!("bob")));
        assert_eq!(target["reported"][0]["excerpt"], text);
    }
}

#[tokio::test]
async fn a_report_closes_with_what_it_is_about() {
    let app = TestApp::spawn().await;
    let (moderator, bob, carl) =
        (app.member("ann").await, app.member("bob").await, app.member("carl").await);
    moderator.create_forum("Boats").await;
    bob.create_post(1, "Sails").await;
    for text in ["Linen", "Hemp"] {
        bob.post("/api/post/1/replies", json!({"description": text})).await;
    }
    for path in ["/api/replies/1/report", "/api/replies/2/report", "/api/posts/1/report"] {
        carl.post(path, json!({"reason": "spam"})).await;
    }
    let mut open = 3;
    for (who, path, id, words) in [
        (&bob, "/api/replies/1", 1, "This report is closed: what it was about was deleted."),
        (&moderator, "/api/replies/2", 2, "ann decided this report already."),
        (&bob, "/api/posts/1/delete", 3, "This report is closed: what it was about was deleted."),
    ] {
        who.delete(path).await;
        open -= 1;
        assert_eq!(moderator.get("/api/unread").await.body["reports"], open);
        assert_eq!(moderator.get("/api/reports").await.body.as_array().unwrap().len(), open);
        carl.notifications(move |list| {
            let told: i64 = list.iter().filter_map(|one| one["count"].as_i64()).sum();
            told == id && list.iter().all(|one| one["act"] == "report-resolved")
        })
        .await;
        let late = moderator.put(&format!("/api/reports/{id}"), json!({"state": "rejected"})).await;
        late.is_refused(409, "decided");
        assert_eq!(late.body["detail"], words);
    }
    let log = moderator.get("/api/modlog").await;
    assert_eq!(
        log.body[0]["action"], "reply-deleted",
        "the deletions by the author are not logged"
    );
}

#[tokio::test]
async fn other_texts_of_a_deleted_account_are_removed_in_one_act() {
    let app = TestApp::spawn().await;
    let (moderator, spammer) = (app.member("ann").await, app.member("spammer").await);
    let forum = moderator.create_forum("Boats").await;
    for nth in 0..10 {
        spammer.create_post(forum, &format!("Buy {nth}")).await;
    }
    let filed = moderator.post("/api/posts/1/report", json!({"reason": "spam"})).await;
    let path = format!("/api/reports/{}", filed.body["id"]);
    assert_eq!(moderator.get(&path).await.body["sameAuthor"], 0);
    let leave = spammer.request(Method::DELETE, &format!("/api/user/{}", spammer.id));
    let gone = send(leave.json(&json!({"current": PASSWORD}))).await;
    assert_eq!(gone.status, StatusCode::NO_CONTENT, "{}", gone.body);
    assert_eq!(moderator.get("/api/reports").await.body[0]["sameAuthor"], 9);
    let remove = format!("{path}/remove-same-author");
    moderator.post(&remove, json!({"reason": 7})).await.refuses_fields(&["reason"]);
    let removed = moderator.post(&remove, json!({"reason": "An ad"})).await;
    assert_eq!((removed.status, removed.body), (StatusCode::OK, json!({"removed": 9})));
    assert_eq!(app.anonymous().get("/api/posts").await.column("id"), [1]);
    assert_eq!(moderator.get(&path).await.body["sameAuthor"], 0);
    let log = app.anonymous().get(&format!("/api/modlog?forum={forum}")).await;
    assert_eq!(log.column("action"), ["same-author-removed"]);
    assert_eq!((&log.body[0]["texts"], &log.body[0]["reason"]), (&json!(9), &json!("An ad")));
}

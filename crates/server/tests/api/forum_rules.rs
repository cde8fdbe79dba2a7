use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::support::{Actor, TestApp};

const RULES: &str = "/api/forums/1/rules";

fn rules(words: &[&str], hours: i64) -> Value {
    json!({
        "rules": "Be *kind*",
        "blockedWords": words,
        "holdLinksOfNew": true,
        "minAccountAgeHours": hours,
    })
}

/// A moderator of forum 1 and another member, who wrote a post and a reply.
async fn forum(app: &TestApp) -> (Actor<'_>, Actor<'_>) {
    let (moderator, member) = (app.member("ann").await, app.member("bob").await);
    moderator.create_forum("Boats").await;
    member.create_post(1, "A post").await;
    member.post("/api/post/1/replies", json!({"description": "A reply"})).await;
    (moderator, member)
}

async fn set(moderator: &Actor<'_>, rules: Value) {
    let set = moderator.put(RULES, rules).await;
    assert_eq!(set.status, StatusCode::OK, "{}", set.body);
}

#[tokio::test]
async fn moderators_see_all_and_others_the_rules_alone() {
    let app = TestApp::spawn().await;
    let (moderator, member) = forum(&app).await;
    let none = json!({"rules": "", "rules_html": ""});
    assert_eq!(app.anonymous().get(RULES).await.body, none);
    let new = rules(&["Casino"], 24);
    let stored = moderator.put(RULES, new.clone()).await;
    let mut all = new;
    all["rules_html"] = json!("<p>Be <em>kind</em></p>\n");
    assert_eq!((stored.status, &stored.body), (StatusCode::OK, &all));
    assert_eq!(moderator.get(RULES).await.body, all);
    assert_eq!(app.admin("ada").await.get(RULES).await.body, all);
    let public = json!({"rules": "Be *kind*", "rules_html": "<p>Be <em>kind</em></p>\n"});
    assert_eq!(member.get(RULES).await.body, public);
    // As cached for visitors before the change.
    assert_eq!(app.anonymous().get(RULES).await.body, public);
}

#[tokio::test]
async fn a_banned_moderator_reads_what_everybody_reads() {
    let app = TestApp::spawn().await;
    let (moderator, _) = forum(&app).await;
    set(&moderator, rules(&["Casino"], 0)).await;
    let path = format!("/user/{}/ban", moderator.id);
    app.admin("ada").await.put(&path, Value::Null).await;
    assert_eq!(moderator.get(RULES).await.body["blockedWords"], Value::Null);
}

#[tokio::test]
async fn a_blocked_word_is_refused_with_its_field() {
    let app = TestApp::spawn().await;
    let (moderator, member) = forum(&app).await;
    set(&moderator, rules(&["Casino", "Geld verdienen"], 0)).await;
    let post = |title: &str, text: &str| json!({"title": title, "description": text});
    let reply = json!({"description": "Geld  VERDIÉNEN!"});
    for (answer, field) in [
        (member.post("/api/forum/1/posts", post("A casino", "Text")).await, "title"),
        (member.post("/api/forum/1/posts", post("Text", "cas**ino**")).await, "description"),
        (member.post("/api/posts/1", post("CASINO", "Text")).await, "title"),
        (member.post("/api/post/1/replies", reply.clone()).await, "description"),
        (member.put("/api/replies/1", reply.clone()).await, "description"),
    ] {
        answer.refuses_fields(&[field]);
        let detail = answer.body["detail"].as_str().unwrap();
        assert!(detail.contains("Casino") || detail.contains("Geld verdienen"), "{detail}");
    }
    for allowed in [
        member.post("/api/forum/1/posts", post("Casinos", "Geld")).await,
        member.post("/api/post/1/replies", json!({"description": "verdienen Geld"})).await,
        moderator.post("/api/forum/1/posts", post("Casino", "Text")).await,
        moderator.post("/api/post/1/replies", reply.clone()).await,
    ] {
        assert_eq!(allowed.status, StatusCode::CREATED, "{}", allowed.body);
    }
}

#[tokio::test]
async fn a_young_account_is_told_when_it_can_write() {
    let app = TestApp::spawn().await;
    let (moderator, member) = forum(&app).await;
    set(&moderator, rules(&[], 24)).await;
    let post = json!({"title": "A title", "description": "A text"});
    let reply = json!({"description": "A text"});
    // Before the body is looked at.
    for refused in [
        member.post("/api/forum/1/posts", post.clone()).await,
        member.post("/api/forum/1/posts", json!({})).await,
        member.post("/api/post/1/replies", reply.clone()).await,
    ] {
        refused.is_refused(403, "account-too-young");
        let until = refused.body["until"].as_str().unwrap();
        assert!(until.ends_with('Z'), "{until}");
        assert!(refused.body["detail"].as_str().unwrap().contains(until));
    }
    let edited = member.put("/api/replies/1", reply.clone()).await;
    assert_eq!(edited.status, StatusCode::OK, "what is written already can be edited");
    assert_eq!(
        moderator.post("/api/forum/1/posts", post.clone()).await.status,
        StatusCode::CREATED
    );
    set(&moderator, rules(&[], 0)).await;
    assert_eq!(member.post("/api/post/1/replies", reply).await.status, StatusCode::CREATED);
}

#[tokio::test]
async fn broken_rules_are_refused_together() {
    let app = TestApp::spawn().await;
    let (moderator, _) = forum(&app).await;
    let wrong = json!({
        "rules": "x".repeat(10_001),
        "blockedWords": ["!!"],
        "holdLinksOfNew": "yes",
        "minAccountAgeHours": 8_761,
    });
    let refused = moderator.put(RULES, wrong).await;
    refused.refuses_fields(&["rules", "blockedWords", "holdLinksOfNew", "minAccountAgeHours"]);
    let refused = moderator.put(RULES, json!({"rules": "Be kind"})).await;
    refused.refuses_fields(&["blockedWords", "holdLinksOfNew", "minAccountAgeHours"]);
    let mut without = rules(&[], 0);
    without.as_object_mut().unwrap().remove("rules");
    moderator.put(RULES, without).await.refuses_fields(&["rules"]);
    for words in [json!(["a", 1]), json!("a"), json!([null])] {
        let mut wrong = rules(&[], 0);
        wrong["blockedWords"] = words;
        moderator.put(RULES, wrong).await.refuses_fields(&["blockedWords"]);
    }
}

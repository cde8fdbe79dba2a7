//! Posts and replies with links by new members wait for approval where a forum says so.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::support::{Actor, Answer, TestApp, send};

/// A moderator of a forum that holds links of new members, with a post, and a new member.
async fn forum(app: &TestApp) -> (Actor<'_>, Actor<'_>) {
    let (moderator, member) = (app.member("ann").await, app.member("bob").await);
    moderator.create_forum("Boats").await;
    moderator.create_post(1, "Sails").await;
    let rules = json!({
        "rules": "",
        "blockedWords": [],
        "holdLinksOfNew": true,
        "minAccountAgeHours": 0,
    });
    done(moderator.put("/api/forums/1/rules", rules).await);
    (moderator, member)
}

#[track_caller]
fn done(answer: Answer) -> Value {
    assert!(answer.status.is_success(), "{answer:?}");
    answer.body
}

fn post(text: &str) -> Value {
    json!({"title": "Cheap ropes", "description": text})
}

/// Post 2 waits, and so does a reply to post 1, whose id is returned.
async fn hold(member: &Actor<'_>) -> i64 {
    let held = done(member.post("/api/forum/1/posts", post("Buy at https://a.example")).await);
    assert_eq!((&held["id"], &held["held"]), (&json!(2), &json!(true)));
    let reply = json!({"description": "Hemp: [here](https://a.example)"});
    let held = done(member.post("/api/post/1/replies", reply).await);
    assert_eq!(held["held"], true);
    held["id"].as_i64().unwrap()
}

/// What everybody sees, without what a moderator and the author see besides.
const PLACES: [&str; 14] = [
    "/api/posts",
    "/api/posts?filter=hot",
    "/api/posts?filter=active",
    "/api/posts?filter=popularity&period=week",
    "/api/forum/1/posts",
    "/api/posts/1",
    "/api/posts/1/replies",
    "/api/people/bob",
    "/api/people/bob/posts",
    "/api/people/bob/replies",
    "/api/search?q=ropes%20hemp",
    "/forums/1",
    "/api/modlog",
    "/feed.atom",
];

async fn seen(who: &Actor<'_>) -> Vec<String> {
    let mut seen = vec![];
    for place in PLACES {
        seen.push(who.get(place).await.text);
    }
    seen
}

#[tokio::test]
async fn held_texts_are_seen_by_their_author_and_moderators_alone() {
    let app = TestApp::spawn().await;
    let (moderator, member) = forum(&app).await;
    let other = app.member("carl").await;
    let before = seen(&app.anonymous()).await;
    let reply = hold(&member).await;
    assert_eq!(seen(&app.anonymous()).await, before);
    for who in [&member, &moderator, &app.admin("dora").await] {
        let text = &done(who.get("/api/posts/2").await)["description_html"];
        assert!(text.as_str().unwrap().contains("https://a.example"), "{text}");
        let text = &done(who.get(&format!("/api/replies/{reply}")).await)["held"];
        assert_eq!(text, true);
    }
    for who in [&app.anonymous(), &other] {
        for path in ["/api/posts/2", "/api/posts/2/replies", &format!("/api/replies/{reply}")] {
            who.get(path).await.is_refused(404, "not-found");
        }
    }
    for (own, id) in [("/api/posts/1/replies/held", reply), ("/api/posts/held", 2)] {
        assert_eq!(member.get(own).await.column("id"), [id]);
        for who in [&moderator, &other] {
            assert_eq!(who.get(own).await.body, json!([]));
        }
    }
    let page = send(app.anonymous().request(Method::GET, "/posts/2").header("Accept", "text/html"));
    assert_eq!(page.await.status, StatusCode::NOT_FOUND);
    for path in ["/posts/2/card.png", "/api/events?topics=post:2"] {
        assert_eq!(other.get(path).await.status, StatusCode::NOT_FOUND, "{path}");
    }
}

#[tokio::test]
async fn an_approved_text_is_shown_and_watchers_are_told() {
    let app = TestApp::spawn().await;
    let (moderator, member) = forum(&app).await;
    done(moderator.put("/api/forums/1/watch", json!({"level": "watching"})).await);
    let reply = hold(&member).await;
    assert_eq!(moderator.get("/api/unread").await.body["reports"], 2);
    let queue = moderator.get("/api/reports").await;
    assert_eq!(queue.column("kind"), ["held", "held"]);
    assert_eq!((&queue.body[0]["count"], &queue.body[0]["notes"]), (&json!(0), &json!([])));
    assert_eq!(queue.body[0]["target"]["removed"], false);
    for report in queue.column("id") {
        let path = format!("/api/reports/{report}");
        done(moderator.put(&path, json!({"state": "resolved"})).await);
    }
    let visitor = app.anonymous();
    let shown = done(visitor.get("/api/posts/2").await);
    assert_eq!((&shown["title"], &shown["held"]), (&json!("Cheap ropes"), &Value::Null));
    assert_eq!(visitor.get("/api/posts/1/replies").await.column("id"), [reply]);
    assert_eq!(done(visitor.get("/api/posts/1").await)["replyCount"], 1);
    let person = done(visitor.get("/api/people/bob").await);
    assert_eq!((&person["postCount"], &person["replyCount"]), (&json!(1), &json!(1)));
    assert_eq!(member.get("/api/posts/1/replies/held").await.body, json!([]));
    moderator
        .notifications(|list| {
            let has = |kind: &str| list.iter().any(|one| one["kind"] == kind);
            has("watched-forum") && has("reply")
        })
        .await;
    let told = member
        .notifications(|list| {
            let has = |act: &str| list.iter().any(|one| one["act"] == act);
            has("post-approved") && has("reply-approved")
        })
        .await;
    let of_post = told.iter().find(|one| one["act"] == "post-approved").unwrap();
    assert_eq!((&of_post["post"]["id"], &of_post["actors"]), (&json!(2), &json!([])));
    let log = visitor.get("/api/modlog").await;
    assert_eq!(log.column("action")[..2], ["reply-approved", "post-approved"]);
}

#[tokio::test]
async fn a_rejected_text_is_removed_and_its_author_told() {
    let app = TestApp::spawn().await;
    let (moderator, member) = forum(&app).await;
    let reply = hold(&member).await;
    for report in moderator.get("/api/reports").await.column("id") {
        let body = json!({"state": "rejected", "note": "Advertisement"});
        done(moderator.put(&format!("/api/reports/{report}"), body).await);
    }
    let visitor = app.anonymous();
    visitor.get("/api/posts/2").await.is_refused(404, "not-found");
    member.get("/api/posts/2").await.is_refused(404, "not-found");
    assert_eq!(done(visitor.get(&format!("/api/replies/{reply}")).await)["deleted"], true);
    let log = visitor.get("/api/modlog").await;
    let mut actions: Vec<_> = log.column("action")[..2].to_vec();
    actions.sort_by_key(ToString::to_string);
    assert_eq!(actions, ["post-deleted", "reply-deleted"]);
    assert!(log.text.contains("Advertisement") && !log.text.contains("ropes"), "{}", log.text);
    member
        .notifications(|list| {
            let has = |act: &str| list.iter().any(|one| one["act"] == act);
            has("post-removed") && has("reply-removed")
        })
        .await;
    let restored = done(moderator.post("/api/posts/2/restore", json!({})).await);
    assert_eq!(restored["title"], "Cheap ropes");
    let restored = moderator.post(&format!("/api/replies/{reply}/restore"), json!({})).await;
    assert!(done(restored)["description"].as_str().unwrap().starts_with("Hemp"));
}

#[tokio::test]
async fn a_rejection_is_not_announced_to_those_who_never_saw_the_text() {
    let app = TestApp::spawn().await;
    let (moderator, member) = forum(&app).await;
    let mut stream = app.anonymous().follow("posts,forum:1,post:1").await;
    hold(&member).await;
    for report in moderator.get("/api/reports").await.column("id") {
        done(moderator.put(&format!("/api/reports/{report}"), json!({"state": "rejected"})).await);
    }
    let post = moderator.create_post(1, "Masts").await;
    loop {
        let (name, data) = stream.next_act().await;
        // What was written before may still be on its way.
        assert_eq!(data["act"], "written", "{name} {data}");
        if data["id"] == post {
            break;
        }
    }
}

#[tokio::test]
async fn a_decision_about_a_held_text_is_taken_back() {
    let app = TestApp::spawn().await;
    let (moderator, member) = forum(&app).await;
    let before = seen(&app.anonymous()).await;
    let reply = hold(&member).await;
    let mut stream = app.anonymous().follow("posts").await;
    for state in ["resolved", "rejected"] {
        for report in [1, 2] {
            done(moderator.put(&format!("/api/reports/{report}"), json!({"state": state})).await);
            let path = format!("/api/reports/{report}/reopen");
            let reopened = done(moderator.post(&path, Value::Null).await);
            assert_eq!(reopened["state"], "open");
        }
        let now = seen(&app.anonymous()).await;
        for ((place, before), now) in PLACES.iter().zip(&before).zip(&now) {
            assert!(before == now || *place == "/api/modlog", "{state} {place}: {now}");
        }
        for who in [&member, &moderator] {
            assert_eq!(done(who.get("/api/posts/2").await)["held"], true);
            assert_eq!(done(who.get(&format!("/api/replies/{reply}")).await)["held"], true);
        }
    }
    let log = app.anonymous().get("/api/modlog").await;
    let acts = ["held-again", "reply-deleted", "held-again", "post-deleted"];
    assert_eq!(log.column("action")[..4], acts);
    assert!(log.body[1]["undone"].is_string());
    for act in ["written", "deleted"] {
        assert_eq!(stream.next_act().await.1["act"], act);
    }
}

#[tokio::test]
async fn a_text_that_was_answered_or_removed_since_is_not_held_again() {
    let app = TestApp::spawn().await;
    let (moderator, member) = forum(&app).await;
    let reply = hold(&member).await;
    for report in [1, 2] {
        done(moderator.put(&format!("/api/reports/{report}"), json!({"state": "resolved"})).await);
    }
    done(moderator.post("/api/post/2/replies", json!({"description": "No"})).await);
    done(moderator.delete(&format!("/api/replies/{reply}")).await);
    for (report, words) in [(1, "Remove it instead."), (2, "after the decision.")] {
        let refused = moderator.post(&format!("/api/reports/{report}/reopen"), Value::Null).await;
        refused.is_refused(409, "not-reopenable");
        assert!(refused.body["detail"].as_str().unwrap().ends_with(words), "{}", refused.text);
    }
}

#[tokio::test]
async fn a_second_decision_is_refused_and_a_withdrawn_text_has_none() {
    let app = TestApp::spawn().await;
    let (moderator, member) = forum(&app).await;
    let admin = app.admin("dora").await;
    let reply = hold(&member).await;
    done(moderator.put("/api/reports/1", json!({"state": "resolved"})).await);
    let late = admin.put("/api/reports/1", json!({"state": "rejected"})).await;
    late.is_refused(409, "decided");
    done(app.anonymous().get("/api/posts/2").await);
    let path = format!("/api/replies/{reply}");
    moderator.delete(&path).await.is_refused(409, "held");
    assert_eq!(member.delete(&path).await.status, StatusCode::NO_CONTENT);
    member.get(&path).await.is_refused(404, "not-found");
    moderator
        .put("/api/reports/2", json!({"state": "resolved"}))
        .await
        .is_refused(404, "not-found");
    assert_eq!(moderator.get("/api/reports").await.body, json!([]));
    assert_eq!(moderator.get("/api/unread").await.body["reports"], 0);
}

#[tokio::test]
async fn only_texts_with_links_of_new_members_are_held() {
    let app = TestApp::spawn().await;
    let (moderator, member) = forum(&app).await;
    let admin = app.admin("dora").await;
    let links = "Buy at https://a.example";
    for (who, text, is_held) in [
        (&member, "No link, but [ours](/posts/1) and `https://a.example`", false),
        (&member, links, true),
        (&member, "![sail](https://a.example/b.png)", true),
        (&moderator, links, false),
        (&admin, links, false),
    ] {
        let stored = done(who.post("/api/forum/1/posts", post(text)).await);
        assert_eq!(stored["held"] == true, is_held, "{text}");
    }
    let image = json!({"title": "Sail", "description": "It", "image": "https://a.example/b.png"});
    assert_eq!(done(member.post("/api/forum/1/posts", image).await)["held"], true);
    let title = json!({"title": "Buy at www.a.example", "description": "It"});
    assert_eq!(done(member.post("/api/forum/1/posts", title).await)["held"], true);
    moderator.create_forum("Cars").await;
    assert_eq!(done(member.post("/api/forum/2/posts", post(links)).await)["held"], Value::Null);
}

#[tokio::test]
async fn an_edit_by_a_new_member_adds_no_link() {
    let app = TestApp::spawn().await;
    let (moderator, member) = forum(&app).await;
    let reply = hold(&member).await;
    for report in moderator.get("/api/reports").await.column("id") {
        let path = format!("/api/reports/{report}");
        done(moderator.put(&path, json!({"state": "resolved"})).await);
    }
    let kept = post("Buy at https://a.example today");
    done(member.post("/api/posts/2", kept).await);
    let added = member.post("/api/posts/2", post("Buy at https://b.example")).await;
    added.refuses_fields(&["description"]);
    let mut image = post("Buy at https://a.example");
    image["image"] = json!("https://b.example/c.png");
    member.post("/api/posts/2", image).await.refuses_fields(&["image"]);
    let path = format!("/api/replies/{reply}");
    let edit = |text: &str| json!({"description": text});
    done(member.put(&path, edit("Hemp at https://a.example")).await);
    let added = member.put(&path, edit("Hemp at https://b.example")).await;
    added.refuses_fields(&["description"]);
    assert!(added.body["detail"].as_str().unwrap().contains("new"), "{}", added.body);
}

#[tokio::test]
async fn own_held_posts_are_listed_until_they_are_decided_or_withdrawn() {
    let app = TestApp::spawn().await;
    let (moderator, member) = forum(&app).await;
    for nth in 2..=4 {
        let held = post(&format!("Buy at https://{nth}.example"));
        done(member.post("/api/forum/1/posts", held).await);
    }
    let first = member.get("/api/posts/held?limit=2").await;
    assert_eq!(first.column("id"), [4, 3]);
    assert_eq!(first.column("held"), [true, true]);
    assert_eq!(first.body[0]["excerpt"], "Buy at https://4.example");
    let link = first.headers["link"].to_str().unwrap();
    let next = link.split_once('<').unwrap().1.split_once('>').unwrap().0;
    assert_eq!(member.get(next).await.column("id"), [2]);
    let report = moderator.get("/api/reports").await.body[0]["id"].clone();
    done(moderator.put(&format!("/api/reports/{report}"), json!({"state": "resolved"})).await);
    done(member.delete("/api/posts/3/delete").await);
    assert_eq!(member.get("/api/posts/held").await.column("id"), [4]);
}

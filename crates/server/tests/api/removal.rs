//! What moderators remove is hidden, and can be restored.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::support::{Actor, TestApp, send};

/// A moderator, and an author of a post with a reply by the moderator and one by the author.
async fn thread(app: &TestApp) -> (Actor<'_>, Actor<'_>) {
    let (moderator, author) = (app.member("ann").await, app.member("bob").await);
    moderator.create_forum("Boats").await;
    author.create_post(1, "Sails").await;
    for (who, text) in [(&moderator, "Linen"), (&author, "Hemp")] {
        who.post("/api/post/1/replies", json!({"description": text})).await;
    }
    author.put("/api/posts/1/upvote", Value::Null).await;
    (moderator, author)
}

async fn done(answer: impl Future<Output = crate::support::Answer>) -> Value {
    let answer = answer.await;
    assert!(answer.status.is_success(), "{answer:?}");
    answer.body
}

/// The post as the author sees it, without what a visit changes a moment later.
async fn as_written(author: &Actor<'_>) -> Value {
    let mut post = done(author.get("/api/posts/1")).await;
    post["newReplies"].take();
    post
}

/// Every address where a visitor sees something of the post or of its replies.
const PLACES: [&str; 9] = [
    "/api/posts/1",
    "/api/posts/1/replies",
    "/api/replies/1",
    "/api/posts/1/revisions",
    "/api/replies/1/revisions",
    "/posts/1/card.png",
    "/api/events?topics=post:1",
    "/api/posts/1/saved",
    "/api/replies/1/saved",
];

const LISTS: [&str; 9] = [
    "/api/posts",
    "/api/posts?filter=hot",
    "/api/posts?filter=active",
    "/api/posts?filter=popularity&period=week",
    "/api/posts?keyword=sails",
    "/api/forum/1/posts",
    "/api/forum/1/posts?filter=popularity",
    "/api/people/bob/posts",
    "/api/people/ann/replies",
];

#[tokio::test]
async fn a_removed_post_is_nowhere_and_a_restored_one_is_back() {
    let app = TestApp::spawn().await;
    let (moderator, author) = thread(&app).await;
    let visitor = app.anonymous();
    let before = as_written(&author).await;
    let forum = visitor.get("/forums/1").await.body;
    for list in LISTS {
        assert_eq!(visitor.get(list).await.body.as_array().unwrap().len(), 1, "{list}");
    }
    let removed = moderator.delete("/api/posts/1/delete?reason=Off%20topic").await;
    assert_eq!((removed.status, removed.text.as_str()), (StatusCode::NO_CONTENT, ""));
    for who in [&visitor, &author, &moderator] {
        for place in PLACES.into_iter().filter(|place| !place.ends_with("saved")) {
            if !(who.id == moderator.id && place == "/api/posts/1/revisions") {
                assert_eq!(who.get(place).await.status, StatusCode::NOT_FOUND, "{place}");
            }
        }
        for list in LISTS {
            assert_eq!(who.get(list).await.body, json!([]), "{list}");
        }
    }
    for place in PLACES.into_iter().filter(|place| place.ends_with("saved")) {
        author.put(place, Value::Null).await.is_refused(404, "not-found");
    }
    assert_eq!(visitor.get("/forums/1").await.body["postCount"], 0);
    assert_eq!(visitor.get("/api/people/bob").await.body["score"], 0);
    let page = send(visitor.request(Method::GET, "/posts/1").header("Accept", "text/html")).await;
    assert_eq!(page.status, StatusCode::NOT_FOUND);
    assert!(!page.text.contains("Sails"));
    moderator.delete("/api/posts/1/delete").await.is_refused(404, "not-found");
    author.post("/api/posts/1/restore", json!({})).await.is_refused(404, "not-found");

    let restored = moderator.post("/api/posts/1/restore", json!({"reason": " On topic "})).await;
    assert_eq!(restored.status, StatusCode::OK, "{}", restored.body);
    assert_eq!(restored.body["hasUpvoted"], false);
    assert_eq!(as_written(&author).await, before);
    assert_eq!(visitor.get("/forums/1").await.body, forum);
    for list in LISTS {
        assert_eq!(visitor.get(list).await.body.as_array().unwrap().len(), 1, "{list}");
    }
    assert_eq!(visitor.get("/api/posts/1/replies").await.column("description"), ["Linen", "Hemp"]);
    let again = moderator.post("/api/posts/1/restore", json!({})).await;
    again.is_refused(404, "not-found");
}

#[tokio::test]
async fn a_removed_reply_is_restored_with_its_text() {
    let app = TestApp::spawn().await;
    let (moderator, author) = thread(&app).await;
    let before = author.get("/api/replies/2").await.body;
    done(moderator.delete("/api/replies/2?reason=Spam")).await;
    let visitor = app.anonymous();
    let gone = visitor.get("/api/posts/1/replies").await;
    assert!(!gone.text.contains("Hemp") && !gone.text.contains("bob"), "{}", gone.text);
    author.post("/api/replies/2/restore", json!({})).await.is_refused(404, "not-found");
    let restored = done(moderator.post("/api/replies/2/restore", json!({"reason": null}))).await;
    assert_eq!((&restored["description"], &restored["deleted"]), (&json!("Hemp"), &json!(false)));
    assert_eq!(author.get("/api/replies/2").await.body, before);
    assert_eq!(visitor.get("/api/posts/1/replies").await.column("description"), ["Linen", "Hemp"]);
    moderator.post("/api/replies/2/restore", json!({})).await.is_refused(404, "not-found");
}

#[tokio::test]
async fn moderators_alone_read_the_versions_of_what_they_removed() {
    let app = TestApp::spawn().await;
    let (moderator, author) = thread(&app).await;
    let (admin, elsewhere) = (app.admin("dora").await, app.member("emma").await);
    elsewhere.create_forum("Cars").await;
    for (removal, versions, text) in [
        ("/api/replies/2", "/api/replies/2/revisions", "Hemp"),
        ("/api/posts/1/delete", "/api/posts/1/revisions", "All about Sails"),
    ] {
        done(moderator.delete(removal)).await;
        for who in [&moderator, &admin] {
            assert_eq!(done(who.get(versions)).await[0]["description"], text);
        }
        for who in [&app.anonymous(), &author, &elsewhere] {
            who.get(versions).await.is_refused(404, "not-found");
        }
    }
    done(admin.put(&format!("/user/{}/ban", moderator.id), Value::Null)).await;
    moderator.get("/api/posts/1/revisions").await.is_refused(404, "not-found");
    moderator.post("/api/posts/1/restore", json!({})).await.is_refused(404, "not-found");
}

#[tokio::test]
async fn texts_removed_by_their_authors_cannot_be_restored() {
    let app = TestApp::spawn().await;
    let (moderator, author) = thread(&app).await;
    done(author.delete("/api/replies/2")).await;
    moderator.post("/api/replies/2/restore", json!({})).await.is_refused(404, "not-found");
    moderator.get("/api/replies/2/revisions").await.is_refused(404, "not-found");
    done(author.delete("/api/posts/1/delete")).await;
    moderator.post("/api/posts/1/restore", json!({})).await.is_refused(404, "not-found");
    moderator.get("/api/posts/1/revisions").await.is_refused(404, "not-found");
}

#[tokio::test]
async fn an_authors_deletion_wins_over_a_removal() {
    let app = TestApp::spawn().await;
    let (moderator, author) = thread(&app).await;
    done(moderator.delete("/api/replies/2")).await;
    done(author.delete("/api/replies/2")).await;
    moderator.post("/api/replies/2/restore", json!({})).await.is_refused(404, "not-found");
    author.post("/api/post/1/replies", json!({"description": "Cotton"})).await;
    done(moderator.delete("/api/posts/1/delete")).await;
    app.member("carl").await.delete("/api/replies/3").await.is_refused(404, "not-found");
    done(author.delete("/api/replies/3")).await;
    done(moderator.post("/api/posts/1/restore", json!({}))).await;
    let thread = app.anonymous().get("/api/posts/1/replies").await;
    assert_eq!(thread.column("description"), ["Linen", "removed", "removed"]);
    done(moderator.delete("/api/posts/1/delete")).await;
    done(author.delete("/api/posts/1/delete")).await;
    moderator.post("/api/posts/1/restore", json!({})).await.is_refused(404, "not-found");
    moderator.get("/api/posts/1/revisions").await.is_refused(404, "not-found");
}

#[tokio::test]
async fn what_its_author_deletes_in_a_locked_post_is_kept_for_moderators() {
    let app = TestApp::spawn().await;
    let (moderator, author) = thread(&app).await;
    done(moderator.put("/api/posts/1/lock", json!({"locked": true}))).await;
    for (path, versions, text) in [
        ("/api/replies/2", "/api/replies/2/revisions", "Hemp"),
        ("/api/posts/1/delete", "/api/posts/1/revisions", "All about Sails"),
    ] {
        done(author.delete(path)).await;
        assert_eq!(done(moderator.get(versions)).await[0]["description"], text);
        author.get(versions).await.is_refused(404, "not-found");
    }
}

#[tokio::test]
async fn restorations_are_refused_in_order() {
    let app = TestApp::spawn().await;
    let (moderator, author) = thread(&app).await;
    for path in ["/api/posts/1/restore", "/api/replies/2/restore"] {
        app.anonymous().post(path, json!({})).await.is_refused(401, "unauthorized");
        author.post(path, json!({})).await.is_refused(403, "not-a-moderator");
        moderator.post(path, json!({})).await.is_refused(404, "not-found");
    }
    done(moderator.delete("/api/replies/2")).await;
    let path = "/api/replies/2/restore";
    let request = || moderator.request(Method::POST, path);
    send(request().body("{}")).await.is_refused(415, "not-json");
    let long = json!({"reason": "ä".repeat(501)});
    moderator.post(path, long).await.refuses_fields(&["reason"]);
    done(moderator.post(path, json!({"reason": "ä".repeat(500)}))).await;
}

#[tokio::test]
async fn the_log_says_that_a_removal_was_undone() {
    let app = TestApp::spawn().await;
    let (moderator, _) = thread(&app).await;
    let visitor = app.anonymous();
    for (removal, restoration, actions) in [
        ("/api/replies/2", "/api/replies/2/restore", ["reply-restored", "reply-deleted"]),
        ("/api/posts/1/delete", "/api/posts/1/restore", ["post-restored", "post-deleted"]),
    ] {
        done(moderator.delete(removal)).await;
        assert_eq!(visitor.get("/api/modlog").await.body[0]["undone"], Value::Null);
        done(moderator.post(restoration, json!({"reason": "It was none"}))).await;
        let log = visitor.get("/api/modlog").await;
        assert_eq!(log.column("action")[..2], actions);
        assert_eq!(log.body[0]["reason"], "It was none");
        assert_eq!(log.body[1]["undone"], log.body[0]["at"]);
        let only = visitor.get(&format!("/api/modlog?action={}", actions[0])).await;
        assert_eq!(only.column("action"), [actions[0]]);
    }
}

#[tokio::test]
async fn the_queue_shows_moderators_what_they_removed() {
    let app = TestApp::spawn().await;
    let (moderator, _) = thread(&app).await;
    let reader = app.member("carl").await;
    for path in ["/api/posts/1/report", "/api/replies/2/report"] {
        done(reader.post(path, json!({"reason": "spam"}))).await;
    }
    let seen = || async {
        let mut seen = vec![];
        for id in [1, 2] {
            let target = moderator.get(&format!("/api/reports/{id}")).await.body["target"].take();
            let excerpt = target["excerpt"].as_str().unwrap().to_owned();
            seen.push((excerpt, target["removed"] == true));
        }
        seen
    };
    let text = |text: &str, removed| (text.to_owned(), removed);
    assert_eq!(seen().await, [text("All about Sails", false), text("Hemp", false)]);
    done(moderator.delete("/api/replies/2")).await;
    assert_eq!(seen().await, [text("All about Sails", false), text("Hemp", true)]);
    done(moderator.delete("/api/posts/1/delete")).await;
    assert_eq!(seen().await, [text("All about Sails", true), text("Hemp", true)]);
    done(moderator.post("/api/posts/1/restore", json!({}))).await;
    assert_eq!(seen().await, [text("All about Sails", false), text("Hemp", true)]);
}

#[tokio::test]
async fn authors_are_told_and_their_export_has_it() {
    let app = TestApp::spawn().await;
    let (moderator, author) = thread(&app).await;
    done(moderator.delete("/api/replies/2")).await;
    let act = |act: &'static str| move |list: &[Value]| list.iter().any(|one| one["act"] == act);
    author.notifications(act("reply-removed")).await;
    done(moderator.delete("/api/posts/1/delete?reason=Off%20topic")).await;
    let told = author.notifications(act("post-removed")).await;
    let removed = told.iter().find(|one| one["act"] == "post-removed").unwrap();
    assert_eq!(removed["reason"], "Off topic");
    assert_eq!((&removed["post"], &removed["excerpt"]), (&Value::Null, &json!("")));
    assert_eq!(removed["forum"]["topic"], "Boats");
    assert_eq!(removed["actors"], json!([]));
    let export = done(author.get(&format!("/api/user/{}/export", author.id))).await;
    assert_eq!(export["posts"][0]["description"], "All about Sails");
    assert_eq!(export["posts"][0]["removed"], true);
    assert_eq!(export["replies"][0]["description"], "Hemp");
    assert_eq!(export["replies"][0]["removed"], true);
    done(moderator.post("/api/posts/1/restore", json!({}))).await;
    done(moderator.post("/api/replies/2/restore", json!({}))).await;
    let told = author.notifications(act("reply-restored")).await;
    let restored = told.iter().find(|one| one["act"] == "reply-restored").unwrap();
    assert_eq!(
        (&restored["post"]["title"], &restored["excerpt"]),
        (&json!("Sails"), &json!("Hemp"))
    );
    author.notifications(act("post-restored")).await;
}

#[tokio::test]
async fn streams_are_sent_a_restoration_as_something_written() {
    let app = TestApp::spawn().await;
    let (moderator, _) = thread(&app).await;
    let mut reader = app.anonymous().follow("post:1").await;
    let reply = |act: &str| {
        let data = json!({"id": 2, "postId": 1, "respondsTo": null, "act": act});
        ("reply".to_owned(), data)
    };
    let post = |act: &str| ("post".to_owned(), json!({"id": 1, "forumId": 1, "act": act}));
    done(moderator.delete("/api/replies/2")).await;
    // What was written before may still be on its way.
    while reader.next_act().await != reply("deleted") {}
    done(moderator.post("/api/replies/2/restore", json!({}))).await;
    assert_eq!(reader.next_act().await, reply("written"));
    done(moderator.delete("/api/posts/1/delete")).await;
    assert_eq!(reader.next_act().await, post("deleted"));
    done(moderator.post("/api/posts/1/restore", json!({}))).await;
    assert_eq!(reader.next_act().await, post("written"));
}

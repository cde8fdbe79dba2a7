//! Visitors' responses are cached and invalidated in time.

mod closed_forums;
mod consistency;
mod several_servers;

use std::fmt::Write;

use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::support::{Actor, Answer, TestApp, TestOptions};

/// Describes a response without the headers that differ for each request.
fn describe(answer: &Answer) -> String {
    let mut text = format!("{} {}", answer.status, answer.text);
    for header in ["etag", "link", "cache-control", "vary", "content-type"] {
        write!(text, "\n{header}: {:?}", answer.headers.get(header)).unwrap();
    }
    text
}

/// Every read that visitors have, of a community of one forum and one thread.
fn addresses(forum: i64, post: i64, reply: i64) -> Vec<String> {
    let lists =
        ["", "&filter=popularity", "&today=true", "&filter=popularity&today=true", "&keyword=tea"];
    let mut all = vec![
        "/forums".to_owned(),
        "/forums?limit=1".to_owned(),
        "/forums?isMostActive=true".to_owned(),
        "/forums?sort=active".to_owned(),
        "/forums?sort=name&limit=1".to_owned(),
        "/forums/topic?topic=t".to_owned(),
        "/forums/search?searchTerm=tea".to_owned(),
        format!("/forums/{forum}"),
        format!("/moderation/forum/{forum}"),
        format!("/api/posts/{post}"),
        format!("/api/posts/{post}/replies"),
        format!("/api/posts/{post}/replies?sort=top"),
        format!("/api/posts/{post}/replies?sort=new"),
        format!("/api/replies/{reply}"),
    ];
    for (list, limit) in lists.iter().flat_map(|list| [(list, 2), (list, 50)]) {
        all.push(format!("/api/posts?limit={limit}{list}"));
        all.push(format!("/api/forum/{forum}/posts?limit={limit}{list}"));
    }
    all
}

/// One change of each kind that members make, in an order in which each changes something.
fn changes(
    forum: i64,
    post: i64,
    reply: i64,
    moderator: i64,
) -> Vec<(&'static str, String, Value)> {
    let write = json!({"title": "Tea again", "description": "Green", "image": "/images/a.png"});
    let about = json!({"topic": "Tea room", "description": "All about tea"});
    let vote =
        |what: &str, act: &str, id: i64| ("PUT", format!("/api/{what}/{id}/{act}"), Value::Null);
    vec![
        ("POST", format!("/forum/{forum}/favorites"), Value::Null),
        ("POST", format!("/api/forum/{forum}/posts"), write.clone()),
        ("POST", format!("/api/posts/{post}"), write),
        vote("posts", "upvote", post),
        vote("posts", "downvote", post),
        vote("posts", "downvote/undislike", post),
        ("POST", format!("/api/post/{post}/replies"), json!({"description": "So do I"})),
        (
            "POST",
            format!("/api/post/{post}/replies"),
            json!({"respondsTo": reply, "description": "Why?"}),
        ),
        vote("replies", "upvote", reply),
        vote("replies", "downvote", reply),
        vote("replies", "downvote/undislike", reply),
        ("DELETE", format!("/api/replies/{reply}"), Value::Null),
        ("POST", format!("/forums/{forum}"), about.clone()),
        ("POST", format!("/moderation/forum/{forum}/promote"), json!({"username": "bob"})),
        ("DELETE", format!("/moderation/forum/{forum}/moderators/{moderator}"), Value::Null),
        (
            "POST",
            "/forums/create".to_owned(),
            json!({"topic": "Trees", "description": "Tea trees"}),
        ),
        ("DELETE", format!("/forum/{forum}/favorites"), Value::Null),
        ("DELETE", format!("/api/posts/{post}/delete"), Value::Null),
        ("DELETE", format!("/forums/{forum}"), Value::Null),
    ]
}

async fn change(actor: &Actor<'_>, (method, path, body): &(&str, String, Value)) {
    let request = actor.request(method.parse().unwrap(), path);
    let request = if body.is_null() { request } else { request.json(body) };
    let status = request.send().await.unwrap().status();
    assert!(status.is_success(), "{method} {path}: {status}");
}

#[tokio::test]
async fn cached_reads_equal_uncached_reads_after_each_write() {
    let app = TestApp::spawn().await;
    let forgetful = TestOptions::default().uncached().spawn_beside(&app).await;
    let (ann, bob) = (app.admin("ann").await, app.member("bob").await);
    let forum = ann.create_forum("Tea").await;
    let post = ann.create_post(forum, "Tea").await;
    // With these before it, it is on the longer pages alone.
    ann.create_post(forum, "Milk").await;
    ann.create_post(forum, "Tea and milk").await;
    let reply = ann
        .post(&format!("/api/post/{post}/replies"), json!({"description": "I like tea"}))
        .await
        .body["id"]
        .as_i64()
        .unwrap();
    ann.put(&format!("/api/replies/{reply}/downvote"), Value::Null).await;
    bob.put(&format!("/api/posts/{post}/upvote"), Value::Null).await;
    let addresses = addresses(forum, post, reply);
    let mut all = changes(forum, post, reply, bob.id);
    // Whose face shows in all of them.
    all.insert(3, ("PUT", format!("/api/user/{}", ann.id), json!("/images/another.png")));
    for one in &all {
        for address in &addresses {
            app.anonymous().get(address).await;
        }
        change(&ann, one).await;
        app.delivered().await;
        for reader in [&app.anonymous(), &ann, &bob] {
            let compare = async |address: &String| {
                let kept = reader.get(address).await;
                let read = reader.at(&forgetful).get(address).await;
                assert_eq!(
                    describe(&kept),
                    describe(&read),
                    "{address} of {} after {one:?}",
                    reader.id
                );
            };
            join_all(addresses.iter().map(compare)).await;
        }
    }
}

#[tokio::test]
async fn a_cached_response_equals_the_first_one() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    let forum = ann.create_forum("Tea").await;
    for number in 0..4 {
        ann.create_post(forum, &format!("Tea {number}")).await;
    }
    for address in addresses(forum, 1, 1) {
        let (first, second) =
            (app.anonymous().get(&address).await, app.anonymous().get(&address).await);
        assert_eq!(describe(&first), describe(&second), "{address}");
        let Some(tag) = first.headers.get("etag") else { continue };
        let request = app.anonymous().request(reqwest::Method::GET, &address);
        let again = crate::support::send(
            request.header("Accept", "application/json").header("If-None-Match", tag),
        )
        .await;
        assert_eq!((again.status.as_u16(), again.text.as_str()), (304, ""), "{address}");
        assert_eq!(again.headers.get("etag"), Some(tag));
    }
}

#[tokio::test]
async fn members_never_get_the_cached_visitor_response() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    let forum = ann.create_forum("Tea").await;
    let post = ann.create_post(forum, "Tea").await;
    ann.put(&format!("/api/posts/{post}/upvote"), Value::Null).await;
    let address = format!("/api/posts/{post}");
    let visitor = app.anonymous().get(&address).await;
    assert_eq!(visitor.body["hasUpvoted"], false);
    assert_eq!(ann.get(&address).await.body["hasUpvoted"], true);
    assert_eq!(describe(&app.anonymous().get(&address).await), describe(&visitor));
}

#[tokio::test]
async fn unknown_parameters_are_not_in_links() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    for topic in ["One", "Two"] {
        ann.create_forum(topic).await;
    }
    let link = |answer: &Answer| answer.headers["link"].clone();
    let plain = app.anonymous().get("/forums?limit=1").await;
    for query in ["limit=1&x=1", "x=2&limit=1", "limit=2&limit=1&cursors=a"] {
        let other = app.anonymous().get(&format!("/forums?{query}")).await;
        assert_eq!((other.text.clone(), link(&other)), (plain.text.clone(), link(&plain)));
        assert!(!link(&other).to_str().unwrap().contains("x="));
    }
}

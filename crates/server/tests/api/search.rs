use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::support::{Actor, TestApp};

async fn reply(author: &Actor<'_>, post: i64, text: &str) -> i64 {
    let path = format!("/api/post/{post}/replies");
    let reply = author.post(&path, json!({"description": text})).await;
    assert_eq!(reply.status, StatusCode::CREATED, "{}", reply.body);
    infrastructure::index_words(&author.app.database, || true).unwrap();
    reply.body["id"].as_i64().unwrap()
}

/// A forum, a post and a reply about tea, by their ids.
async fn talk(author: &Actor<'_>) -> (i64, i64, i64) {
    let forum = author.create_forum("Tea & cake").await;
    let post = author.create_post(forum, "Oolong <3 tea").await;
    let reply = reply(author, post, "A **tea** of spring").await;
    (forum, post, reply)
}

#[tokio::test]
async fn everybody_finds_posts_replies_forums_and_people() {
    let app = TestApp::spawn().await;
    let ann = app.member("tearoom").await;
    let (forum, post, reply) = talk(&ann).await;
    let everything = "/api/search?q=tea&in=posts,replies,forums,people&sort=new";
    let answer = app.anonymous().get(everything).await;
    assert!(!answer.headers.contains_key("corrected-query"));
    insta::assert_json_snapshot!(answer.body, {
        "[].id" => "[id]", "[].post.id" => "[post]", "[].forum.id" => "[forum]",
        "[].timeOfCreation" => "[time]", "[].user.user_image" => "[image]",
    });
    let ids = [reply, post, forum, ann.id].map(Value::from);
    assert_eq!(answer.column("id"), ids.iter().collect::<Vec<_>>());
    assert_eq!(ann.get(everything).await.body, answer.body);
    assert_eq!(app.anonymous().all_pages(&format!("{everything}&limit=1")).await.len(), 4);
}

#[tokio::test]
async fn filters_narrow_a_search() {
    let app = TestApp::spawn().await;
    let (ann, bob) = (app.member("ann").await, app.member("bob").await);
    let (forum, post, _) = talk(&ann).await;
    reply(&bob, post, "More tea").await;
    for (query, kinds) in [
        ("", &["reply", "reply", "post", "forum"][..]),
        ("&in=replies", &["reply", "reply"]),
        ("&in=", &["reply", "reply", "post", "forum"]),
        ("&author=BOB", &["reply"]),
        ("&author=nobody", &[]),
        ("&forum=999", &[]),
        ("&before=2020-01-01T00:00:00Z", &[]),
        ("&after=2020-01-01T00:00:00Z&in=posts", &["post"]),
    ] {
        let path = format!("/api/search?q=tea&sort=new{query}");
        assert_eq!(app.anonymous().get(&path).await.column("kind"), kinds, "{query}");
    }
    let in_forum = format!("/api/search?q=tea&forum={forum}");
    assert_eq!(app.anonymous().get(&in_forum).await.body.as_array().unwrap().len(), 4);
}

#[tokio::test]
async fn a_search_for_nothing_or_with_unknown_words_is_refused() {
    let app = TestApp::spawn().await;
    let visitor = app.anonymous();
    for (query, field) in [
        ("", "q"),
        ("q=", "q"),
        ("q=%3F%21", "q"),
        ("q=tea&in=posts,users", "in"),
        ("q=tea&sort=hot", "sort"),
        ("q=tea&forum=boats", "forum"),
        ("q=tea&before=yesterday", "before"),
        ("q=tea&after=2020", "after"),
        ("q=tea&limit=0", "limit"),
        ("q=tea&cursor=dGltZToxLjE", "cursor"),
    ] {
        visitor.get(&format!("/api/search?{query}")).await.refuses_fields(&[field]);
    }
}

#[tokio::test]
async fn a_header_says_what_was_searched_for_instead() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    let forum = ann.create_forum("Drinks").await;
    for number in 0..3 {
        ann.create_post(forum, &format!("Espresso {number} café")).await;
    }
    infrastructure::index_words(&app.database, || true).unwrap();
    let answer = app.anonymous().get("/api/search?q=espreso+caf%C3%A9&limit=2").await;
    assert_eq!(answer.headers["corrected-query"], "espresso%20caf%C3%A9");
    assert_eq!(answer.body.as_array().unwrap().len(), 2);
    let rest = app.anonymous().get(&answer.next().unwrap()).await;
    assert_eq!(rest.headers["corrected-query"], "espresso%20caf%C3%A9");
    assert_eq!(rest.body.as_array().unwrap().len(), 1);
    let literal = app.anonymous().get("/api/search?q=%22espreso%22+caf%C3%A9").await;
    assert_eq!(literal.body, json!([]));
    assert!(!literal.headers.contains_key("corrected-query"));
}

#[tokio::test]
async fn removed_texts_are_not_found() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    let (_, post, reply) = talk(&ann).await;
    ann.delete(&format!("/api/replies/{reply}")).await;
    let found = async || app.anonymous().get("/api/search?q=spring").await.body;
    assert_eq!(found().await, json!([]));
    self::reply(&ann, post, "Spring again").await;
    assert_eq!(found().await.as_array().unwrap().len(), 1);
    ann.delete(&format!("/api/posts/{post}/delete")).await;
    assert_eq!(found().await, json!([]));
}

#[tokio::test]
async fn words_of_a_deleted_account_stay_without_its_name() {
    let app = TestApp::spawn().await;
    let (ann, bob) = (app.member("ann").await, app.member("bob").await);
    let (_, post, _) = talk(&ann).await;
    reply(&bob, post, "Bergamot").await;
    let leave = bob.request(reqwest::Method::DELETE, &format!("/api/user/{}", bob.id));
    let left = leave.json(&json!({"current": crate::support::PASSWORD})).send().await.unwrap();
    assert_eq!(left.status(), StatusCode::NO_CONTENT);
    let visitor = app.anonymous();
    let hit = &visitor.get("/api/search?q=bergamot").await.body[0];
    assert_eq!(hit["user"]["username"], "[deleted]");
    assert_eq!(visitor.get("/api/search?q=bergamot&author=bob").await.body, json!([]));
    assert_eq!(visitor.get("/api/search?q=bob&in=people").await.body, json!([]));
}

#[tokio::test]
async fn signs_and_emoji_are_searched_for_and_nothing_is_refused_in_words() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    let forum = ann.create_forum("Languages").await;
    ann.create_post(forum, "C").await;
    let post = ann.create_post(forum, "C++ 😀").await;
    for query in ["C%2B%2B", "%22C%2B%2B%22", "%F0%9F%98%80"] {
        let found = app.anonymous().get(&format!("/api/search?q={query}")).await;
        assert_eq!(found.column("id"), [&Value::from(post)], "{query}");
        let found = app.anonymous().get(&format!("/api/posts?keyword={query}")).await;
        assert_eq!(found.column("id"), [&Value::from(post)], "{query}");
    }
    let refused = app.anonymous().get("/api/search?q=%2B%2B").await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{}", refused.body);
    assert!(refused.body.to_string().contains("nothing to search for"), "{}", refused.body);
}

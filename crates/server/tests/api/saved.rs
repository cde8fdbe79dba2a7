use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::support::{Actor, TestApp};

/// A post and a reply to it, by their ids.
async fn thread(author: &Actor<'_>) -> (i64, i64) {
    let forum = author.create_forum("Tea & cake").await;
    let post = author.create_post(forum, "Oolong <3").await;
    let body = json!({"description": "Two > one"});
    let reply = author.post(&format!("/api/post/{post}/replies"), body).await.body;
    assert_eq!(reply["saved"], false);
    (post, reply["id"].as_i64().unwrap())
}

#[tokio::test]
async fn saving_is_idempotent_and_listed_latest_first() {
    let app = TestApp::spawn().await;
    let (ann, bob) = (app.member("ann").await, app.member("bob").await);
    let (post, reply) = thread(&ann).await;
    let [of_post, of_reply] =
        [format!("/api/posts/{post}/saved"), format!("/api/replies/{reply}/saved")];
    for path in [&of_post, &of_post, &of_reply] {
        let answer = bob.put(path, Value::Null).await;
        assert_eq!((answer.status, answer.body), (StatusCode::OK, json!({"saved": true})));
    }
    let hits = bob.get("/api/saved").await.body;
    insta::assert_json_snapshot!(hits, {
        "[].id" => "[id]", "[].post.id" => "[post]", "[].forum.id" => "[forum]",
        "[].timeOfCreation" => "[time]", "[].user.user_image" => "[image]",
    });
    assert_eq!((&hits[0]["id"], &hits[0]["post"]["id"]), (&json!(reply), &json!(post)));
    assert_eq!(bob.all_pages("/api/saved?limit=1").await.len(), 2);
    assert_eq!(ann.get("/api/saved").await.body, json!([]));
    for _ in 0..2 {
        let answer = bob.delete(&of_post).await;
        assert_eq!((answer.status, answer.body), (StatusCode::OK, json!({"saved": false})));
    }
    assert_eq!(bob.get("/api/saved").await.column("kind"), ["reply"]);
}

#[tokio::test]
async fn a_removed_reply_is_neither_saved_nor_listed() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    let (_, reply) = thread(&ann).await;
    let path = format!("/api/replies/{reply}/saved");
    ann.put(&path, Value::Null).await;
    ann.delete(&format!("/api/replies/{reply}")).await;
    assert_eq!(ann.get("/api/saved").await.body, json!([]));
    ann.put(&path, Value::Null).await.is_refused(404, "not-found");
    ann.delete(&path).await.is_refused(404, "not-found");
}

#[tokio::test]
async fn posts_and_replies_say_whether_the_caller_saved_them() {
    let app = TestApp::spawn().await;
    let (ann, bob) = (app.member("ann").await, app.member("bob").await);
    let (post, reply) = thread(&ann).await;
    let paths = [
        format!("/api/posts/{post}"),
        "/api/posts".to_owned(),
        format!("/api/posts/{post}/replies"),
        format!("/api/replies/{reply}"),
        "/api/people/ann/replies".to_owned(),
    ];
    let first = |body: Value| if body.is_array() { body[0].clone() } else { body };
    for saved in [false, true] {
        // On SQLite the second round is made of the visitors' cached response.
        for _ in 0..2 {
            for path in &paths {
                let of = async |reader: &Actor<'_>| first(reader.get(path).await.body);
                assert_eq!(of(&bob).await["saved"], saved, "{path}");
                assert_eq!(of(&ann).await["saved"], false, "{path}");
                assert_eq!(of(&app.anonymous()).await["saved"], Value::Null, "{path}");
            }
        }
        bob.put(&format!("/api/posts/{post}/saved"), Value::Null).await;
        bob.put(&format!("/api/replies/{reply}/saved"), Value::Null).await;
    }
    ann.put(&format!("/api/replies/{reply}/saved"), Value::Null).await;
    let edited = ann.put(&format!("/api/replies/{reply}"), json!({"description": "Three"})).await;
    assert_eq!(edited.body["saved"], true);
}

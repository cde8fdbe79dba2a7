//! `/api/posts` and `/api/forum/{id}/posts`.

mod banned;
mod create;
mod delete;
mod edit;
mod feeds;
mod moderated;
mod orders;
mod votes;

use serde_json::{Value, json};

use crate::support::Actor;

fn post(title: &str) -> Value {
    json!({"title": title, "description": format!("All about {title}")})
}

/// The refusals that every call with a body has, in their order.
async fn refuses_bad_bodies(actor: &Actor<'_>, path: &str) {
    let request = || actor.request(reqwest::Method::POST, path);
    let json = || request().header("Content-Type", "application/json");
    crate::support::send(request().body("{")).await.is_refused(415, "not-json");
    crate::support::send(json().body(" ".repeat(1024 * 1024 + 1)))
        .await
        .is_refused(413, "too-large");
    crate::support::send(json().body("{")).await.is_refused(400, "malformed-json");
    crate::support::send(json().body("[]")).await.is_refused(422, "invalid");
}

/// The limits of what a person writes of a post.
async fn holds_the_limits(actor: &Actor<'_>, path: &str) {
    let send = async |body: Value| actor.post(path, body).await;
    send(json!({})).await.refuses_fields(&["title", "description"]);
    send(json!({"title": " \n", "description": null, "image": 5})).await.refuses_fields(&[
        "title",
        "description",
        "image",
    ]);
    send(json!({"title": ["x"], "description": "x"})).await.refuses_fields(&["title"]);
    send(json!({"title": "ä".repeat(201), "description": "x"})).await.refuses_fields(&["title"]);
    send(json!({"title": "x", "description": "ä".repeat(20_001)}))
        .await
        .refuses_fields(&["description"]);
    send(json!({"title": "a\u{0}b", "description": "a\u{1b}b"}))
        .await
        .refuses_fields(&["title", "description"]);
    let long = format!("https://example.org/{}", "a".repeat(2_029));
    for image in ["javascript:alert(1)", "data:image/png;base64,AA", "//example.org/a.png", &long] {
        let body = json!({"title": "x", "description": "x", "image": image});
        send(body).await.refuses_fields(&["image"]);
    }
    let described = json!({
        "title": "x", "description": "x", "image": "/images/a.png",
        "imageDescription": "ä".repeat(301),
    });
    send(described).await.refuses_fields(&["imageDescription"]);
    let longest = json!({"title": "ä".repeat(200), "description": "🌱".repeat(20_000)});
    assert!(send(longest).await.status.is_success());
}

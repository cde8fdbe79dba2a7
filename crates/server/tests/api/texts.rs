//! `POST /api/preview`, and what texts look like wherever they are shown.

use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{Actor, TestApp, send};

/// Markup that runs a script, loads something or changes the page if any of it gets through.
const HOSTILE: [&str; 12] = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<svg/onload=alert(1)>",
    "<iframe srcdoc=\"<script>alert(1)</script>\"></iframe>",
    "<style>*{display:none}</style>",
    "<a href=\"#\" style=\"position:fixed\" class=\"overlay\" id=\"root\" data-x=\"y\">x</a>",
    "[x](javascript:alert(1))",
    "[x](data:text/html,<script>alert(1)</script>)",
    "![x](javascript:alert(1))",
    "![x\" onerror=\"alert(1)](https://a.example/b.png)",
    "<javascript:alert(1)>",
    "```\"><script>alert(1)</script>\nx\n```",
];

async fn preview(actor: &Actor<'_>, text: &str) -> String {
    let answer = actor.post("/api/preview", json!({"text": text})).await;
    assert_eq!(answer.status, 200, "{answer:?}");
    answer.body["html"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_preview_is_what_would_be_stored() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    let forum = ann.create_forum("Boats").await;
    let text = "Hello @ANN, *this* is ||hidden||\n\n```rust\nfn main() {}\n```";
    let body = json!({"title": "x", "description": text});
    let post = ann.post(&format!("/api/forum/{forum}/posts"), body).await.body;
    assert_eq!(post["description_html"], preview(&ann, text).await);
    assert_eq!(post["description"], text);
}

#[tokio::test]
async fn a_preview_holds_the_limits() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    assert_eq!(preview(&ann, " \n").await, "");
    let send_text = async |text: Value| ann.post("/api/preview", json!({ "text": text })).await;
    assert_eq!(send_text(json!("ä".repeat(20_000))).await.status, 200);
    send_text(json!("ä".repeat(20_001))).await.refuses_fields(&["text"]);
    send_text(json!(7)).await.refuses_fields(&["text"]);
    send_text(json!("a\u{0}b")).await.refuses_fields(&["text"]);
    send_text(Value::Null).await.refuses_fields(&["text"]);
    ann.post("/api/preview", json!({})).await.refuses_fields(&["text"]);
    let request = ann.request(Method::POST, "/api/preview");
    send(request.body("{}")).await.is_refused(415, "not-json");
    app.anonymous()
        .post("/api/preview", json!({"text": "a"}))
        .await
        .is_refused(401, "unauthorized");
}

#[tokio::test]
async fn every_text_is_shown_as_html() {
    let app = TestApp::spawn().await;
    let (ann, bob) = (app.member("ann").await, app.member("bob").await);
    let forum = json!({"topic": "Boats", "description": "*a*"});
    let forum = ann.post("/forums/create", forum).await.body;
    assert_eq!(forum["description_html"], "<p><em>a</em></p>\n");
    assert_eq!(ann.get("/forums/1").await.body["description_html"], forum["description_html"]);
    let listed = &ann.get("/forums").await.body[0];
    assert_eq!((&listed["excerpt"], listed.get("description_html")), (&json!("a"), None));

    let body = json!({"title": "x", "description": "*b* ||c||"});
    ann.post("/api/forum/1/posts", body).await;
    let post = app.anonymous().get("/api/posts/1").await.body;
    assert_eq!(post["description_html"], "<p><em>b</em> <span class=\"spoiler\">c</span></p>\n");
    assert_eq!(post.get("excerpt"), None);
    for list in ["/api/posts", "/api/forum/1/posts", "/api/posts?filter=popularity"] {
        let post = &app.anonymous().get(list).await.body[0];
        assert_eq!((&post["excerpt"], post.get("description_html")), (&json!("b"), None));
    }

    let reply = ann.post("/api/post/1/replies", json!({"description": "*d*"})).await.body;
    assert_eq!(reply["description_html"], "<p><em>d</em></p>\n");
    let thread = app.anonymous().get("/api/posts/1/replies").await.body;
    assert_eq!(thread[0]["description_html"], reply["description_html"]);

    let message = json!({"message": "*e*"});
    let message = ann.post(&format!("/api/contacts/{}", bob.id), message).await.body;
    assert_eq!(message["message_html"], "<p><em>e</em></p>\n");
    let chat = bob.get(&format!("/api/contacts/{}/messages", ann.id)).await.body;
    assert_eq!(chat[0]["message_html"], message["message_html"]);
}

#[tokio::test]
async fn texts_that_show_nothing_are_refused() {
    let app = TestApp::spawn().await;
    let (ann, bob) = (app.member("ann").await, app.member("bob").await);
    let forum = ann.create_forum("Boats").await;
    let post = ann.create_post(forum, "Sails").await;
    let (posts, replies) =
        (format!("/api/forum/{forum}/posts"), format!("/api/post/{post}/replies"));
    let messages = format!("/api/contacts/{}", bob.id);
    for blank in ["\u{200b}", "\u{2800}", "\u{3164}", "\u{ad}", "&#8203;", "[a]: /b"] {
        let topic = json!({"topic": "x", "description": blank});
        ann.post("/forums/create", topic).await.refuses_fields(&["description"]);
        let text = json!({"title": "x", "description": blank});
        ann.post(&posts, text).await.refuses_fields(&["description"]);
        let text = json!({"description": blank});
        ann.post(&replies, text).await.refuses_fields(&["description"]);
        ann.post(&messages, json!({"message": blank})).await.refuses_fields(&["message"]);
    }
    for blank in ["\u{200b}", "\u{2800}", "\u{3164}", "\u{ad}"] {
        let text = json!({"title": blank, "description": "x"});
        ann.post(&posts, text).await.refuses_fields(&["title"]);
        let about = json!({"about": blank});
        assert_eq!(ann.put(&format!("/api/user/{}/about", ann.id), about).await.body["about"], "");
    }
    let picture = json!({"description": "![](/images/u/x.png)"});
    assert_eq!(ann.post(&replies, picture).await.status, 201);
}

#[tokio::test]
async fn hostile_markup_is_harmless_in_every_field() {
    let app = TestApp::spawn().await;
    let (ann, bob) = (app.member("ann").await, app.member("bob").await);
    let forum = ann.create_forum("Boats").await;
    let post = ann.create_post(forum, "Sails").await;
    for (number, text) in HOSTILE.into_iter().enumerate() {
        let forum = json!({"topic": format!("Topic {number}"), "description": text});
        let described = json!({"title": "x", "description": text});
        let html =
            [
                ann.post("/forums/create", forum).await.body["description_html"].clone(),
                ann.post("/api/forum/1/posts", described).await.body["description_html"].clone(),
                ann.post(&format!("/api/post/{post}/replies"), json!({"description": text}))
                    .await
                    .body["description_html"]
                    .clone(),
                ann.post(&format!("/api/contacts/{}", bob.id), json!({"message": text})).await.body
                    ["message_html"]
                    .clone(),
                json!(preview(&ann, text).await),
            ];
        for html in html {
            is_harmless(html.as_str().unwrap());
        }
    }
}

fn is_harmless(html: &str) {
    for tag in html.split('<').skip(1) {
        let tag = tag.split('>').next().unwrap();
        let name = tag.trim_start_matches('/').split(' ').next().unwrap();
        assert!(["p", "a", "em", "img", "br", "br /", "pre", "code"].contains(&name), "{html}");
        let outside: String = tag.split('"').step_by(2).collect();
        for attribute in [" on", " style", " id", " class", " data-", " srcdoc"] {
            assert!(!outside.contains(attribute), "{html}");
        }
        for address in ["=\"javascript", "=\"data:"] {
            assert!(!tag.contains(address), "{html}");
        }
    }
}

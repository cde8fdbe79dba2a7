use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::support::{TestApp, send};

fn forum(topic: &str) -> Value {
    json!({"topic": topic, "description": format!("All about {topic}")})
}

#[tokio::test]
async fn creating_a_forum_returns_it() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    let body = json!({
        "topic": " Gärten ", "description": "Soil\nand seeds",
        "id": 99, "author": "bob", "date": "1999-01-01",
    });
    let created = ann.post("/forums/create", body).await;
    assert_eq!(created.status, StatusCode::CREATED);
    insta::assert_json_snapshot!(created.body, {".timeOfCreation" => "[time]"}, @r#"
    {
      "activity": 0,
      "author": "ann",
      "description": "Soil\nand seeds",
      "description_html": "<p>Soil\nand seeds</p>\n",
      "favorited": false,
      "id": 1,
      "latest": null,
      "postCount": 0,
      "timeOfCreation": "[time]",
      "topic": "Gärten",
      "visibility": "public",
      "watch": "normal"
    }
    "#);
    let time = created.body["timeOfCreation"].as_str().unwrap();
    assert_eq!((time.len(), &time[19..20], &time[23..]), (24, ".", "Z"), "{time}");
    let mut public = created.body;
    public["watch"] = Value::Null;
    assert_eq!(app.anonymous().get("/forums/1").await.body, public);
}

#[tokio::test]
async fn creating_a_forum_needs_a_login() {
    let app = TestApp::spawn().await;
    app.anonymous().post("/forums/create", forum("Boats")).await.is_refused(401, "unauthorized");
}

#[tokio::test]
async fn the_length_limits_of_a_forum_hold() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    let post = async |body| ann.post("/forums/create", body).await;
    post(json!({})).await.refuses_fields(&["topic", "description"]);
    post(json!({"topic": 5, "description": null})).await.refuses_fields(&["topic", "description"]);
    let blank = post(json!({"topic": " \n ", "description": "x"})).await;
    blank.refuses_fields(&["topic"]);
    assert_eq!(blank.body["errors"][0]["message"], "The new forum must have a title.");
    post(json!({"topic": "ä".repeat(101), "description": "x"})).await.refuses_fields(&["topic"]);
    post(json!({"topic": "x", "description": "ä".repeat(2_001)}))
        .await
        .refuses_fields(&["description"]);
    post(json!({"topic": "a\u{0}b", "description": "a\u{1}b"}))
        .await
        .refuses_fields(&["topic", "description"]);
    let longest = json!({"topic": "ä".repeat(100), "description": "🌱".repeat(2_000)});
    assert_eq!(post(longest).await.status, StatusCode::CREATED);
}

#[tokio::test]
async fn a_topic_taken_in_another_case_is_a_conflict() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    ann.create_forum("Ärger").await;
    ann.post("/forums/create", forum("äRGER")).await.is_refused(409, "topic-taken");
    // With a Cyrillic letter.
    ann.post("/forums/create", forum("Äгger")).await.is_refused(409, "topic-taken");
}

#[tokio::test]
async fn a_missing_forum_is_not_found() {
    let app = TestApp::spawn().await;
    for id in ["7", "0", "-1", "abc", "01", "9007199254740992"] {
        app.anonymous().get(&format!("/forums/{id}")).await.is_refused(404, "not-found");
    }
}

#[tokio::test]
async fn forums_page_newest_first() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    for topic in ["a", "b", "c", "d", "e"] {
        ann.create_forum(topic).await;
    }
    let pages = app.anonymous().all_pages("/forums?limit=2").await;
    let topics: Vec<_> = pages.iter().map(|forum| forum["topic"].as_str().unwrap()).collect();
    assert_eq!(topics, ["e", "d", "c", "b", "a"]);
    assert_eq!(app.anonymous().get("/forums?limit=5").await.next(), None);
}

#[tokio::test]
async fn an_invalid_limit_or_cursor_is_refused() {
    let app = TestApp::spawn().await;
    let anonymous = app.anonymous();
    for limit in ["0", "101", "-1", "ten", "1.5", ""] {
        anonymous.get(&format!("/forums?limit={limit}")).await.refuses_fields(&["limit"]);
    }
    let ann = app.member("ann").await;
    for topic in ["x", "xx"] {
        ann.create_forum(topic).await;
    }
    let of_another_list = anonymous.get("/forums/topic?topic=x&limit=1").await.next().unwrap();
    let cursor = of_another_list.split("cursor=").nth(1).unwrap().to_owned();
    for cursor in ["", "%00", "abc", &cursor] {
        anonymous.get(&format!("/forums?cursor={cursor}")).await.refuses_fields(&["cursor"]);
    }
}

#[tokio::test]
async fn the_most_active_forums_are_at_most_ten() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    for number in 0..12 {
        ann.create_forum(&format!("Forum {number}")).await;
    }
    let active = app.anonymous().get("/forums?isMostActive=true").await;
    assert_eq!(active.body.as_array().unwrap().len(), 10);
    assert_eq!(active.body[0]["topic"], "Forum 11");
    app.anonymous().get("/forums?isMostActive=maybe").await.refuses_fields(&["isMostActive"]);
}

#[tokio::test]
async fn forums_page_in_the_requested_order() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    for topic in ["b", "Äc", "ab", "D"] {
        ann.create_forum(topic).await;
    }
    for forum in [2, 1, 2] {
        ann.create_post(forum, "Seeds").await;
    }
    let anonymous = app.anonymous();
    for (sort, expected) in [
        ("", ["D", "ab", "Äc", "b"]),
        ("new", ["D", "ab", "Äc", "b"]),
        ("active", ["Äc", "b", "D", "ab"]),
        ("name", ["ab", "Äc", "b", "D"]),
    ] {
        for limit in [1, 3] {
            let pages = anonymous.all_pages(&format!("/forums?sort={sort}&limit={limit}")).await;
            let topics: Vec<_> =
                pages.iter().map(|forum| forum["topic"].as_str().unwrap()).collect();
            assert_eq!(topics, expected, "{sort}, {limit}");
        }
    }
    anonymous.get("/forums?sort=best").await.refuses_fields(&["sort"]);
    let next = anonymous.get("/forums?sort=active&limit=1").await.next().unwrap();
    let of_another_order = next.replace("sort=active", "sort=name");
    anonymous.get(&of_another_order).await.refuses_fields(&["cursor"]);
}

#[tokio::test]
async fn forums_show_counts_and_the_latest_post() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    ann.create_forum("Gardening").await;
    for title in ["Seeds", "Roots"] {
        ann.create_post(1, title).await;
    }
    ann.post("/api/post/1/replies", json!({"description": "Sow them"})).await;
    ann.post("/forum/1/favorites", Value::Null).await;
    let of_post = ann.get("/api/posts/2").await.body["timeOfCreation"].clone();
    let counts =
        |forum: &Value| ["postCount", "activity", "latest"].map(|name| forum[name].clone());
    let latest = json!({"id": 2, "title": "Roots", "timeOfCreation": of_post});
    let expected = [json!(2), json!(3), latest];
    for list in [
        "/forums",
        "/forums?sort=active",
        "/forums?sort=name",
        "/forums?isMostActive=true",
        "/forums/topic?topic=g",
        "/forums/search?searchTerm=gardening",
        "/forums/favorites",
    ] {
        assert_eq!(counts(&ann.get(list).await.body[0]), expected, "{list}");
    }
    assert_eq!(counts(&app.anonymous().get("/forums/1").await.body), expected);
    let edit = json!({"topic": "Gardens", "description": "All of them"});
    assert_eq!(counts(&ann.post("/forums/1", edit).await.body), expected);
    ann.delete("/api/posts/2/delete").await;
    let found = app.anonymous().get("/forums/1").await.body;
    assert_eq!((&found["latest"]["title"], &found["activity"]), (&json!("Seeds"), &json!(2)));
}

#[tokio::test]
async fn forums_are_found_by_topic_and_by_words() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    for topic in ["Über Mountain Routes", "über", "Gardening"] {
        ann.create_forum(topic).await;
    }
    let anonymous = app.anonymous();
    let found = anonymous.get("/forums/topic?topic=%C3%9CBER").await;
    assert_eq!(found.column("topic"), ["über", "Über Mountain Routes"]);
    let found = anonymous.get("/forums/search?searchTerm=uber").await;
    assert_eq!(found.column("topic"), ["über", "Über Mountain Routes"]);
    let found = anonymous.get("/forums/search?searchTerm=%22gard%22+AND+all").await;
    assert_eq!(found.body, json!([]));
    anonymous.get("/forums/topic?topic=+").await.refuses_fields(&["topic"]);
    anonymous.get("/forums/topic").await.refuses_fields(&["topic"]);
    anonymous.get("/forums/search?searchTerm=").await.refuses_fields(&["searchTerm"]);
    assert_eq!(anonymous.get("/forums/search?searchTerm=%00").await.body, json!([]));
    assert_eq!(anonymous.get("/forums/topic?topic=%00").await.body, json!([]));
}

#[tokio::test]
async fn moderators_edit_their_forum() {
    let app = TestApp::spawn().await;
    let (ann, bob) = (app.member("ann").await, app.member("bob").await);
    ann.create_forum("Boats").await;
    ann.create_forum("Cars").await;
    let edited = ann.post("/forums/1", forum("Ships")).await;
    assert_eq!((edited.status, &edited.body["topic"]), (StatusCode::OK, &json!("Ships")));
    ann.post("/forums/1", forum("CARS")).await.is_refused(409, "topic-taken");
    ann.post("/forums/1", json!({"topic": ""})).await.refuses_fields(&["topic", "description"]);
    app.anonymous().post("/forums/1", forum("Mine")).await.is_refused(401, "unauthorized");
    bob.post("/forums/1", forum("Mine")).await.is_refused(403, "not-a-moderator");
    bob.post("/forums/9", forum("Mine")).await.is_refused(404, "not-found");
}

#[tokio::test]
async fn refusals_come_in_the_order_of_the_contract() {
    let app = TestApp::spawn().await;
    let (ann, bob) = (app.member("ann").await, app.member("bob").await);
    ann.create_forum("Boats").await;
    let not_json = |actor: &crate::support::Actor<'_>, id: i64| {
        send(actor.request(Method::POST, &format!("/forums/{id}")).body("{"))
    };
    not_json(&app.anonymous(), 9).await.is_refused(401, "unauthorized");
    not_json(&bob, 9).await.is_refused(404, "not-found");
    not_json(&bob, 1).await.is_refused(403, "not-a-moderator");
    not_json(&ann, 1).await.is_refused(415, "not-json");
    let malformed =
        ann.request(Method::POST, "/forums/1").header("Content-Type", "application/json");
    send(malformed.body("{")).await.is_refused(400, "malformed-json");
}

#[tokio::test]
async fn only_admins_delete_forums() {
    let app = TestApp::spawn().await;
    let (ann, bob) = (app.member("ann").await, app.member("bob").await);
    ann.create_forum("Boats").await;
    app.anonymous().delete("/forums/1").await.is_refused(401, "unauthorized");
    bob.delete("/forums/1").await.is_refused(403, "not-an-admin");
    ann.delete("/forums/1").await.is_refused(403, "not-an-admin");
    bob.delete("/forums/9").await.is_refused(404, "not-found");
    assert_eq!(app.anonymous().get("/forums/1").await.status, StatusCode::OK);
}

#[tokio::test]
async fn a_favorite_is_marked_and_taken_away() {
    let app = TestApp::spawn().await;
    let (ann, bob) = (app.member("ann").await, app.member("bob").await);
    ann.create_forum("Boats").await;
    for _ in 0..2 {
        assert_eq!(
            bob.post("/forum/1/favorites", json!({})).await.body,
            json!({"favorited": true})
        );
    }
    assert_eq!(bob.get("/forums/1").await.body["favorited"], true);
    assert_eq!(ann.get("/forums").await.body[0]["favorited"], false);
    assert_eq!(bob.get("/forums/favorites").await.column("id"), [1]);
    for _ in 0..2 {
        assert_eq!(bob.delete("/forum/1/favorites").await.body, json!({"favorited": false}));
    }
    assert_eq!(bob.get("/forums/favorites").await.body, json!([]));
    bob.post("/forum/9/favorites", json!({})).await.is_refused(404, "not-found");
    bob.delete("/forum/9/favorites").await.is_refused(404, "not-found");
    let anonymous = app.anonymous();
    anonymous.post("/forum/1/favorites", json!({})).await.is_refused(401, "unauthorized");
    anonymous.delete("/forum/1/favorites").await.is_refused(401, "unauthorized");
    anonymous.get("/forums/favorites").await.is_refused(401, "unauthorized");
}

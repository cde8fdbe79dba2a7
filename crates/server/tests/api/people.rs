//! `/api/people/{username}` and the text about oneself.

use serde_json::json;

use crate::support::{PASSWORD, TestApp};

#[tokio::test]
async fn profile_shows_counts_role_and_forums() {
    let app = TestApp::spawn().await;
    let (ann, bob) = (app.member("Ann").await, app.member("bob").await);
    let forum = ann.create_forum("Gardening").await;
    let post = ann.create_post(forum, "Seeds").await;
    let reply = json!({"respondsTo": null, "description": "Thanks"});
    bob.post(&format!("/api/post/{post}/replies"), reply).await;
    bob.put(&format!("/api/posts/{post}/upvote"), json!(null)).await;

    let profile = app.anonymous().get("/api/people/aNN").await;
    let joined = profile.body["joined"].as_str().unwrap().to_owned();
    let wanted = json!({
        "id": ann.id, "username": "Ann", "user_image": "/images/avatars/default.svg",
        "about": "", "about_html": "", "joined": joined, "postCount": 1, "replyCount": 0,
        "score": 1, "role": "ROLE_USER", "moderates": [{"id": forum, "topic": "Gardening"}],
    });
    assert_eq!((profile.status.as_u16(), profile.body), (200, wanted));

    let posts = bob.get("/api/people/ann/posts").await;
    assert_eq!(posts.column("hasUpvoted"), [true]);
    let replies = app.anonymous().get("/api/people/bob/replies").await;
    assert_eq!(replies.column("postTitle"), ["Seeds"]);
    assert_eq!(replies.column("description"), ["Thanks"]);
}

#[tokio::test]
async fn missing_and_deleted_members_have_no_profile() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    let forum = ann.create_forum("Gardening").await;
    ann.create_post(forum, "Seeds").await;
    let left = app.member("left").await;
    left.create_post(forum, "Roots").await;
    let request = left.request(reqwest::Method::DELETE, &format!("/api/user/{}", left.id));
    crate::support::send(request.json(&json!({"current": PASSWORD}))).await;
    for name in ["left", "%5Bdeleted%5D", "nobody", "a%00b"] {
        for list in ["", "/posts", "/replies"] {
            let path = format!("/api/people/{name}{list}");
            app.anonymous().get(&path).await.is_refused(404, "not-found");
        }
    }
}

#[tokio::test]
async fn about_is_markdown_of_2000_characters() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    let path = format!("/api/user/{}/about", ann.id);
    let about = "I **like** tea\n\n<b>always</b>, @ann";
    let changed = ann.put(&path, json!({"about": about})).await;
    assert_eq!(changed.body["about"], about);
    let html = "<p>I <strong>like</strong> tea</p>\n<p>&lt;b&gt;always&lt;/b&gt;, <a class=\"mention\" \
                href=\"/u/ann\" rel=\"nofollow ugc noopener\">@ann</a></p>\n";
    assert_eq!(changed.body["about_html"], html);
    assert_eq!(app.anonymous().get("/api/people/ann").await.body, changed.body);
    for about in [json!("ä".repeat(2_001)), json!("a\u{0}"), json!(5)] {
        ann.put(&path, json!({"about": about})).await.refuses_fields(&["about"]);
    }
    for without in [json!({}), json!({"abuot": "I sail."}), json!({"about": null})] {
        ann.put(&path, without).await.refuses_fields(&["about"]);
    }
    assert_eq!(app.anonymous().get("/api/people/ann").await.body["about"], about, "as before");
    assert_eq!(ann.put(&path, json!({"about": "ä".repeat(2_000)})).await.status, 200);
    assert_eq!(ann.put(&path, json!({"about": " "})).await.body["about"], "");
}

#[tokio::test]
async fn a_member_has_a_language_for_what_the_site_sends() {
    let app = TestApp::spawn().await;
    let (ada, ann) = (app.admin("ada").await, app.member("ann").await);
    let path = format!("/api/user/{}/settings", ann.id);
    assert_eq!(ann.get(&path).await.body, json!({"language": "en"}));
    ada.put("/api/site", json!({"language": "de"})).await;
    assert_eq!(ann.get(&path).await.body, json!({"language": "de"}), "that of the site");
    for wrong in [json!("xx"), json!(""), json!(null), json!(7)] {
        ann.put(&path, json!({"language": wrong})).await.refuses_fields(&["language"]);
    }
    ann.put(&path, json!({})).await.refuses_fields(&["language"]);
    let changed = ann.put(&path, json!({"language": "pt-BR"})).await;
    assert_eq!((changed.status.as_u16(), &changed.body), (200, &json!({"language": "pt-BR"})));
    assert_eq!(ann.get(&path).await.body, changed.body);
    let export = ann.get(&format!("/api/user/{}/export", ann.id)).await;
    assert_eq!(export.body["account"]["language"], "pt-BR");
}

#[tokio::test]
async fn posts_of_a_member_follow_changes_and_page() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    let forum = ann.create_forum("Gardening").await;
    let first = ann.create_post(forum, "One").await;
    let visitor = app.anonymous();
    assert_eq!(visitor.get("/api/people/ann/posts").await.column("title"), ["One"]);
    let second = ann.create_post(forum, "Two").await;
    assert_eq!(visitor.get("/api/people/ann/posts").await.column("id"), [second, first]);
    ann.put(&format!("/api/posts/{first}/upvote"), json!(null)).await;
    assert_eq!(visitor.get("/api/people/ann/posts").await.column("upvotes"), [0, 1]);
    let pages = visitor.all_pages("/api/people/ann/posts?limit=1").await;
    assert_eq!(pages.len(), 2);
    visitor.get("/api/people/ann/posts?cursor=x").await.refuses_fields(&["cursor"]);
    ann.delete(&format!("/api/posts/{second}/delete")).await;
    assert_eq!(visitor.get("/api/people/ann/posts").await.column("id"), [first]);
}

use atom_syndication::Feed;
use reqwest::{Method, StatusCode};
use serde_json::json;

use super::{browse, fetch};
use crate::support::{Answer, TestApp, send};

fn parsed(answer: &Answer) -> Feed {
    assert_eq!(answer.status, StatusCode::OK, "{answer:?}");
    assert_eq!(answer.headers["content-type"], "application/atom+xml; charset=utf-8");
    answer.text.parse().unwrap()
}

#[tokio::test]
async fn feeds_have_the_newest_posts_with_their_html() {
    let app = TestApp::spawn().await;
    let (ann, bob) = (app.member("ann").await, app.member("bob").await);
    let (boats, birds) = (ann.create_forum("Boats").await, ann.create_forum("Birds").await);
    let body = json!({"title": "Sails & masts", "description": "*New* ones <b>\u{ffff}"});
    ann.post(&format!("/api/forum/{boats}/posts"), body).await;
    bob.create_post(birds, "Owls").await;
    for nth in 0..29 {
        ann.create_post(birds, &format!("Bird {nth}.")).await;
    }
    let all = parsed(&fetch(&app, "/feed.atom", "reader").await);
    assert_eq!(all.entries.len(), 30);
    assert_eq!(all.entries[0].title.value, "Bird 28.");
    let feed = parsed(&browse(&app, &format!("/forums/{boats}/feed.atom")).await);
    assert_eq!((feed.title.value.as_str(), feed.entries.len()), ("Boats · POST-UP", 1));
    let entry = &feed.entries[0];
    assert_eq!(entry.title.value, "Sails & masts");
    let content = entry.content.as_ref().unwrap();
    assert_eq!(content.content_type.as_deref(), Some("html"));
    let html = content.value.as_deref().unwrap();
    assert!(html.starts_with("<p><em>New</em> ones &lt;b&gt;"), "{html}");
    assert_eq!(entry.authors[0].name, "ann");
    assert!(entry.links[0].href.ends_with("/posts/1"), "{entry:?}");
    assert_eq!(parsed(&browse(&app, "/u/BOB/feed.atom").await).entries.len(), 1);
}

#[tokio::test]
async fn feeds_leave_spoilers_out() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    let forum = ann.create_forum("Boats").await;
    let description = "@ann says it was ||the *cook*||.\n\n| a |\n| - |\n| \\|\\|the mate\\|\\| |";
    let body = json!({"title": "The end", "description": description});
    ann.post(&format!("/api/forum/{forum}/posts"), body).await;
    for path in ["/feed.atom", &format!("/forums/{forum}/feed.atom"), "/u/ann/feed.atom"] {
        let feed = parsed(&browse(&app, path).await);
        let html = feed.entries[0].content.as_ref().unwrap().value.as_deref().unwrap();
        assert!(html.contains("href=\"/u/ann\"") && html.contains("was [spoiler]."), "{html}");
        assert!(!html.contains("cook") && !html.contains("mate"), "{html}");
    }
}

#[tokio::test]
async fn entries_say_when_they_were_edited() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    let forum = ann.create_forum("Boats").await;
    let post = ann.create_post(forum, "Sails").await;
    ann.create_post(forum, "Masts").await;
    let dates = async || {
        let feed = parsed(&browse(&app, "/feed.atom").await);
        let entry = feed.entries[1].clone();
        (entry.published.unwrap(), entry.updated, feed.updated)
    };
    let (published, updated, _) = dates().await;
    assert_eq!(published, updated);
    let body = json!({"title": "Sails", "description": "New words"});
    ann.post(&format!("/api/posts/{post}"), body).await;
    let (still, updated, of_feed) = dates().await;
    assert_eq!((still, of_feed), (published, updated));
    assert!(updated > published);
}

#[tokio::test]
async fn feeds_change_with_posts_and_not_with_votes() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    let forum = ann.create_forum("Boats").await;
    let post = ann.create_post(forum, "Sails").await;
    let first = fetch(&app, "/feed.atom", "reader").await;
    let tag = first.headers["etag"].clone();
    let again = async || {
        let request = app.anonymous().request(Method::GET, "/feed.atom");
        send(request.header("If-None-Match", tag.clone())).await.status
    };
    ann.put(&format!("/api/posts/{post}/upvote"), json!(null)).await;
    assert_eq!(again().await, StatusCode::NOT_MODIFIED);
    ann.create_post(forum, "Masts").await;
    assert_eq!(again().await, StatusCode::OK);
}

#[tokio::test]
async fn missing_forums_and_members_have_no_feed() {
    let app = TestApp::spawn().await;
    for path in ["/forums/7/feed.atom", "/forums/0/feed.atom", "/u/nobody/feed.atom"] {
        fetch(&app, path, "reader").await.is_refused(404, "not-found");
    }
}

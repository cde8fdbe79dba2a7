//! What closes is gone on every server, from the next request on.

use std::time::{Duration, Instant};

use kernel::Visibility;
use serde_json::json;

use crate::support::{Actor, TestApp, TestOptions};

/// Checks whether a reader finds a forum and its post, by themselves and in lists, twice: the second time they are cached.
async fn assert_found(reader: &Actor<'_>, (forum, post): (i64, i64), is_found: bool) {
    let status = if is_found { 200 } else { 404 };
    for _ in 0..2 {
        for path in [format!("/forums/{forum}"), format!("/api/posts/{post}")] {
            assert_eq!(reader.get(&path).await.status, status, "{path}");
        }
        for (path, id) in [("/forums", forum), ("/api/posts", post), ("/api/search?q=oolong", post)]
        {
            let found = reader.get(path).await;
            assert_eq!(found.column("id").contains(&&json!(id)), is_found, "{path}");
        }
        let thread = reader.get(&format!("/api/forum/{forum}/posts?limit=5")).await;
        assert_eq!(thread.text.contains("Oolong"), is_found);
    }
}

#[tokio::test]
async fn a_closed_forum_is_gone_for_visitors_of_every_server() {
    let app = TestApp::spawn().await;
    let copy = if app.is_on_postgres() {
        Some(TestOptions::default().spawn_beside(&app).await)
    } else {
        None
    };
    let (ann, eve) = (app.member("ann").await, app.member("eve").await);
    let forum = ann.create_forum("Tea").await;
    let post = ann.create_post(forum, "Oolong").await;
    let mut readers = vec![(app.anonymous(), false), (eve.at(&app), true)];
    if let Some(copy) = &copy {
        readers.extend([(copy.anonymous(), false), (eve.at(copy), true)]);
    }
    for (reader, _) in &readers {
        assert_found(reader, (forum, post), true).await;
    }
    for visibility in [Visibility::Members, Visibility::Public, Visibility::Private] {
        let started = Instant::now();
        app.set_visibility(forum, visibility).await;
        // Servers may show visitors what they cached two seconds ago.
        let outlasts = visibility != Visibility::Public && app.is_on_postgres();
        assert!(!outlasts || started.elapsed() >= Duration::from_secs(2));
        for (reader, is_member) in &readers {
            let is_found = match visibility {
                Visibility::Public => true,
                Visibility::Members => *is_member,
                Visibility::Private => false,
            };
            assert_found(reader, (forum, post), is_found).await;
        }
    }
}

#[tokio::test]
async fn a_removed_members_next_request_to_another_server_is_refused() {
    let app = TestApp::spawn().await;
    if !app.is_on_postgres() {
        return;
    }
    let copy = TestOptions::default().spawn_beside(&app).await;
    let (ann, bob) = (app.member("ann").await, app.member("bob").await);
    let forum = ann.create_forum("Tea").await;
    let post = ann.create_post(forum, "Oolong").await;
    app.set_visibility(forum, Visibility::Private).await;
    let reader = bob.at(&copy);
    for _ in 0..5 {
        assert_found(&reader, (forum, post), false).await;
        app.add_forum_member(forum, bob.id, ann.id);
        assert_found(&reader, (forum, post), true).await;
        app.remove_forum_member(forum, bob.id, ann.id);
    }
    assert_found(&reader, (forum, post), false).await;
}

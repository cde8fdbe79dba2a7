//! What closes is gone on every server, from the next request on.

use std::time::{Duration, Instant};

use futures_util::future::join;
use kernel::Visibility;
use serde_json::json;
use tokio::time::{sleep, timeout};

use crate::support::{Actor, Relay, TestApp, TestOptions, eventually};

/// How old what a visitor sees on another server may be, by `docs/decisions/0026`.
const MAX_STALENESS: Duration = Duration::from_millis(1_500);

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
        // Servers may show visitors what they cached that long ago.
        let outlasts = visibility != Visibility::Public && app.is_on_postgres();
        assert!(!outlasts || started.elapsed() >= MAX_STALENESS);
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

/// What a server shows a visitor it has from its cache, as long as it may.
#[tokio::test]
async fn a_closed_forum_is_gone_on_a_server_that_hears_nothing_of_it() {
    let app = TestApp::spawn().await;
    if !app.is_on_postgres() {
        return;
    }
    let (relay, url) = Relay::to(app.url());
    let deaf = TestOptions::default().spawn_over(url).await;
    let ann = app.member("ann").await;
    let forum = ann.create_forum("Tea").await;
    let path = format!("/api/posts/{}", ann.create_post(forum, "Oolong").await);
    let visitor = deaf.anonymous();
    assert_eq!(visitor.get(&path).await.status, 200);
    relay.hold_up(true);
    let closing = async {
        app.set_visibility(forum, Visibility::Private).await;
        Instant::now()
    };
    let reading = async {
        let (mut shown, started) = (vec![], Instant::now());
        while started.elapsed() < 2 * MAX_STALENESS {
            let asked = Instant::now();
            // Without its cache it waits for the database.
            let answer = timeout(Duration::from_millis(100), visitor.get(&path)).await;
            shown.extend(answer.ok().filter(|answer| answer.status == 200).map(|_| asked));
            sleep(Duration::from_millis(20)).await;
        }
        shown
    };
    let (closed, shown) = join(closing, reading).await;
    assert!(!shown.is_empty(), "it shows what it has");
    assert!(shown.iter().all(|&asked| asked < closed), "shown after the forum was closed");
    relay.hold_up(false);
    eventually("it hears of it", async || visitor.get(&path).await.status == 404).await;
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

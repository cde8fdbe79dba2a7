//! Events of one server reach the clients of another.

use std::time::{Duration, Instant};

use diesel::{Connection, PgConnection, connection::SimpleConnection};
use serde_json::{Value, json};

use super::{assert_next, done, message, reply};
use crate::support::{Actor, TestApp, TestOptions};

#[tokio::test]
async fn events_of_one_server_reach_clients_of_another() {
    let app = TestApp::spawn().await;
    if !app.is_on_postgres() {
        return;
    }
    let copy = TestOptions::default().spawn_beside(&app).await;
    let (ann, bob, root) =
        (app.member("ann").await, app.member("bob").await, app.admin("rita").await);
    let forum = ann.create_forum("Tea").await;
    let post = ann.create_post(forum, "Oolong").await;
    let mut reader = ann.at(&copy).follow(&format!("post:{post},forum:{forum}")).await;
    wait_for_the_copies(&root, &copy).await;

    let id = reply(&bob, post, None).await;
    let wanted = json!({"id": id, "postId": post, "respondsTo": null, "act": "written"});
    assert_eq!(reader.wait_for("reply").await.data, wanted);
    assert_eq!(reader.wait_for("unread").await.data["notifications"], 1);
    let id = message(&bob, &ann).await;
    let sent = json!({"contactId": bob.id, "messageId": id, "act": "sent"});
    assert_eq!(reader.wait_for("message").await.data, sent);
    done(bob.put(&format!("/api/posts/{post}/upvote"), Value::Null)).await;
    assert_eq!(reader.wait_for("votes").await.data["upvotes"], 1);
    done(root.put(&format!("/user/{}/ban", ann.id), Value::Null)).await;
    assert_eq!(reader.wait_for("session").await.data, json!({"reason": "banned"}));
    assert_eq!(reader.next().await, None);
}

/// Waits until events of the first arrive at the other.
async fn wait_for_the_copies(scout: &Actor<'_>, copy: &TestApp) {
    let forum = scout.create_forum(&format!("Scouts {}", rand::random::<u32>())).await;
    let mut reader = scout.at(copy).follow("posts").await;
    let start = Instant::now();
    loop {
        assert!(start.elapsed() < Duration::from_secs(10));
        scout.create_post(forum, "Ready?").await;
        let event = tokio::time::timeout(Duration::from_millis(500), reader.wait_for("post")).await;
        if event.is_ok() {
            return;
        }
    }
}

#[tokio::test]
async fn lost_connection_between_servers_has_clients_read_anew() {
    let app = TestApp::spawn().await;
    if !app.is_on_postgres() {
        return;
    }
    let copy = TestOptions::default().spawn_beside(&app).await;
    let (ann, bob) = (app.member("ann").await, app.member("bob").await);
    let forum = ann.create_forum("Tea").await;
    wait_for_the_copies(&bob, &copy).await;
    let mut reader = bob.at(&copy).follow(&format!("forum:{forum}")).await;
    let mut signed_out = ann.at(&copy).follow("").await;
    app.cut_broadcast();
    // It comes over the lost connection, in time or not at all.
    done(ann.delete(&format!("/api/user/{}/sessions", ann.id))).await;
    assert_eq!(signed_out.wait_for("session").await.data, json!({"reason": "signed-out"}));
    reader.wait_for("resync").await;
    wait_for_the_copies(&bob, &copy).await;
    let post = bob.create_post(forum, "Oolong").await;
    let written = json!({"id": post, "forumId": forum, "act": "written"});
    loop {
        let event = reader.next_act().await;
        if event.0 == "post" {
            assert_eq!(event.1, written);
            break;
        }
    }
}

impl TestApp {
    /// Ends the connections over which the servers of this database exchange events.
    fn cut_broadcast(&self) {
        let database::DatabaseUrl::Postgres(url) = self.url() else { return };
        let mut conn = PgConnection::establish(url).unwrap();
        conn.batch_execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
             WHERE datname = current_database() AND application_name = 'postup changes'",
        )
        .unwrap();
    }
}

#[tokio::test]
async fn another_process_on_sqlite_has_clients_read_anew() {
    let app = TestApp::spawn().await;
    if app.is_on_postgres() {
        return;
    }
    let ann = app.member("ann").await;
    let mut reader = ann.follow("posts").await;
    let copy = TestOptions::default().spawn_beside(&app).await;
    ann.at(&copy).create_forum("Tea").await;
    assert_next(&mut reader, &[("resync", json!({}))]).await;
}

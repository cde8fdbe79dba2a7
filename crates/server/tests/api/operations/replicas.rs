//! Visitors read from a replica; members read from the primary.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use api::Services;
use futures_util::future::join_all;
use reqwest::Method;
use serde_json::json;
use test_databases::OwnCluster;
use tokio::task::spawn_blocking;

use crate::{
    command_line::fails,
    operations::process::{Installation, Server},
    support::{Answer, PASSWORD, send, sign_up},
};

/// A server over a primary and its replica, and a member's token.
struct Replicated {
    primary: OwnCluster,
    replica: OwnCluster,
    installation: Installation,
    server: Server,
    token: String,
}

impl Replicated {
    async fn start() -> Self {
        let primary = OwnCluster::new();
        let replica = primary.replica();
        let installation = Installation::at(&primary.url);
        let server = installation.serve(&[("POSTUP_DATABASE_READ_URLS", &replica.url)]);
        server.register("ann", PASSWORD).await;
        let login = server.login("ann", PASSWORD).await;
        let token = login.body["token"].as_str().unwrap().to_owned();
        Self { primary, replica, installation, server, token }
    }

    async fn as_member(&self, method: Method, path: &str) -> Answer {
        send(self.server.request(method, path).bearer_auth(&self.token)).await
    }

    async fn create_forum(&self, topic: &str) -> i64 {
        let body = json!({"topic": topic, "description": "Told at once"});
        let request = self.server.request(Method::POST, "/forums/create").bearer_auth(&self.token);
        let created = send(request.json(&body)).await;
        assert_eq!(created.status, 201, "{}", created.body);
        created.body["id"].as_i64().unwrap()
    }

    /// Whether visitors see the forum in the list.
    async fn visitors_see(&self, forum: i64) -> bool {
        self.server.get("/forums").await.column("id").contains(&&json!(forum))
    }

    /// Stops the replica's time; a forum that was made since then.
    async fn behind(&self) -> i64 {
        let started = Instant::now();
        loop {
            self.replica.sql("SELECT pg_wal_replay_pause()");
            tokio::time::sleep(Duration::from_millis(100)).await;
            let forum = self.create_forum(&format!("{:?}", started.elapsed())).await;
            if !self.visitors_see(forum).await {
                return forum;
            }
            // It was not known yet to keep up.
            assert!(started.elapsed() < Duration::from_secs(20), "no visitor reads the replica");
            self.replica.sql("SELECT pg_wal_replay_resume()");
            tokio::time::sleep(Duration::from_millis(500)).await;
        }
    }
}

#[tokio::test]
async fn visitors_read_replicas_and_members_the_primary() {
    let all = Replicated::start().await;
    let forum = all.behind().await;
    let started = Instant::now();
    // Visitors would get what is cached of the same address.
    let seen = all.as_member(Method::GET, "/forums?limit=9").await;
    assert_eq!(seen.column("id")[0], forum, "the author sees it");
    assert!(!all.visitors_see(forum).await, "{:?}", started.elapsed());
    let link = all.server.get(&format!("/forums/{forum}")).await;
    assert_eq!(link.status, 200, "a new link works for everyone");

    while !all.visitors_see(forum).await {
        assert!(started.elapsed() < Duration::from_secs(6), "a replica too far behind is left out");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    all.replica.sql("SELECT pg_wal_replay_resume()");
    all.behind().await;
}

#[tokio::test]
async fn permissions_are_never_read_from_a_replica() {
    let all = Replicated::start().await;
    let services = Arc::new(all.installation.services());
    for attempt in 0.. {
        let forum = permissions_hold_behind(&all, &services, attempt).await;
        if !all.visitors_see(forum).await {
            return;
        }
        // It took longer than a replica may be behind, so that the replica was not read at the end.
        assert!(attempt < 10, "the replica was never read all the time");
        all.replica.sql("SELECT pg_wal_replay_resume()");
    }
}

/// Returns a forum that the replica does not know.
async fn permissions_hold_behind(all: &Replicated, services: &Arc<Services>, attempt: i32) -> i64 {
    // Beside the server, which takes a good part of the five seconds for each password.
    let beside = async |act: fn(&Services, &str) -> (i64, String), name: &str| {
        let (services, name) = (Arc::clone(services), format!("{name}{attempt}"));
        spawn_blocking(move || act(&services, &name)).await.unwrap()
    };
    let sign_up = |services: &Services, name: &str| sign_up(services, name).unwrap();
    let ban = |services: &Services, name: &str| {
        let banned = services.moderation.ban_by_name(name, None, None).unwrap();
        (banned.profile.id.0, name.to_owned())
    };
    let as_user = async |token: &str, method, path: &str| {
        send(all.server.request(method, path).bearer_auth(token)).await
    };
    let (_, banned) = beside(sign_up, "ben").await;
    let (id, signed_out) = beside(sign_up, "cleo").await;
    let forum = all.behind().await;

    let (_, new) = beside(sign_up, "dan").await;
    assert_eq!(as_user(&new, Method::GET, "/api/notifications").await.status, 200);
    let sessions = format!("/api/user/{id}/sessions");
    assert_eq!(as_user(&signed_out, Method::DELETE, &sessions).await.status, 200);
    let own = as_user(&signed_out, Method::GET, "/api/notifications").await;
    own.is_refused(401, "unauthorized");
    beside(ban, "ben").await;
    let favorites = format!("/forum/{forum}/favorites");
    as_user(&banned, Method::POST, &favorites).await.is_refused(403, "banned");
    forum
}

#[tokio::test]
async fn a_killed_replica_fails_no_request_and_returns() {
    let mut all = Replicated::start().await;
    all.behind().await;
    all.replica.sql("SELECT pg_wal_replay_resume()");
    let (server, mut replica) = (&all.server, all.replica);
    let (stop, sent) = (AtomicBool::new(false), AtomicUsize::new(0));
    let load = join_all((0..8).map(async |_| {
        while !stop.load(Ordering::Relaxed) {
            assert_eq!(server.get("/forums").await.status, 200);
            sent.fetch_add(1, Ordering::Relaxed);
        }
    }));
    let killed = async {
        for _ in 0..3 {
            tokio::time::sleep(Duration::from_millis(500)).await;
            let crash = spawn_blocking(move || {
                replica.crash();
                replica
            });
            replica = crash.await.unwrap();
            let before = sent.load(Ordering::Relaxed);
            tokio::time::sleep(Duration::from_secs(1)).await;
            assert!(sent.load(Ordering::Relaxed) > before + 20, "no request waits for it");
            let start = spawn_blocking(move || {
                replica.start();
                replica
            });
            replica = start.await.unwrap();
        }
        stop.store(true, Ordering::Relaxed);
        replica
    };
    (_, all.replica) = tokio::join!(load, killed);
    all.behind().await;
}

#[tokio::test]
async fn visitors_read_on_while_the_primary_is_away() {
    let all = Replicated::start().await;
    all.behind().await;
    all.replica.sql("SELECT pg_wal_replay_resume()");
    let started = Instant::now();
    let newest = all.create_forum("Boats").await;
    while !all.visitors_see(newest).await {
        assert!(started.elapsed() < Duration::from_secs(20), "the replica does not follow");
    }
    let mut primary = all.primary;
    primary.crash();
    let crashed = Instant::now();
    // Longer than a replica may be behind a primary that answers.
    while crashed.elapsed() < Duration::from_secs(8) {
        let seen = all.server.get("/forums").await;
        assert_eq!(seen.status, 200, "after {:?}: {}", crashed.elapsed(), seen.body);
    }
    let members = send(all.server.request(Method::GET, "/forums").bearer_auth(&all.token)).await;
    members.is_refused(503, "unavailable");
    primary.start();
}

#[tokio::test]
async fn a_hanging_replica_delays_no_member() {
    let mut all = Replicated::start().await;
    all.behind().await;
    all.replica.sql("SELECT pg_wal_replay_resume()");
    let (server, token, mut replica) = (&all.server, &all.token, all.replica);
    let answered = AtomicUsize::new(0);
    replica.freeze();
    let visitors = join_all((0..30).map(async |_| {
        assert_eq!(server.get("/forums").await.status, 200);
        answered.fetch_add(1, Ordering::Relaxed);
    }));
    let member = async {
        tokio::time::sleep(Duration::from_millis(500)).await;
        let seen = send(server.request(Method::GET, "/forums").bearer_auth(token)).await;
        assert_eq!(seen.status, 200);
        assert!(answered.load(Ordering::Relaxed) < 30, "visitors wait for it");
        let thaw = spawn_blocking(move || {
            replica.thaw();
            replica
        });
        thaw.await.unwrap()
    };
    (_, all.replica) = tokio::join!(visitors, member);
}

#[tokio::test]
async fn a_missing_replica_does_not_prevent_the_start() {
    let installation = Installation::at(&test_databases::empty_database());
    let server =
        installation.serve(&[("POSTUP_DATABASE_READ_URLS", "postgres://nobody@127.0.0.1:1/none")]);
    assert_eq!(server.get("/forums").await.status, 200);
}

#[test]
fn sqlite_has_no_replicas() {
    let installation = Installation::on_sqlite();
    let urls = "postgres://me:geheim@a/postup";
    let refused = fails(&installation.run(&["serve", "--database-read-urls", urls]));
    assert!(refused.contains("POSTUP_DATABASE_READ_URLS"), "{refused}");
    assert!(refused.contains("SQLite") && !refused.contains("geheim"), "{refused}");
}

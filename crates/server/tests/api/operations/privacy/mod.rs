//! Removed text and private messages appear in no response and no log line.

mod forum;

use std::{
    collections::BTreeSet,
    fs,
    path::Path,
    thread,
    time::{Duration, Instant},
};

use diesel::{
    Connection, RunQueryDsl, SqliteConnection,
    connection::SimpleConnection,
    dsl::{select, sql},
    sql_types::BigInt,
};
use reqwest::{Method, StatusCode};
use serde_json::json;

use self::forum::{Forum, GONE, HELD, HIDDEN, PRIVATE, READERS};
use crate::{operations::process::Installation, support::send};

/// The log says where the server is, and what its sweeps did.
const SERVES: &str = "warn,server::commands=info";

fn sorted<T: Ord>(mut list: Vec<T>) -> Vec<T> {
    list.sort();
    list
}

#[tokio::test]
async fn removed_content_is_never_sent_again() {
    let installation = Installation::new();
    let forum = Forum::start(&installation, SERVES).await;
    forum.write().await;
    let (shown, tags) = forum.crawl().await;
    for word in GONE {
        assert!(shown.contains(&("ann", word)), "{word} is looked for where it is");
    }
    assert!(!tags.is_empty(), "some of it was kept for visitors");

    forum.remove().await;
    let (shown, _) = forum.crawl().await;
    let shown: Vec<_> = shown.into_iter().filter(|(_, word)| *word != PRIVATE).collect();
    // The author's export has what moderators removed; those who may restore it read its versions.
    let may_see = [
        ("admin", GONE[3]),
        ("admin", GONE[9]),
        ("ann", GONE[10]),
        ("ann", GONE[3]),
        ("ann", GONE[9]),
        ("mia", GONE[3]),
        ("mia", GONE[9]),
    ];
    assert_eq!(sorted(shown), sorted(may_see.into()));
    // Nor does it count, or come back through a conditional request.
    let post = forum.ask("nobody", Method::GET, "/api/posts/1", None).await;
    assert_eq!(post.body["replyCount"], 0);
    for (address, tag) in tags {
        let request = forum.server.request(Method::GET, &address).header("If-None-Match", tag);
        assert_ne!(send(request).await.status, StatusCode::NOT_MODIFIED, "{address}");
    }
    for word in GONE {
        for search in [
            format!("/api/posts?keyword={word}"),
            format!("/api/forum/1/posts?keyword={word}"),
            format!("/forums/search?searchTerm={word}"),
            format!("/forums/topic?topic={word}"),
            format!("/api/search?q={word}"),
            format!("/api/search?q={}", word.replacen('e', "i", 1)),
        ] {
            let found = forum.ask("ann", Method::GET, &search, None).await;
            assert_eq!(found.body, json!([]), "{search}");
        }
    }
}

#[tokio::test]
async fn reports_answer_nothing_of_what_was_removed() {
    let installation = Installation::new();
    let forum = Forum::start(&installation, SERVES).await;
    forum.write().await;
    forum.hold().await;
    let before = forum.reported_by("bob").await;
    assert!(before.contains(GONE[3]) && before.contains(GONE[9]) && before.contains(GONE[10]));
    forum.remove().await;
    for report in forum.ask("mia", Method::GET, "/api/reports", None).await.body.as_array().unwrap()
    {
        let path = format!("/api/reports/{}", report["id"]);
        forum.act("mia", Method::PUT, &path, json!({"state": "rejected"})).await;
    }
    for who in READERS {
        let answers = forum.reported_by(who).await;
        for word in GONE.into_iter().chain(HELD) {
            assert!(!answers.contains(word), "{word} for {who}");
        }
    }
    let (shown, _) = forum.crawl().await;
    assert!(!GONE.iter().any(|word| shown.contains(&("bob", *word))), "{shown:?}");
}

#[tokio::test]
async fn held_content_is_shown_to_its_author_and_moderators_only() {
    let installation = Installation::new();
    let forum = Forum::start(&installation, SERVES).await;
    forum.write().await;
    forum.hold().await;
    let (shown, _) = forum.crawl().await;
    for word in HELD {
        let readers: Vec<_> =
            shown.iter().filter(|(_, shown)| *shown == word).map(|(who, _)| *who).collect();
        assert_eq!(readers, ["admin", "ann", "bob", "mia"], "{word}");
    }
}

#[tokio::test]
async fn removed_content_leaves_the_files_of_sqlite() {
    let installation = Installation::on_sqlite();
    let mut forum = Forum::start(&installation, SERVES).await;
    forum.write().await;
    forum.remove().await;
    let file = installation.folder.path().join("forum.db");
    wait_until_words_are_forgotten(&file);
    forum.server.signal("TERM");
    assert!(forum.server.wait_for_exit().success());
    assert_eq!(sorted(words_in_files(&installation)), sorted(HIDDEN.into()));
    // As if thirty days had passed.
    let mut conn = SqliteConnection::establish(file.to_str().unwrap()).unwrap();
    conn.batch_execute(
        "UPDATE posts SET hidden_at = 0 WHERE hidden_at IS NOT NULL;
         UPDATE removed_replies SET hidden_at = 0",
    )
    .unwrap();
    drop(conn);
    let mut server = installation.serve(&[]);
    server.wait_for("\"removals\"");
    wait_until_words_are_forgotten(&file);
    server.signal("TERM");
    assert!(server.wait_for_exit().success());
    assert_eq!(words_in_files(&installation), [""; 0]);
}

/// The search forgets the words of removed texts in the background.
fn wait_until_words_are_forgotten(file: &Path) {
    let mut conn = SqliteConnection::establish(file.to_str().unwrap()).unwrap();
    conn.batch_execute("PRAGMA busy_timeout = 30000").unwrap();
    let until = Instant::now() + Duration::from_secs(30);
    let tasks = || select(sql::<BigInt>("(SELECT COUNT(*) FROM search_tasks)"));
    while tasks().get_result::<i64>(&mut conn).unwrap() > 0 {
        assert!(Instant::now() < until, "the search has not forgotten the words");
        thread::sleep(Duration::from_millis(50));
    }
}

fn words_in_files(installation: &Installation) -> Vec<&'static str> {
    let mut found = BTreeSet::new();
    for file in fs::read_dir(installation.folder.path()).unwrap() {
        let path = file.unwrap().path();
        if path.is_file() {
            let bytes = fs::read(&path).unwrap();
            let is_there =
                |word: &&str| bytes.windows(word.len()).any(|part| part == word.as_bytes());
            found.extend(GONE.into_iter().filter(is_there));
        }
    }
    found.into_iter().collect()
}

#[tokio::test]
async fn a_message_is_shown_to_its_participants_only() {
    let installation = Installation::new();
    let forum = Forum::start(&installation, SERVES).await;
    forum.write().await;
    let (shown, _) = forum.crawl().await;
    for word in [PRIVATE, GONE[4], GONE[7]] {
        let readers: Vec<_> =
            shown.iter().filter(|(_, shown)| *shown == word).map(|(who, _)| *who).collect();
        assert_eq!(readers, ["ann", "bob"], "{word}");
    }
}

/// Queries are what people look for, so they are no more in it than what people write.
#[tokio::test]
async fn user_content_is_never_logged() {
    let installation = Installation::new();
    let forum = Forum::start(&installation, "trace").await;
    forum.write().await;
    forum.hold().await;
    forum.remove().await;
    for who in READERS {
        for address in forum.addresses() {
            // The searched name is in the path, which is logged.
            if !address.starts_with("/users/filtered/") {
                forum.ask(who, Method::GET, &address, None).await;
            }
        }
    }
    let log = forum.server.log();
    assert!(log.lines().count() > 1_000, "it is verbose");
    for word in GONE.into_iter().chain(HELD).chain([PRIVATE]) {
        let line = log.lines().find(|line| line.contains(word));
        assert_eq!(line, None, "{word} is in the log");
    }
    for token in forum.tokens.values().filter(|token| !token.is_empty()) {
        assert!(!log.contains(token.as_str()), "a token is in the log");
    }
}

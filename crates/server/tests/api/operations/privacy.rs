//! Removed text and private messages appear in no response and no log line.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
};

use diesel::{Connection, SqliteConnection, connection::SimpleConnection};
use reqwest::{Method, StatusCode, header::HeaderValue};
use serde_json::{Value, json};

use crate::{
    operations::process::{Installation, Server},
    support::{Answer, send},
};

const PASSWORD: &str = "correct-horse-7391";

/// Words that appear nowhere else, in texts that get removed.
const GONE: [&str; 11] = [
    "zerodeletedforum",
    "onedeletedpost",
    "twodeletedpostsreply",
    "threeremovedreply",
    "fourdeletedmessage",
    "fivetitlebefore",
    "sixtextbefore",
    "sevenmessagebefore",
    "eightforumbefore",
    "tenhiddenpost",
    "elevenhiddenpostsreply",
];
/// Those of them that a moderator removes: kept for a while, and shown to a few.
const HIDDEN: [&str; 3] = [GONE[3], GONE[9], GONE[10]];
/// In a post and a reply that wait for approval.
const HELD: [&str; 2] = ["twelveheldpost", "thirteenheldreply"];
/// Said in a message that stays.
const PRIVATE: &str = "ninebetweentwo";

const READERS: [&str; 6] = ["nobody", "ann", "bob", "mia", "banned", "admin"];

struct Forum {
    server: Server,
    /// By name; a visitor's is empty.
    tokens: BTreeMap<&'static str, String>,
    document: Value,
}

impl Forum {
    async fn start(installation: &Installation) -> Self {
        let server = installation.serve(&[
            ("POSTUP_LOG", "trace"),
            ("POSTUP_RATE_LIMIT", "off"),
            ("POSTUP_ADMIN_USERNAME", "admin"),
            ("POSTUP_ADMIN_PASSWORD", PASSWORD),
        ]);
        let mut tokens = BTreeMap::from([("nobody", String::new())]);
        for name in &READERS[1..] {
            if *name != "admin" {
                server.register(name, PASSWORD).await;
            }
            let login = server.login(name, PASSWORD).await;
            tokens.insert(name, login.body["token"].as_str().unwrap().to_owned());
        }
        let document = server.get("/api/openapi.json").await.body;
        Self { server, tokens, document }
    }

    async fn ask(&self, who: &str, method: Method, path: &str, body: Option<Value>) -> Answer {
        let mut request = self.server.request(method, path);
        if !self.tokens[who].is_empty() {
            request = request.bearer_auth(&self.tokens[who]);
        }
        if let Some(body) = body {
            request = request.json(&body);
        }
        send(request).await
    }

    /// Sends a request that must succeed; returns the id of the created object.
    async fn act(&self, who: &str, method: Method, path: &str, body: Value) -> i64 {
        let answer = self.ask(who, method, path, Some(body)).await;
        assert!(answer.status.is_success(), "{path}: {answer:?}");
        answer.body["id"].as_i64().unwrap_or_default()
    }

    async fn post(&self, who: &str, path: &str, body: Value) -> i64 {
        self.act(who, Method::POST, path, body).await
    }

    async fn delete(&self, who: &str, path: &str) {
        self.act(who, Method::DELETE, path, Value::Null).await;
    }

    /// Every address that can be read: each `GET` of the document with the ids that things may have
    /// here, and with each of the words where one can search.
    fn addresses(&self) -> Vec<String> {
        let mut addresses = vec![];
        for (path, item) in self.document["paths"].as_object().unwrap() {
            let Some(get) = item.get("get") else { continue };
            let words = || GONE.into_iter().chain(HELD).chain([PRIVATE]);
            let paths: Vec<String> = if path.contains("{filter}") {
                words().map(|word| path.replace("{filter}", word)).collect()
            } else if let (Some(start), Some(end)) = (path.find('{'), path.find('}')) {
                (1..=8).map(|id| format!("{}{id}{}", &path[..start], &path[end + 1..])).collect()
            } else {
                vec![path.clone()]
            };
            let parameters = get["parameters"].as_array().into_iter().flatten();
            let searched = parameters
                .filter_map(|parameter| parameter["name"].as_str())
                .find(|name| ["keyword", "topic", "searchTerm", "q"].contains(name));
            for path in paths {
                addresses.extend(searched.into_iter().flat_map(|name| {
                    words().map(|word| format!("{path}?{name}={word}")).collect::<Vec<_>>()
                }));
                addresses.push(path);
            }
        }
        addresses
    }

    /// Reads everything as everybody. Who was shown which of the words, and what answers with some
    /// of them were called.
    async fn crawl(&self) -> (BTreeSet<(&'static str, &'static str)>, Vec<(String, HeaderValue)>) {
        let (mut shown, mut tags) = (BTreeSet::new(), vec![]);
        for who in READERS {
            for address in self.addresses() {
                let answer = self.ask(who, Method::GET, &address, None).await;
                let found: Vec<_> = GONE
                    .into_iter()
                    .chain(HELD)
                    .chain([PRIVATE])
                    .filter(|word| answer.text.contains(word))
                    .collect();
                if let (false, Some(tag)) = (found.is_empty(), answer.headers.get("etag")) {
                    tags.push((address, tag.clone()));
                }
                shown.extend(found.into_iter().map(|word| (who, word)));
            }
        }
        (shown, tags)
    }

    /// Ann publishes the words, except those in messages.
    async fn write(&self) {
        let about = |word: &str| json!({"topic": word, "description": format!("About {word}")});
        assert_eq!(self.post("ann", "/forums/create", about(GONE[8])).await, 1);
        assert_eq!(self.post("ann", "/forums/create", about(GONE[0])).await, 2);
        self.post("ann", "/moderation/forum/1/promote", json!({"username": "mia"})).await;
        let text = |title: &str, text: &str| json!({"title": title, "description": text});
        self.post("ann", "/api/forum/1/posts", text(GONE[5], GONE[6])).await;
        self.post("ann", "/api/forum/1/posts", text("To go", GONE[1])).await;
        let reply = |text: &str| json!({"respondsTo": null, "description": text});
        self.post("ann", "/api/post/1/replies", reply(GONE[3])).await;
        self.post("ann", "/api/post/2/replies", reply(GONE[2])).await;
        self.post("ann", "/api/forum/1/posts", text("To hide", GONE[9])).await;
        self.post("ann", "/api/post/3/replies", reply(GONE[10])).await;
        for path in ["/api/posts/3/saved", "/api/replies/3/saved"] {
            self.act("bob", Method::PUT, path, Value::Null).await;
        }
        let bob = self.id_of("bob").await;
        for word in [GONE[4], GONE[7], PRIVATE] {
            self.post("ann", &format!("/api/contacts/{bob}"), json!({"message": word})).await;
        }
        let banned = self.id_of("banned").await;
        self.act("admin", Method::PUT, &format!("/user/{banned}/ban"), Value::Null).await;
    }

    /// All but the private word goes, each in the way of its own.
    async fn remove(&self) {
        let bob = self.id_of("bob").await;
        self.delete("admin", "/forums/2").await;
        self.delete("ann", "/api/posts/2/delete").await;
        self.delete("mia", "/api/replies/1").await;
        self.delete("mia", "/api/posts/3/delete").await;
        self.delete("ann", &format!("/api/contacts/{bob}/messages/1")).await;
        let edited = json!({"title": "Another", "description": "Other words"});
        self.post("ann", "/api/posts/1", edited).await;
        let path = format!("/api/contacts/{bob}/messages/2");
        self.act("ann", Method::PUT, &path, json!({"message": "Other words"})).await;
        let edited = json!({"topic": "Boats", "description": "Other words"});
        self.post("mia", "/forums/1", edited).await;
    }

    /// Bob, who is new, writes with links, which wait for approval.
    async fn hold(&self) {
        let rules = json!({
            "rules": "", "blockedWords": [], "holdLinksOfNew": true, "minAccountAgeHours": 0,
        });
        self.act("ann", Method::PUT, "/api/forums/1/rules", rules).await;
        let text = |word: &str| format!("{word} at https://a.example");
        let post = json!({"title": HELD[0], "description": text(HELD[0])});
        self.post("bob", "/api/forum/1/posts", post).await;
        self.post("bob", "/api/post/1/replies", json!({"description": text(HELD[1])})).await;
    }

    /// What the reports of everything that a member may report answer.
    async fn reported_by(&self, who: &str) -> String {
        let peer = self.id_of(if who == "ann" { "bob" } else { "ann" }).await;
        let mut answers = String::new();
        for id in 1..=8 {
            for path in [
                format!("/api/posts/{id}/report"),
                format!("/api/replies/{id}/report"),
                format!("/api/contacts/{peer}/messages/{id}/report"),
            ] {
                let body = Some(json!({"reason": "spam"}));
                answers.push_str(&self.ask(who, Method::POST, &path, body).await.text);
            }
        }
        answers
    }

    async fn id_of(&self, name: &str) -> i64 {
        let people = self.ask("admin", Method::GET, &format!("/users/filtered/{name}"), None).await;
        people.body[0]["id"].as_i64().unwrap()
    }
}

fn sorted<T: Ord>(mut list: Vec<T>) -> Vec<T> {
    list.sort();
    list
}

#[tokio::test]
async fn removed_content_is_never_sent_again() {
    let installation = Installation::new();
    let forum = Forum::start(&installation).await;
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
    let forum = Forum::start(&installation).await;
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
    let forum = Forum::start(&installation).await;
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
    let mut forum = Forum::start(&installation).await;
    forum.write().await;
    forum.remove().await;
    forum.server.signal("TERM");
    assert!(forum.server.wait_for_exit().success());
    assert_eq!(sorted(words_in_files(&installation)), sorted(HIDDEN.into()));
    // As if thirty days had passed.
    let file = installation.folder.path().join("forum.db");
    let mut conn = SqliteConnection::establish(file.to_str().unwrap()).unwrap();
    conn.batch_execute(
        "UPDATE posts SET hidden_at = 0 WHERE hidden_at IS NOT NULL;
         UPDATE removed_replies SET hidden_at = 0",
    )
    .unwrap();
    drop(conn);
    let mut server = installation.serve(&[]);
    server.wait_for("\"removals\"");
    server.signal("TERM");
    assert!(server.wait_for_exit().success());
    assert_eq!(words_in_files(&installation), [""; 0]);
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
    let forum = Forum::start(&installation).await;
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
    let forum = Forum::start(&installation).await;
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

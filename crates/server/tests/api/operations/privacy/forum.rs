//! What members write, remove and read.

use std::collections::{BTreeMap, BTreeSet};

use futures_util::{StreamExt, stream};
use reqwest::{Method, header::HeaderValue};
use serde_json::{Value, json};

use crate::{
    operations::process::{Installation, Server},
    support::{Answer, send},
};

const PASSWORD: &str = "correct-horse-7391";

/// Words that appear nowhere else, in texts that get removed.
pub(super) const GONE: [&str; 11] = [
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
pub(super) const HIDDEN: [&str; 3] = [GONE[3], GONE[9], GONE[10]];
/// In a post and a reply that wait for approval.
pub(super) const HELD: [&str; 2] = ["twelveheldpost", "thirteenheldreply"];
/// Said in a message that stays.
pub(super) const PRIVATE: &str = "ninebetweentwo";

pub(super) const READERS: [&str; 6] = ["nobody", "ann", "bob", "mia", "banned", "admin"];

/// A forum with a member of each kind, in a process of its own.
pub(super) struct Forum {
    pub(super) server: Server,
    /// By name; a visitor's is empty.
    pub(super) tokens: BTreeMap<&'static str, String>,
    document: Value,
}

impl Forum {
    pub(super) async fn start(installation: &Installation, log: &str) -> Self {
        let server = installation.serve(&[
            ("POSTUP_LOG", log),
            ("POSTUP_RATE_LIMIT", "off"),
            ("POSTUP_ADMIN_USERNAME", "admin"),
            ("POSTUP_ADMIN_PASSWORD", PASSWORD),
        ]);
        let mut tokens = BTreeMap::from([("nobody", String::new())]);
        let login = server.login("admin", PASSWORD).await;
        tokens.insert("admin", login.body["token"].as_str().unwrap().to_owned());
        for name in &READERS[1..5] {
            tokens.insert(name, installation.sign_up(name).1);
        }
        let document = server.get("/api/openapi.json").await.body;
        Self { server, tokens, document }
    }

    pub(super) async fn ask(
        &self,
        who: &str,
        method: Method,
        path: &str,
        body: Option<Value>,
    ) -> Answer {
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
    pub(super) async fn act(&self, who: &str, method: Method, path: &str, body: Value) -> i64 {
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
    pub(super) fn addresses(&self) -> Vec<String> {
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
    pub(super) async fn crawl(
        &self,
    ) -> (BTreeSet<(&'static str, &'static str)>, Vec<(String, HeaderValue)>) {
        let (mut shown, mut tags) = (BTreeSet::new(), vec![]);
        for who in READERS {
            let ask = async |address: String| {
                let answer = self.ask(who, Method::GET, &address, None).await;
                (address, answer)
            };
            let mut answers = stream::iter(self.addresses()).map(ask).buffer_unordered(8);
            while let Some((address, answer)) = answers.next().await {
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
    pub(super) async fn write(&self) {
        let about = |word: &str| json!({"topic": word, "description": format!("About {word}")});
        assert_eq!(self.post("ann", "/forums/create", about(GONE[8])).await, 1);
        // The log keeps the topic of a deleted forum.
        let deleted = json!({"topic": "Deleted", "description": format!("About {}", GONE[0])});
        assert_eq!(self.post("ann", "/forums/create", deleted).await, 2);
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
    pub(super) async fn remove(&self) {
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
    pub(super) async fn hold(&self) {
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
    pub(super) async fn reported_by(&self, who: &str) -> String {
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

//! Hostile texts in every field that takes text: no request fails or takes long, and stored texts come back
//! unchanged.

use std::{
    env,
    time::{Duration, Instant},
};

use reqwest::{
    Method,
    header::{AUTHORIZATION, CONTENT_TYPE},
};
use serde_json::{Value, json};
use url::form_urlencoded::byte_serialize;

use crate::{
    command_line::succeeds,
    operations::process::{Installation, Server},
    support::{Answer, PASSWORD, send},
};

/// The maximum time of a call without a password in a release build (`POSTUP_BINARY`).
const RELEASED: Duration = Duration::from_millis(100);
/// The same in a debug build, beside other tests.
const DEBUGGED: Duration = Duration::from_secs(3);
/// The longest text that a post may have.
const LONGEST: usize = 20_000;

/// Parts that are repeated up to the maximum length.
const PARTS: [(&str, &str); 18] = [
    ("turned around", "\u{202e}gnp.txt\u{202c}\u{2066}x\u{2069}\u{200f}"),
    ("a family", "👨‍👩‍👧‍👦"),
    ("flags and skins", "🏴\u{e0067}\u{e0062}\u{e007f}🇩🇪👍🏿"),
    ("four bytes", "𝕬𠜎\u{10ffff}"),
    ("one letter", "a"),
    ("one letter without spaces", "東"),
    ("marks", "\u{301}\u{327}\u{323}"),
    ("marks of four bytes", "\u{1e8d0}\u{1d165}"),
    ("a letter under marks", "a\u{301}\u{327}\u{489}\u{20dd}"),
    ("a word of eighteen letters", "ﷺ"),
    ("squares of six letters", "㌖㍿"),
    ("syllables of three letters", "각힣"),
    ("nothing to see", "\u{200b}\u{feff}\u{2060}x"),
    ("odd spaces and lines", "x\u{2028}\u{2029}\u{85}\u{3000}"),
    ("no characters", "\u{fffe}\u{ffff}\u{e000}x"),
    ("wildcards", "%_*?\\%"),
    ("quotes", "'\"`\\';--"),
    ("operators", "a:* & !b | (c <-> NEAR/2 d) OR \"e\" AND NOT -f ^g "),
];

/// Parts with characters that no topic may have.
const HIDDEN_IN_TOPICS: [&str; 4] =
    ["turned around", "flags and skins", "nothing to see", "odd spaces and lines"];

struct HostileForum {
    server: Server,
    authorization: String,
    forum: i64,
    bound: Duration,
    /// Calls that took longer.
    slow: Vec<String>,
}

fn repeated(part: &str, length: usize) -> String {
    part.chars().cycle().take(length).collect()
}

/// Returns distinct words.
fn many_words(length: usize) -> String {
    let words: Vec<_> = (0..length).map(|number| format!("w{number:x} ")).collect();
    words.concat()[..length].to_owned()
}

fn encoded(text: &str) -> String {
    byte_serialize(text.as_bytes()).collect()
}

impl HostileForum {
    async fn new(installation: &Installation) -> Self {
        let server = installation.serve(&[
            ("POSTUP_RATE_LIMIT", "off"),
            ("POSTUP_LOG", "warn,server::commands::serve=info"),
        ]);
        server.register("ann", PASSWORD).await;
        server.register("bob", PASSWORD).await;
        let login = server.login("ann", PASSWORD).await;
        let authorization = format!("Bearer {}", login.body["token"].as_str().unwrap());
        let bound = if env::var_os("POSTUP_BINARY").is_some() { RELEASED } else { DEBUGGED };
        let mut forum = Self { server, authorization, forum: 0, bound, slow: vec![] };
        let body = json!({"topic": "Texts", "description": "Of all kinds"});
        forum.forum = forum.post("/forums/create", &body).await.body["id"].as_i64().unwrap();
        forum
    }

    async fn ask(&mut self, method: Method, path: &str, body: Vec<u8>) -> Answer {
        let request =
            self.server.request(method.clone(), path).header(AUTHORIZATION, &self.authorization);
        let request = request.header(CONTENT_TYPE, "application/json").body(body);
        let sent = Instant::now();
        let answer = send(request).await;
        let (took, path) = (sent.elapsed(), path.chars().take(80).collect::<String>());
        assert!(answer.status.as_u16() < 500, "{path}: {answer:?}");
        if took > self.bound && !matches!(path.as_str(), "/register" | "/login") {
            self.slow.push(format!("{method} {path}: {took:?}"));
        }
        answer
    }

    async fn post(&mut self, path: &str, body: &Value) -> Answer {
        self.ask(Method::POST, path, body.to_string().into_bytes()).await
    }

    async fn get(&mut self, path: &str) -> Answer {
        self.ask(Method::GET, path, vec![]).await
    }

    /// Writes the text into every field; it comes back unchanged, except for trimmed spaces.
    async fn write(&mut self, what: &str, part: &str) {
        let fitting = |length| repeated(part, length).trim().to_owned();
        let (title, text) = (fitting(200), fitting(LONGEST));
        let posted = self
            .post(
                &format!("/api/forum/{}/posts", self.forum),
                &json!({"title": title, "description": text}),
            )
            .await;
        let stored = [&posted.body["title"], &posted.body["description"]];
        assert_eq!(stored, [title.as_str(), text.as_str()], "{what}");
        let post = &posted.body["id"];
        let shown = self.get(&format!("/api/posts/{post}")).await;
        assert_eq!(shown.body["description"], text, "{what}");
        let message = fitting(5_000);
        for (path, body) in [
            (format!("/api/posts/{post}"), json!({"title": title, "description": fitting(99)})),
            (format!("/api/post/{post}/replies"), json!({"description": fitting(10_000)})),
            ("/api/contacts/2".to_owned(), json!({"message": message})),
        ] {
            let written = self.post(&path, &body).await;
            assert!(written.status.is_success(), "{what}, {path}: {written:?}");
        }
        let forum = json!({"topic": fitting(100), "description": fitting(2_000)});
        let created = self.post("/forums/create", &forum).await;
        let status = if HIDDEN_IN_TOPICS.contains(&what) { 422 } else { 201 };
        assert_eq!(created.status, status, "{what}: {created:?}");
        for path in ["/register", "/login"] {
            let body =
                json!({"username": message, "password": message, "confirmPassword": message});
            assert!(self.post(path, &body).await.status.is_client_error(), "{what}, {path}");
        }
    }

    /// Searches for the text in every search.
    async fn search(&mut self, what: &str, text: &str) {
        let words = encoded(text);
        for path in [
            format!("/api/posts?keyword={words}"),
            format!("/api/posts?filter=popularity&keyword={words}"),
            format!("/api/forum/{}/posts?keyword={words}", self.forum),
            format!("/forums/search?searchTerm={words}"),
            format!("/forums/topic?topic={words}"),
            format!("/moderation/forum/{}/promotable?keyword={words}", self.forum),
            format!("/users/filtered/{}", words.replace('+', "%20")),
            format!("/users?cursor={words}"),
        ] {
            let found = self.get(&path).await;
            assert!([200, 404, 414, 422].contains(&found.status.as_u16()), "{what}: {found:?}");
        }
    }
}

#[tokio::test]
async fn hostile_texts_are_stored_or_refused() {
    let installation = Installation::new();
    let mut forum = HostileForum::new(&installation).await;
    for (what, part) in PARTS {
        forum.write(what, part).await;
        for length in [1, 300, 3_000] {
            forum.search(what, &repeated(part, length)).await;
        }
    }
    for length in [100, 1_000, 8_000] {
        forum.search("many words", &many_words(length)).await;
        forum.search("many beginnings", &"a b c d e f g h ".repeat(length / 16)).await;
    }
    forum.refuses_invalid_text().await;
    assert!(forum.slow.is_empty(), "longer than {:?}: {:#?}", forum.bound, forum.slow);
    drop(forum.server);
    assert!(succeeds(&installation.run(&["check"])).contains("all is well"));
}

impl HostileForum {
    async fn refuses_invalid_text(&mut self) {
        let path = format!("/api/forum/{}/posts", self.forum);
        let titled =
            |title: &[u8]| [b"{\"title\": \"", title, b"\", \"description\": \"x\"}"].concat();
        for (title, status) in [
            (&br"\ud83d"[..], 400),
            (br"\udc71\ud83d", 400),
            (br"\ud83dx\udc71", 400),
            (b"\xed\xa0\xbd\xed\xb1\xb1", 400),
            (b"\xf0\x9f\x91", 400),
            (b"\xc0\x80", 400),
            (br"a\u0000b", 422),
            (br"a\u001bb", 422),
            (br"\ud83d\udc71", 201),
        ] {
            let answer = self.ask(Method::POST, &path, titled(title)).await;
            assert_eq!(answer.status, status, "{}: {answer:?}", title.escape_ascii());
        }
        let too_long = json!({"title": "x", "description": "e\u{301}".repeat(50_000)});
        self.post(&path, &too_long).await.refuses_fields(&["description"]);
        for nested in ["[".repeat(100_000), "{\"title\":".repeat(25_000)] {
            let answer = self.ask(Method::POST, &path, nested.into_bytes()).await;
            answer.is_refused(400, "malformed-json");
        }
        let log = self.server.log();
        assert!(!log.contains("panicked") && !log.contains("ERROR"), "{log}");
    }
}

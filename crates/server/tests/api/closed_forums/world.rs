//! A forum that is closed and opened, what is in it, and who reads it.

use reqwest::StatusCode;
use serde_json::{Value, json};

use super::reads::About;
use crate::support::{Actor, Answer, TestApp};

/// Is in all texts of the closed forum that its readers did not write themselves.
pub(super) const SECRET: &str = "geheimwort";
/// The name of the owner of the closed forum, who writes nowhere else.
pub(super) const OWNER: &str = "quendel";
/// Is in all texts.
const WORD: &str = "wetter";
const MISSPELT: &str = "geheimwert";
const TOPIC: &str = "Zirkel geheimwort";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Who {
    Visitor,
    /// Banned from the forum, and no member of it.
    Outsider,
    /// A member of the forum.
    Insider,
    Moderator,
    Admin,
    /// A member of the forum who is banned from it.
    BannedThere,
    /// A member of the forum who is banned from the site.
    Banned,
    /// Was a member of the forum, and is one again for a while.
    Former,
}

impl Who {
    pub(super) fn moderates(self) -> bool {
        matches!(self, Self::Moderator | Self::Admin)
    }
}

pub(super) struct Reader {
    pub(super) who: Who,
    pub(super) id: i64,
    token: Option<String>,
    /// A reply of this reader in the closed forum.
    pub(super) reply: i64,
}

pub(super) struct World {
    pub(super) readers: Vec<Reader>,
    owner: (i64, String),
    pub(super) forum: i64,
    pub(super) post: i64,
    reply: i64,
    /// About the post; all readers filed it.
    report: i64,
}

impl Reader {
    pub(super) fn actor<'a>(&self, app: &'a TestApp) -> Actor<'a> {
        Actor { app, id: self.id, token: self.token.clone() }
    }
}

impl World {
    /// A public forum and one that will be closed, with posts by turns, and what the readers did there while they could.
    pub(super) async fn new(app: &TestApp) -> Self {
        let (owner, gardener) = (app.member(OWNER).await, app.member("gardener").await);
        let forum = closed_forum(&owner).await;
        let open = gardener.create_forum("Zirkel offen wetter").await;
        let mut world = Self {
            readers: vec![],
            owner: (owner.id, owner.token.clone().unwrap()),
            forum,
            post: 0,
            reply: 0,
            report: 0,
        };
        for (who, name) in [
            (Who::Outsider, "outsider"),
            (Who::Insider, "insider"),
            (Who::Moderator, "moderator"),
            (Who::Admin, "admin"),
            (Who::BannedThere, "banned-there"),
            (Who::Banned, "banned"),
            (Who::Former, "former"),
        ] {
            let actor =
                if who == Who::Admin { app.admin(name).await } else { app.member(name).await };
            if who != Who::Outsider && who != Who::Admin && who != Who::Moderator {
                world
                    .put(app, &format!("/api/forums/{forum}/members/{}", actor.id), Value::Null)
                    .await;
            }
            let (id, token) = (actor.id, actor.token.clone());
            world.readers.push(Reader { who, id, token, reply: 0 });
        }
        let promote = json!({"username": "moderator"});
        done(owner.post(&format!("/moderation/forum/{forum}/promote"), promote).await);
        world.set(app, "public").await;
        let mut posts = vec![];
        for turn in 0..3 {
            for (forum, title) in [(open, "Open"), (forum, SECRET)] {
                let post = write(&gardener, forum, &format!("{title} {turn}")).await;
                answer(&gardener, post, title).await;
                posts.push(post);
            }
        }
        world.post = write(&owner, forum, &format!("{SECRET} of all")).await;
        world.reply = answer(&gardener, world.post, SECRET).await;
        posts.push(world.post);
        world.act(app, &posts).await;
        world.judge(app).await;
        index_words(app);
        world.readers.push(Reader { who: Who::Visitor, id: 0, token: None, reply: 0 });
        world
    }

    /// What the readers do while the forum is public.
    async fn act(&mut self, app: &TestApp, posts: &[i64]) {
        let (forum, post, reply) = (self.forum, self.post, self.reply);
        let owner = self.owner(app);
        let mut told = vec![];
        for reader in &mut self.readers {
            let actor = reader.actor(app);
            done(actor.post(&format!("/forum/{forum}/favorites"), Value::Null).await);
            done(
                actor
                    .put(&format!("/api/forums/{forum}/watch"), json!({"level": "watching"}))
                    .await,
            );
            for post in posts {
                done(actor.put(&format!("/api/posts/{post}/saved"), Value::Null).await);
            }
            done(actor.put(&format!("/api/replies/{reply}/saved"), Value::Null).await);
            done(actor.put(&format!("/api/posts/{post}/upvote"), Value::Null).await);
            reader.reply = answer(&actor, post, "my own").await;
            let report =
                actor.post(&format!("/api/posts/{post}/report"), json!({"reason": "spam"})).await;
            self.report = done(report).body["id"].as_i64().unwrap();
            let held = json!({"title": "Held", "description": "My https://link.example"});
            done(actor.post(&format!("/api/forum/{forum}/posts"), held).await);
            let text =
                json!({"description": format!("{SECRET} answers"), "respondsTo": reader.reply});
            done(owner.post(&format!("/api/post/{post}/replies"), text).await);
            told.push(actor);
        }
        for actor in told {
            actor.notifications(|list| list.iter().any(|one| one["post"]["id"] == post)).await;
        }
    }

    /// Edits, pins and bans, whose words are as closed as the rest.
    async fn judge(&self, app: &TestApp) {
        let (owner, forum, post) = (self.owner(app), self.forum, self.post);
        let edited = json!({"title": format!("{SECRET} {WORD} again"), "description": format!("{SECRET} {WORD}")});
        done(owner.post(&format!("/api/posts/{post}"), edited).await);
        done(owner.put(&format!("/api/posts/{post}/pin"), json!({"pinned": true})).await);
        let removed = answer(&owner, post, "to be removed").await;
        let admin = self.reader(Who::Admin).actor(app);
        done(admin.delete(&format!("/api/replies/{removed}?reason={SECRET}")).await);
        for who in [Who::Outsider, Who::BannedThere] {
            let path = format!("/api/forums/{forum}/bans/{}", self.reader(who).id);
            done(owner.put(&path, json!({"reason": SECRET})).await);
        }
        done(admin.put(&format!("/user/{}/ban", self.reader(Who::Banned).id), Value::Null).await);
    }

    pub(super) fn owner<'a>(&self, app: &'a TestApp) -> Actor<'a> {
        app.with_token(self.owner.0, &self.owner.1)
    }

    pub(super) fn reader(&self, who: Who) -> &Reader {
        self.readers.iter().find(|reader| reader.who == who).unwrap()
    }

    async fn put(&self, app: &TestApp, path: &str, body: Value) {
        done(self.owner(app).put(path, body).await);
    }

    /// Changes who may read the closed forum.
    pub(super) async fn set(&self, app: &TestApp, visibility: &str) {
        let body = json!({"topic": TOPIC, "description": format!("{SECRET} {WORD}"), "visibility": visibility});
        done(self.owner(app).post(&format!("/forums/{}", self.forum), body).await);
    }

    /// Something new of every kind in the closed forum, which is nothing to who may not read it.
    pub(super) async fn go_on(&self, app: &TestApp) {
        let (owner, former) = (self.owner(app), self.reader(Who::Former));
        let post = write(&owner, self.forum, "More @outsider @former").await;
        answer(&owner, post, "@outsider and @former").await;
        let text = json!({"description": "More", "respondsTo": former.reply});
        done(owner.post(&format!("/api/post/{}/replies", self.post), text).await);
        done(owner.put(&format!("/api/replies/{}/upvote", former.reply), Value::Null).await);
        done(owner.put(&format!("/api/posts/{post}/upvote"), Value::Null).await);
        let lock = json!({"locked": true, "reason": "More"});
        done(owner.put(&format!("/api/posts/{}/lock", self.post), lock).await);
        index_words(app);
    }

    /// The path of a call of this reader, with ids for its parameters.
    pub(super) fn path(&self, path: &str, about: About, reader: &Reader) -> String {
        let id = match about {
            About::Forum => self.forum,
            About::Post => self.post,
            About::Reply => self.reply,
            About::Report => self.report,
            About::Caller => reader.id,
            About::Other => 0,
        };
        let texts = [
            ("{forum}", self.forum.to_string()),
            ("{post}", self.post.to_string()),
            ("{word}", WORD.to_owned()),
            ("{misspelt}", MISSPELT.to_owned()),
            ("{username}", "gardener".to_owned()),
            ("{slug}", "imprint".to_owned()),
            ("{provider}", "work".to_owned()),
            ("{filter}", "a".to_owned()),
            ("{name}", "none.png".to_owned()),
            ("{version}", "1".to_owned()),
            ("{userId}", self.owner.0.to_string()),
        ];
        let path =
            texts.iter().fold(path.to_owned(), |path, (name, text)| path.replace(name, text));
        ["{id}", "{forumId}", "{postId}"]
            .iter()
            .fold(path, |path, name| path.replace(name, &id.to_string()))
    }
}

/// Replies are found, and words corrected, once this has run.
fn index_words(app: &TestApp) {
    infrastructure::index_words(&app.database, || true).unwrap();
}

#[track_caller]
fn done(answer: Answer) -> Answer {
    assert!(answer.status.is_success(), "{}", answer.text);
    answer
}

/// A private forum whose rules hold links of new members.
async fn closed_forum(owner: &Actor<'_>) -> i64 {
    let forum = owner.create_forum_for("private", TOPIC).await;
    let rules = json!({"rules": SECRET, "blockedWords": [], "holdLinksOfNew": true, "minAccountAgeHours": 0});
    done(owner.put(&format!("/api/forums/{forum}/rules"), rules).await);
    forum
}

async fn write(author: &Actor<'_>, forum: i64, title: &str) -> i64 {
    let post =
        json!({"title": format!("{title} {WORD}"), "description": format!("{title} {WORD}")});
    let written = done(author.post(&format!("/api/forum/{forum}/posts"), post).await);
    assert_eq!(written.status, StatusCode::CREATED);
    written.body["id"].as_i64().unwrap()
}

async fn answer(author: &Actor<'_>, post: i64, text: &str) -> i64 {
    let reply = json!({"description": format!("{text} {WORD}")});
    let written = done(author.post(&format!("/api/post/{post}/replies"), reply).await);
    written.body["id"].as_i64().unwrap()
}

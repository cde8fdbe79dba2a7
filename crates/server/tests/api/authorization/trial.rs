use std::{
    convert::Infallible,
    sync::atomic::{AtomicU32, Ordering::Relaxed},
    time::Duration,
};

use database::Database;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use tokio::{
    task::{JoinSet, spawn_blocking},
    time::sleep,
};

use super::table::{Cell, Outcome, Row, Which, Who};
use crate::support::{Actor, PASSWORD, TestApp, send};

const MISSING: i64 = 9_000_000_000;

/// Data that all trials share and none changes; each trial creates the rest.
pub(super) struct World {
    /// Admin, and owner of both forums.
    founder: (i64, String),
    forum: i64,
    other_forum: i64,
    names: AtomicU32,
    /// Delivers events, too: the server pauses after each delivery.
    _delivery: JoinSet<Infallible>,
}

pub(super) struct Asker<'a> {
    pub(super) actor: Actor<'a>,
    name: String,
}

/// What a call names.
pub(super) struct Named {
    /// What its first id names.
    pub(super) id: i64,
    /// What a second one does.
    pub(super) second: i64,
}

impl World {
    pub(super) async fn new(app: &TestApp) -> Self {
        let founder = app.admin("founder").await;
        let forum = founder.create_forum("Here").await;
        let rules = json!({
            "rules": "",
            "blockedWords": [],
            "holdLinksOfNew": true,
            "minAccountAgeHours": 0,
        });
        let set = founder.put(&format!("/api/forums/{forum}/rules"), rules).await;
        assert_eq!(set.status, StatusCode::OK, "{}", set.body);
        for page in ["imprint", "gone"] {
            let text = json!({"title": "Page", "text": "Text"});
            let set = founder.put(&format!("/api/pages/{page}"), text).await;
            assert_eq!(set.status, StatusCode::OK, "{}", set.body);
        }
        Self {
            forum,
            other_forum: founder.create_forum("Elsewhere").await,
            founder: (founder.id, founder.token.unwrap()),
            names: AtomicU32::new(0),
            _delivery: [deliver(app.database.clone())].into_iter().collect(),
        }
    }

    /// What the call of a row is answered for one of its cells.
    pub(super) async fn tried(&self, app: &TestApp, row: &Row, cell: &Cell) -> Outcome {
        let asker = self.asker(app, cell.who).await;
        let named = self.named(app, row, cell, &asker).await;
        let asker = asker.actor;
        if cell.who == Who::Banned {
            self.founder(app).put(&format!("/user/{}/ban", asker.id), Value::Null).await;
        }
        self.answer(row, &asker, &named).await
    }

    /// What the call of a row is answered about something.
    pub(super) async fn answer(&self, row: &Row, asker: &Actor<'_>, named: &Named) -> Outcome {
        let path = path(row, named);
        let request = asker.request(row.method.clone(), &path).header("Accept", "application/json");
        let request = match &row.body {
            Some(body) => request.json(&self.body(asker.app, body).await),
            None => request,
        };
        let answer = send(request).await;
        let code = answer.body["code"].as_str().map(str::to_owned);
        Outcome { status: answer.status.as_u16(), code }
    }

    pub(super) fn founder<'a>(&self, app: &'a TestApp) -> Actor<'a> {
        app.with_token(self.founder.0, &self.founder.1)
    }

    /// An unused name.
    fn name(&self) -> String {
        format!("name-{}", self.names.fetch_add(1, Relaxed))
    }

    pub(super) async fn asker<'a>(&self, app: &'a TestApp, who: Who) -> Asker<'a> {
        let name = self.name();
        let actor = match who {
            Who::Anonymous => app.anonymous(),
            Who::Banned | Who::User | Who::Author => app.member(&name).await,
            Who::Admin => app.admin(&name).await,
            Who::Moderator | Who::OtherModerator => {
                let forum = if who == Who::Moderator { self.forum } else { self.other_forum };
                let actor = app.member(&name).await;
                self.promote(app, forum, &name).await;
                actor
            }
        };
        Asker { actor, name }
    }

    async fn promote(&self, app: &TestApp, forum: i64, name: &str) {
        let path = format!("/moderation/forum/{forum}/promote");
        let promoted = self.founder(app).post(&path, json!({"username": name})).await;
        assert_eq!(promoted.status, StatusCode::OK, "{}", promoted.body);
    }

    /// Makes what the call is to be about.
    pub(super) async fn named(
        &self,
        app: &TestApp,
        row: &Row,
        cell: &Cell,
        asker: &Asker<'_>,
    ) -> Named {
        let (which, actor) = (cell.which, &asker.actor);
        let founder = self.founder(app);
        let owner = if which == Which::Own { actor } else { &founder };
        let named = match row.about.as_str() {
            "-" => return Named { id: 0, second: 0 },
            "account" if which == Which::Own => Named { id: actor.id, second: 0 },
            "account" => Named { id: app.member(&self.name()).await.id, second: 0 },
            "forum" | "private forum" => self.forum(app, row, cell, asker).await,
            "post" => Named { id: owner.create_post(self.forum, "A post").await, second: 0 },
            "notification" => {
                let whose =
                    if which == Which::Own { actor.clone() } else { self.reader(app).await };
                Named { id: self.notification(&founder, &whose).await, second: 0 }
            }
            "reply" => Named { id: self.reply(app, owner).await, second: 0 },
            about @ ("removed post" | "removed reply") => {
                Named { id: self.removed(app, about, which, actor).await, second: 0 }
            }
            about @ ("held post" | "held reply" | "held report") => {
                Named { id: self.held(app, about, which, actor).await, second: 0 }
            }
            "report" => Named { id: self.report(app, which, actor).await, second: 0 },
            about @ ("sent" | "received") => self.message(app, about, which, actor).await,
            about => panic!("{} is about {about}?", row.call()),
        };
        if which == Which::Missing { missing(&row.about, named) } else { named }
    }

    /// A forum of its own for each trial, as the call may change it for good.
    async fn forum(&self, app: &TestApp, row: &Row, cell: &Cell, asker: &Asker<'_>) -> Named {
        let founder = self.founder(app);
        let owner = if cell.which == Which::Own { &asker.actor } else { &founder };
        let visibility = if row.about == "private forum" { "private" } else { "public" };
        let id = owner.create_forum_for(visibility, &self.name()).await;
        if cell.who == Who::Moderator {
            self.promote(app, id, &asker.name).await;
        }
        let second = if row.path.contains("/moderators/") {
            let name = self.name();
            let moderator = app.member(&name).await;
            self.promote(app, id, &name).await;
            moderator.id
        } else if row.path.contains("/bans/") || row.path.contains("/members/") {
            self.reader(app).await.id
        } else {
            0
        };
        Named { id, second }
    }

    async fn reader<'a>(&self, app: &'a TestApp) -> Actor<'a> {
        app.member(&self.name()).await
    }

    /// A notification of a member, whose post is answered for it.
    async fn notification(&self, founder: &Actor<'_>, member: &Actor<'_>) -> i64 {
        let post = member.create_post(self.forum, "A post").await;
        let body = json!({"respondsTo": null, "description": "A reply"});
        created(founder, &format!("/api/post/{post}/replies"), body).await;
        let is_there = |list: &[Value]| list.iter().any(|one| one["post"]["id"] == post);
        let found = member.notifications(is_there).await;
        let own = found.iter().find(|one| one["post"]["id"] == post).unwrap();
        own["id"].as_i64().unwrap()
    }

    async fn reply(&self, app: &TestApp, owner: &Actor<'_>) -> i64 {
        let post = self.founder(app).create_post(self.forum, "A post").await;
        let body = json!({"respondsTo": null, "description": "A reply"});
        created(owner, &format!("/api/post/{post}/replies"), body).await
    }

    /// A post or a reply that the founder removed.
    async fn removed(&self, app: &TestApp, about: &str, which: Which, asker: &Actor<'_>) -> i64 {
        let other = self.reader(app).await;
        let owner = if which == Which::Own { asker } else { &other };
        let (id, path) = if about == "removed post" {
            let id = owner.create_post(self.forum, "A post").await;
            (id, format!("/api/posts/{id}/delete"))
        } else {
            let id = self.reply(app, owner).await;
            (id, format!("/api/replies/{id}"))
        };
        let removed = self.founder(app).delete(&path).await;
        assert_eq!(removed.status, StatusCode::NO_CONTENT, "{}", removed.body);
        id
    }

    /// A post or a reply with a link by a new member, or the report about such a post.
    async fn held(&self, app: &TestApp, about: &str, which: Which, asker: &Actor<'_>) -> i64 {
        let other = self.reader(app).await;
        let owner = if which == Which::Own { asker } else { &other };
        let text = "See https://a.example";
        if about == "held reply" {
            let post = self.founder(app).create_post(self.forum, "A post").await;
            let path = format!("/api/post/{post}/replies");
            return created(owner, &path, json!({"description": text})).await;
        }
        let body = json!({"title": "A title", "description": text});
        let post = created(owner, &format!("/api/forum/{}/posts", self.forum), body).await;
        if about == "held post" {
            return post;
        }
        let queue = self.founder(app).all_pages("/api/reports?limit=100").await;
        let report = queue.iter().find(|one| one["target"]["id"] == post && one["kind"] == "held");
        report.unwrap()["id"].as_i64().unwrap()
    }

    /// A report about a post of the founder.
    async fn report(&self, app: &TestApp, which: Which, asker: &Actor<'_>) -> i64 {
        let reader = self.reader(app).await;
        let reporter = if which == Which::Own { asker } else { &reader };
        let post = self.founder(app).create_post(self.forum, "A post").await;
        created(reporter, &format!("/api/posts/{post}/report"), json!({"reason": "spam"})).await
    }

    async fn message(&self, app: &TestApp, about: &str, which: Which, asker: &Actor<'_>) -> Named {
        let (peer, third) = (app.member(&self.name()).await, self.founder(app));
        let asker = if which == Which::Own { asker } else { &third };
        let (sender, recipient) = if about == "sent" { (asker, &peer) } else { (&peer, asker) };
        let path = format!("/api/contacts/{}", recipient.id);
        let second = created(sender, &path, json!({"message": "Hello"})).await;
        Named { id: peer.id, second }
    }

    pub(super) async fn body(&self, app: &TestApp, body: &str) -> Value {
        let mut body = body.replace("{new}", &self.name()).replace("{password}", PASSWORD);
        if body.contains("{member}") {
            let name = self.name();
            app.member(&name).await;
            body = body.replace("{member}", &name);
        }
        serde_json::from_str(&body).unwrap()
    }
}

async fn deliver(database: Database) -> Infallible {
    loop {
        let database = database.clone();
        let delivered = spawn_blocking(move || database.deliver_events()).await.unwrap();
        if delivered.is_ok_and(|delivery| delivery.consumed == 0) {
            sleep(Duration::from_millis(10)).await;
        }
    }
}

/// Creates something and returns its id.
async fn created(actor: &Actor<'_>, path: &str, body: Value) -> i64 {
    let created = actor.post(path, body).await;
    assert_eq!(created.status, StatusCode::CREATED, "{}", created.body);
    created.body["id"].as_i64().unwrap()
}

/// The same, but for what the call is about there is nothing.
fn missing(about: &str, named: Named) -> Named {
    match about {
        "sent" | "received" => Named { second: MISSING, ..named },
        _ => Named { id: MISSING, ..named },
    }
}

/// The path of a call with ids for its parameters.
pub(super) fn path(row: &Row, named: &Named) -> String {
    let mut ids = [named.id, named.second].into_iter();
    let filled: Vec<String> = row
        .path
        .split('/')
        .map(|part| match part {
            "{filter}" => "a".to_owned(),
            "{username}" => "founder".to_owned(),
            "{slug}" if row.method == Method::DELETE => "gone".to_owned(),
            "{slug}" => "imprint".to_owned(),
            "{version}" => "1".to_owned(),
            // The site of the tests has none.
            "{provider}" => "work".to_owned(),
            // One's own ends what the other cells need.
            "{sessionId}" | "{passkeyId}" | "{tokenId}" => MISSING.to_string(),
            id if id.starts_with('{') => ids.next().unwrap().to_string(),
            part => part.to_owned(),
        })
        .collect();
    filled.join("/")
}

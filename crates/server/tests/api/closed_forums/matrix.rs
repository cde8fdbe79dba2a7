//! Every GET, by everybody, at each visibility, before and after each change.

use std::{collections::BTreeMap, sync::Arc};

use reqwest::{Method, StatusCode};
use serde_json::Value;
use tokio::task::JoinSet;

use super::{
    reads::{About, Row, Shows, rows},
    world::{OWNER, Reader, SECRET, Who, World},
};
use crate::support::{Answer, TestApp, send};

/// Who may read the forum, as it is at the moment.
#[derive(Clone, Copy, Debug)]
struct State {
    visibility: &'static str,
    former_belongs: bool,
}

impl State {
    fn may_read(self, who: Who) -> bool {
        let belongs = match who {
            Who::Visitor | Who::Outsider => false,
            Who::Former => self.former_belongs,
            Who::Insider | Who::Moderator | Who::Admin | Who::BannedThere | Who::Banned => true,
        };
        match self.visibility {
            "public" => true,
            "members" => who != Who::Visitor,
            _ => belongs,
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_closed_forum_exists_for_its_readers_alone() {
    let app = Arc::new(TestApp::spawn().await);
    let world = Arc::new(World::new(&app).await);
    let everybody = |_: Who| true;
    let only_former = |who: Who| who == Who::Former;
    let mut wrong = vec![];
    let mut state = State { visibility: "public", former_belongs: true };
    wrong.extend(tried(&app, &world, state, everybody).await);
    for visibility in ["members", "private"] {
        world.set(&app, visibility).await;
        state = State { visibility, ..state };
        wrong.extend(tried(&app, &world, state, everybody).await);
    }
    let former = world.reader(Who::Former);
    let (owner, forum) = (world.owner(&app), world.forum);
    let entry = format!("/api/forums/{forum}/members/{}", former.id);
    for former_belongs in [false, true, false] {
        if former_belongs {
            assert_eq!(owner.put(&entry, Value::Null).await.status, StatusCode::OK);
        } else {
            assert_eq!(former.actor(&app).delete(&entry).await.status, StatusCode::NO_CONTENT);
        }
        state = State { former_belongs, ..state };
        wrong.extend(tried(&app, &world, state, only_former).await);
    }
    for visibility in ["public", "private"] {
        world.set(&app, visibility).await;
        state = State { visibility, ..state };
        wrong.extend(tried(&app, &world, state, everybody).await);
    }
    assert!(wrong.is_empty(), "{} cells:\n{}", wrong.len(), wrong.join("\n"));
}

/// What is wrong in a state for these readers, who ask at once.
async fn tried(
    app: &Arc<TestApp>,
    world: &Arc<World>,
    state: State,
    asks: impl Fn(Who) -> bool,
) -> Vec<String> {
    let mut readers = JoinSet::new();
    for nth in (0..world.readers.len()).filter(|nth| asks(world.readers[*nth].who)) {
        let (app, world) = (Arc::clone(app), Arc::clone(world));
        readers.spawn(async move {
            let mut wrong = vec![];
            let who = world.readers[nth].who;
            let is_asked =
                |row: &Row| !row.is_document || matches!(who, Who::Visitor | Who::Insider);
            for row in rows().into_iter().filter(is_asked) {
                for query in &row.queries {
                    wrong.extend(cell(&app, &world, state, &world.readers[nth], &row, query).await);
                }
            }
            wrong
        });
    }
    let mut wrong: Vec<String> = readers.join_all().await.into_iter().flatten().collect();
    wrong.sort();
    wrong.into_iter().map(|wrong| format!("{state:?}: {wrong}")).collect()
}

/// What is wrong about the answers of a call, page by page.
async fn cell(
    app: &TestApp,
    world: &World,
    state: State,
    reader: &Reader,
    row: &Row,
    query: &str,
) -> Option<String> {
    let who = if row.is_document { Who::Visitor } else { reader.who };
    // Reports of a closed forum are for its moderators.
    let may_read = state.may_read(who)
        && (row.about != About::Report || state.visibility == "public" || who.moderates());
    let target = world.path(&format!("{}{query}", row.path), row.about, reader);
    let pages = pages(app, reader, row, &target).await;
    let first = &pages[0];
    let told =
        |what: &str| Some(format!("{:?} GET {target}: {what} ({})", reader.who, first.status));
    let is_missing = first.status == StatusCode::NOT_FOUND;
    let is_refused =
        is_missing || (first.status == StatusCode::UNAUTHORIZED && who == Who::Visitor);
    if first.status.is_server_error() {
        return told("failed");
    }
    if row.about.is_closed() && may_read && is_missing {
        return told("is not found");
    }
    if row.about.is_closed() && !may_read && !is_refused {
        return told("is found");
    }
    let full = |page: &Answer| page.body.as_array().is_none_or(|items| items.len() == 2);
    if query.contains("limit=2") && pages.iter().rev().skip(1).any(|page| !full(page)) {
        return told("has a page with a gap");
    }
    match pages.iter().find_map(|page| trace(world, row, page)) {
        Some(trace) if !may_read => told(&format!("shows {trace}")),
        None if may_read && must_find(row.shows, who) => told("does not show it"),
        Some(_) | None => None,
    }
}

fn must_find(shows: Shows, who: Who) -> bool {
    match shows {
        Shows::Readers => true,
        Shows::Signed => who != Who::Visitor && who != Who::Banned,
        Shows::Moderators => who.moderates(),
        Shows::None => false,
    }
}

/// All pages of a list, or the only answer.
async fn pages(app: &TestApp, reader: &Reader, row: &Row, target: &str) -> Vec<Answer> {
    let accept = if row.is_document { "text/html" } else { "application/json" };
    let actor = reader.actor(app);
    let mut pages = vec![];
    let mut next = Some(target.to_owned());
    while let Some(path) = next {
        let page = send(actor.request(Method::GET, &path).header("Accept", accept)).await;
        next = if target.contains("limit=2") { page.next() } else { None };
        pages.push(page);
    }
    pages
}

/// What of the closed forum an answer shows.
fn trace(world: &World, row: &Row, answer: &Answer) -> Option<String> {
    let headers = format!("{:?}", answer.headers);
    let (forum, post) = (world.forum, world.post);
    let mut traces =
        vec![SECRET.to_owned(), format!("/forums/{forum}<"), format!("/posts/{post}<")];
    // What somebody wrote there says where.
    if row.path != "/api/user/{id}/export" {
        traces.push(format!("\"forum_id\":{forum},"));
    }
    // People are no secret.
    let is_about_people =
        ["/api/people", "/api/search", "/api/contacts", "/users", "/moderation", "/api/user"];
    if !is_about_people.iter().any(|path| row.path.starts_with(path)) {
        traces.push(OWNER.to_owned());
    }
    traces.into_iter().find(|trace| answer.text.contains(trace) || headers.contains(trace))
}

/// Answers that differ from call to call by themselves.
const VOLATILE: [&str; 5] =
    ["/api/docs", "/api/events", "/register/challenge", "/healthz", "/readyz"];

#[tokio::test(flavor = "multi_thread")]
async fn what_happens_in_a_closed_forum_changes_nothing_for_others() {
    let app = Arc::new(TestApp::spawn().await);
    let world = World::new(&app).await;
    world.set(&app, "private").await;
    let former = world.reader(Who::Former);
    let entry = format!("/api/forums/{}/members/{}", world.forum, former.id);
    world.owner(&app).delete(&entry).await;
    let before = answers(&app, &world).await;
    world.go_on(&app).await;
    let insider = world.reader(Who::Insider).actor(&app);
    let is_new = |one: &Value| one["excerpt"].as_str().is_some_and(|text| text.starts_with("More"));
    insider.notifications(|list| list.iter().any(is_new)).await;
    let after = answers(&app, &world).await;
    let changed: Vec<_> = before.iter().filter(|(call, answer)| after[*call] != **answer).collect();
    let listed: Vec<_> = changed
        .iter()
        .map(|(call, answer)| format!("{call}\n  {answer}\n  {}", after[*call]))
        .collect();
    assert!(changed.is_empty(), "{}", listed.join("\n"));
}

/// What those who may not read the forum are answered, by call.
async fn answers(app: &TestApp, world: &World) -> BTreeMap<String, String> {
    let mut answers = BTreeMap::new();
    for who in [Who::Visitor, Who::Outsider, Who::Former] {
        let reader = world.reader(who);
        for row in rows().iter().filter(|row| !VOLATILE.contains(&row.path)) {
            for query in &row.queries {
                let target = world.path(&format!("{}{query}", row.path), row.about, reader);
                for (nth, page) in pages(app, reader, row, &target).await.into_iter().enumerate() {
                    let link = page.headers.get("link");
                    answers.insert(
                        format!("{who:?} {target} {nth}"),
                        format!("{} {link:?} {}", page.status, page.text),
                    );
                }
            }
        }
    }
    answers
}

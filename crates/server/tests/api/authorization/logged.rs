//! Every act on others has an entry in the moderation log.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use super::{
    table::{Row, Which, Who, rows},
    trial::{Named, World},
};
use crate::support::{Actor, TestApp, send};

/// Whether only moderators or admins may do this to what is another's.
fn needs_a_right(row: &Row) -> Option<Who> {
    let status = |who| {
        let cell = row.cells.iter().find(|cell| cell.who == who && cell.which == Which::Others);
        cell.map(|cell| row.wanted(cell).status)
    };
    let may = |who| status(who).is_some_and(|status| status < 300);
    let changes = row.method != Method::GET;
    let who = [Who::Moderator, Who::Admin].into_iter().find(|who| may(*who))?;
    (changes && matches!(status(Who::User), Some(403 | 404))).then_some(who)
}

/// What has to be done first for the call to change something.
async fn prepare(row: &Row, founder: &Actor<'_>, named: &Named) {
    let Named { id, second } = named;
    let (path, body) = match row.path.as_str() {
        "/user/{id}/unban" => (format!("/user/{id}/ban"), Value::Null),
        "/moderation/user/{id}/demote" => {
            (format!("/moderation/user/{id}/promote/admin"), Value::Null)
        }
        "/api/forums/{id}/bans/{userId}" if row.method == Method::DELETE => {
            (format!("/api/forums/{id}/bans/{second}"), Value::Null)
        }
        "/api/forums/{id}/members/{userId}" if row.method == Method::DELETE => {
            (format!("/api/forums/{id}/members/{second}"), Value::Null)
        }
        "/api/forums/{id}/invites" if row.method == Method::DELETE => {
            let invited = founder.post(&format!("/api/forums/{id}/invites"), Value::Null).await;
            assert_eq!(invited.status, StatusCode::CREATED, "{}", invited.body);
            return;
        }
        "/api/reports/{id}/reopen" => (format!("/api/reports/{id}"), json!({"state": "rejected"})),
        "/api/posts/{id}/pin" => (format!("/api/posts/{id}/pin"), json!({"pinned": true})),
        _ => return,
    };
    let prepared = founder.put(&path, body).await;
    assert_eq!(prepared.status, StatusCode::OK, "{path}: {}", prepared.body);
}

async fn latest(reader: &Actor<'_>) -> Value {
    reader.get("/api/modlog?limit=1").await.body[0].take()
}

#[tokio::test(flavor = "multi_thread")]
async fn every_act_on_others_has_an_entry() {
    let app = TestApp::spawn().await;
    let world = World::new(&app).await;
    let (mut tried, mut missing) = (0, vec![]);
    for row in rows() {
        let Some(who) = needs_a_right(&row) else { continue };
        // Its authors have left; `reports` tries that.
        if row.path.ends_with("/remove-same-author") {
            continue;
        }
        let cell = row.cells.iter().find(|cell| cell.who == who && cell.which == Which::Others);
        let asker = world.asker(&app, who).await;
        let named = world.named(&app, &row, cell.unwrap(), &asker).await;
        let founder = world.founder(&app);
        prepare(&row, &founder, &named).await;
        let before = latest(&founder).await["id"].as_i64().unwrap_or(0);
        let mut request =
            asker.actor.request(row.method.clone(), &super::trial::path(&row, &named));
        if let Some(body) = &row.body {
            request = request.json(&world.body(&app, body).await);
        }
        let answer = send(request).await;
        assert!(answer.status.is_success(), "{}: {}", row.call(), answer.body);
        tried += 1;
        let entry = latest(&founder).await;
        let is_new = entry["id"].as_i64().is_some_and(|id| id > before);
        if !is_new || entry["by"]["id"] != asker.actor.id {
            missing.push(row.call());
        }
    }
    assert!(missing.is_empty(), "no entry of {missing:?}");
    assert!(tried >= 14, "only {tried} calls were tried");
}

//! What a member without a second step gets where the site asks for one: every call of the table.

use serde_json::json;

use super::{
    table::{Row, Who, rows},
    trial::{Named, World, path},
};
use crate::{
    second_step::protect,
    support::{TestApp, send},
};

/// Signed in, yet needing no second step: the ways to get one, to keep the account, and to leave.
fn is_open(row: &Row) -> bool {
    let sections = ["sessions", "totp", "passkeys", "identities", "password", "recovery-codes"];
    let section = row.path.strip_prefix("/api/user/{id}/").unwrap_or_default();
    let is_section = sections.iter().any(|open| section.split(['/', '?']).next() == Some(open));
    is_section || ["GET /api/user/{id}", "DELETE /api/user/{id}"].contains(&row.call().as_str())
}

/// Refuses visitors.
fn is_for_members(row: &Row) -> bool {
    let mut refusals =
        row.cells.iter().filter(|cell| cell.who == Who::Anonymous).map(|cell| row.wanted(cell));
    refusals.all(|wanted| wanted.code.as_deref() == Some("unauthorized"))
}

#[tokio::test(flavor = "multi_thread")]
async fn who_lacks_a_needed_second_step_gets_what_visitors_get() {
    let app = TestApp::spawn().await;
    let world = World::new(&app).await;
    let founder = world.founder(&app);
    protect(&founder).await;
    let set = founder.put("/api/site", json!({"secondStep": "everyone"})).await;
    assert_eq!(set.status, 200, "{}", set.body);
    let (mut wrong, mut refused) = (vec![], 0);
    for row in rows() {
        let asker = world.asker(&app, Who::User).await.actor;
        let id = if row.about == "account" { asker.id } else { 1 };
        let path = path(&row, &Named { id, second: 1 });
        let request = asker.request(row.method.clone(), &path).header("Accept", "application/json");
        let request = match &row.body {
            Some(body) => request.json(&world.body(&app, body).await),
            None => request,
        };
        let answer = send(request).await;
        let is_refused = answer.body["code"] == "second-step-needed";
        refused += usize::from(is_refused);
        if is_refused != (is_for_members(&row) && !is_open(&row)) {
            wrong.push(format!("{}: {} {}", row.call(), answer.status, answer.body));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(refused > 80, "only {refused} calls were refused");
}

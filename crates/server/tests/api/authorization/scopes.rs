//! What each call answers to an API token with one scope, of an admin: every call of the table.

use std::sync::Arc;

use super::{
    AT_ONCE,
    table::{Cell, Outcome, Row, SCOPES, Which, Who, rows},
    trial::World,
};
use crate::support::TestApp;

/// What visitors get, where they may call.
fn for_visitors(row: &Row, which: Which) -> Option<Outcome> {
    let which = if which == Which::Own { Which::Others } else { which };
    let cell = row.cells_of(Who::Anonymous).find(|cell| cell.which == which)?;
    let wanted = row.wanted(cell);
    (wanted.code.as_deref() != Some("unauthorized")).then_some(wanted)
}

fn wanted(row: &Row, cell: &Cell, scope: &str) -> Outcome {
    let serving = row.scopes(cell.which);
    if serving.contains(&scope) {
        return row.wanted(cell);
    }
    for_visitors(row, cell.which).unwrap_or_else(|| {
        let code = if serving.is_empty() { "session-needed" } else { "scope-missing" };
        Outcome { status: 403, code: Some(code.to_owned()) }
    })
}

/// Returns how the answers to a call differ from the table. Scopes that permit it come last: it may take away the caller's
/// rights.
async fn try_call(app: &TestApp, world: &World, row: &Row, cell: &Cell) -> Vec<String> {
    let asker = world.asker(app, Who::Admin).await;
    let mut scopes = SCOPES;
    scopes.sort_by_key(|scope| row.scopes(cell.which).contains(scope));
    let mut programs = vec![];
    for scope in scopes {
        programs.push((scope, asker.actor.api_token(&[scope]).await));
    }
    let mut wrong = vec![];
    for (scope, program) in programs {
        let named = world.named(app, row, cell, &asker).await;
        let (found, wanted) = (world.answer(row, &program, &named).await, wanted(row, cell, scope));
        if found != wanted {
            let which = cell.which;
            wrong.push(format!("{} with {scope}, {which:?}: {found}, not {wanted}", row.call()));
        }
    }
    wrong
}

/// About one's own or nothing, and about another's where that needs another scope.
async fn try_row(app: &TestApp, world: &World, row: &Row) -> Vec<String> {
    let mut wrong = vec![];
    let cells = row.cells_of(Who::Admin).filter(|cell| cell.which != Which::Missing);
    let first = cells.clone().next().map(|cell| cell.which);
    let differs = row.scopes(Which::Own) != row.scopes(Which::Others);
    for cell in cells.filter(|cell| differs || Some(cell.which) == first) {
        wrong.extend(try_call(app, world, row, cell).await);
    }
    wrong
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_permits_what_its_scope_does_and_no_more() {
    let app = Arc::new(TestApp::spawn().await);
    let world = Arc::new(World::new(&app).await);
    let mut lines = rows();
    let mut trials = tokio::task::JoinSet::new();
    let mut wrong = vec![];
    loop {
        while let Some(row) = (trials.len() < AT_ONCE).then(|| lines.pop()).flatten() {
            let (app, world) = (Arc::clone(&app), Arc::clone(&world));
            trials.spawn(async move { try_row(&app, &world, &row).await });
        }
        let Some(trial) = trials.join_next().await else { break };
        wrong.extend(trial.unwrap());
    }
    wrong.sort();
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
}

//! Every call of the API, tried in every role: `table.txt` has the expected statuses.

mod logged;
mod scopes;
mod second_steps;
pub(crate) mod table;
mod trial;

use std::{collections::BTreeSet, fs, path::Path, sync::Arc};

use self::{
    table::{Row, rows},
    trial::World,
};
use crate::support::TestApp;

/// The number of lines tried concurrently: enough for SQLite to commit them together.
const AT_ONCE: usize = 8;

#[tokio::test(flavor = "multi_thread")]
async fn every_caller_gets_the_status_of_the_table() {
    let app = Arc::new(TestApp::spawn().await);
    let world = Arc::new(World::new(&app).await);
    let mut lines = rows();
    let mut trials = tokio::task::JoinSet::new();
    let (mut tried, mut wrong) = (0, vec![]);
    loop {
        while let Some(row) = (trials.len() < AT_ONCE).then(|| lines.pop()).flatten() {
            let (app, world) = (Arc::clone(&app), Arc::clone(&world));
            trials.spawn(async move { try_row(&app, &world, &row).await });
        }
        let Some(trial) = trials.join_next().await else { break };
        let (cells, faults) = trial.unwrap();
        tried += cells;
        wrong.extend(faults);
    }
    wrong.sort();
    assert!(wrong.is_empty(), "{} of {tried} cells:\n{}", wrong.len(), wrong.join("\n"));
    assert!(tried > 500, "only {tried} cells were tried");
}

/// The number of cells tried, and the failures.
async fn try_row(app: &TestApp, world: &World, row: &Row) -> (usize, Vec<String>) {
    let mut wrong = vec![];
    for cell in &row.cells {
        let found = world.tried(app, row, cell).await;
        let wanted = row.wanted(cell);
        if found != wanted {
            let (who, which) = (cell.who, cell.which);
            wrong.push(format!("{} as {who:?}, {which:?}: {found}, not {wanted}", row.call()));
        }
    }
    (row.cells.len(), wrong)
}

#[test]
fn the_table_lists_exactly_the_routes() {
    let document = serde_json::to_value(api::document()).unwrap();
    let mut calls: BTreeSet<String> = registered(&routes());
    for (path, item) in document["paths"].as_object().unwrap() {
        for method in item.as_object().unwrap().keys() {
            calls.insert(format!("{} {path}", method.to_uppercase()));
        }
    }
    let listed: BTreeSet<String> = rows().iter().map(Row::call).collect();
    let missing: Vec<_> = calls.difference(&listed).collect();
    assert!(missing.is_empty(), "authorization/table.txt has no line for {missing:?}");
    let unknown: Vec<_> = listed.difference(&calls).collect();
    assert!(unknown.is_empty(), "there is no call {unknown:?}");
}

/// What handlers are registered for, in the document or not: actix does not tell.
fn registered(source: &str) -> BTreeSet<String> {
    let attribute = |line: &str| {
        let (method, rest) = line.strip_prefix("#[")?.split_once("(\"")?;
        let methods = ["get", "post", "put", "delete", "patch", "head", "options"];
        let path = rest.strip_suffix("\")]")?;
        methods.contains(&method).then(|| format!("{} {path}", method.to_uppercase()))
    };
    source.lines().filter_map(attribute).collect()
}

fn routes() -> String {
    let mut source = String::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../api/src/routes")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                source += &fs::read_to_string(path).unwrap();
            }
        }
    }
    // Nothing is registered in another way, which would go unnoticed here.
    for other in ["web::resource", ".route(", "web::scope", "#[route("] {
        assert!(!source.contains(other), "{other}");
    }
    source
}

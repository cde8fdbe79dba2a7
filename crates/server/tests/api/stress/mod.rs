//! Members who do everything at once, while connections are killed: whatever happens, the server
//! answers in time and honestly, and afterwards all that is stored agrees with itself.
//!
//! `POSTUP_STRESS_OPERATIONS` says how many requests, `POSTUP_STRESS_SEED` which; `make stress`
//! sends 100,000 of them to the binary as it is released.

mod account_deletion;
mod invariants;
mod kills;
mod ledger;
mod messages;
mod reads;
mod setup;
mod turns;
mod votes;
mod writes;

use std::{env, str::FromStr};

use futures_util::future::join_all;

use self::{kills::Kills, reads::Stress, setup::World, turns::Turn};
use crate::operations::process::Home;

const CLIENTS: u64 = 32;
/// Enough that each kind comes up, and that it takes seconds.
const OPERATIONS: usize = 3_000;

fn wanted<T: FromStr>(name: &str) -> Option<T> {
    env::var(name).ok()?.parse().ok()
}

#[tokio::test]
async fn invariants_hold_under_load_and_lost_connections() {
    let operations = wanted("POSTUP_STRESS_OPERATIONS").unwrap_or(OPERATIONS);
    let seed: u64 = wanted("POSTUP_STRESS_SEED").unwrap_or_else(rand::random);
    let home = Home::new();
    let (members, services) = setup::register(&home);
    let mut server = home.serve(&[
        ("POSTUP_RATE_LIMIT", "off"),
        ("POSTUP_LOG", "warn,server::commands::serve=info"),
    ]);
    let stress = Stress::new(&server.address, members, services, operations);
    World::found(&stress).await;

    let clients = join_all((0..CLIENTS).map(|client| Turn::new(&stress, seed, client).run()));
    tokio::select! {
        _ = clients => {}
        never = Kills::new(&home, seed).run(&stress) => match never {},
    }
    let title = format!("{} with seed {seed}", home.database_url.split(':').next().unwrap());
    invariants::what_is_shown_is_what_is_stored(&stress, &home).await;
    stress.ledger.print(&title);
    stress.ledger.is_clean();
    invariants::what_was_acknowledged_is_there(&stress, &home);
    server.signal("TERM");
    assert!(server.ended().success());
    invariants::all_agrees(&home, &server.said());
}

//! Members use all features and follow events concurrently while connections are killed: in any case the server
//! answers in time and honestly, and afterwards all that is stored agrees with itself.
//!
//! `POSTUP_STRESS_OPERATIONS` sets the number of requests, `POSTUP_STRESS_SEED` their choice;
//! `make stress` sends 100,000 of them to the release binary.

mod account_deletion;
mod invariants;
mod kills;
mod ledger;
mod messages;
mod reads;
mod setup;
mod streams;
mod turns;
mod votes;
mod writes;

use std::{env, str::FromStr, sync::atomic::AtomicUsize};

use futures_util::future::join_all;

use self::{kills::Kills, reads::Stress, setup::World, turns::Turn};
use crate::operations::process::Installation;

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
    let installation = Installation::new();
    let (members, services) = setup::register(&installation);
    let mut server = installation.serve(&[
        ("POSTUP_RATE_LIMIT", "off"),
        ("POSTUP_LOG", "warn,server::commands::serve=info"),
    ]);
    let stress = Stress::new(&server.address, members, services, operations);
    World::found(&stress).await;

    let events = AtomicUsize::new(0);
    let clients = join_all((0..CLIENTS).map(|client| Turn::new(&stress, seed, client).run()));
    tokio::select! {
        _ = clients => {}
        never = Kills::new(&installation, seed).run(&stress) => match never {},
        never = streams::follow(&stress, &events) => match never {},
    }
    let title =
        format!("{} with seed {seed}", installation.database_url.split(':').next().unwrap());
    invariants::responses_match_rows(&stress, &installation).await;
    stress.ledger.print(&title);
    let events = events.into_inner();
    eprintln!("{events} events of streams");
    assert!(events > operations, "200 streams follow");
    stress.ledger.is_clean();
    invariants::acknowledged_writes_are_stored(&stress, &installation);
    server.signal("TERM");
    assert!(server.wait_for_exit().success());
    invariants::all_counters_agree(&installation, &server.log());
}

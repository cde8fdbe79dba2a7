use std::cell::Cell;

use database::Database;
use infrastructure::SystemClock;
use infrastructure::maintenance;
use kernel::Clock;
use security::Bcrypt;
use users::{Password, PasswordHasher};

use crate::{
    commands::{CommandError, open_migrated, progress::Progress, start_log},
    demo::{Community, DemoModeration, PASSWORD},
    settings::Demo,
};

/// Fills an empty database and prints how to sign in.
pub(super) fn demo(settings: &Demo) -> Result<(), CommandError> {
    start_log(&settings.database)?;
    let database = open_migrated(&settings.database)?;
    let password = Password::parse(PASSWORD, PASSWORD)
        .map_err(|error| CommandError::Refused(error.to_string()))?;
    let hash = Bcrypt::new(Bcrypt::COST).hash(&password)?;
    let now = SystemClock.now();
    let community = Community::new(now, &hash).map_err(CommandError::Refused)?;
    if !fill(&database, &community)? {
        let reason =
            "the database is not empty: nothing was changed. Name a new one with --database-url";
        return Err(CommandError::Refused(reason.to_owned()));
    }
    DemoModeration::new(&community, &database).act().map_err(CommandError::Refused)?;
    tell(&community);
    Ok(())
}

fn fill(database: &Database, community: &Community) -> Result<bool, CommandError> {
    let (progress, done) = (Progress::of("rows"), Cell::new(0));
    let step = |rows| {
        done.set(done.get() + rows as u64);
        progress.set(done.get(), community.rows() as u64);
    };
    Ok(maintenance::load(database, |loader| community.load(loader, &step))?)
}

#[expect(clippy::print_stdout, reason = "this is what the person who started it reads")]
fn tell(community: &Community) {
    println!("{} rows loaded. Everybody's password is {PASSWORD}.", community.rows());
}

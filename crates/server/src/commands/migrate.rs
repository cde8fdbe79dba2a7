use database::Database;
use infrastructure::maintenance;

use crate::{
    commands::{CommandError, open_migrated, start_log, tell_applied},
    settings::backup::Migrate,
};

/// `postup migrate`
pub(super) fn migrate(settings: &Migrate) -> Result<(), CommandError> {
    start_log(&settings.database)?;
    if settings.no_backup {
        tell_applied(&maintenance::migrate(&Database::open(&settings.database.database_url)?)?);
    } else {
        open_migrated(&settings.database)?;
    }
    tracing::info!("the database is up to date");
    Ok(())
}

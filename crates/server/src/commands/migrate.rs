use crate::{
    commands::{CommandError, open_migrated, start_log},
    settings::Database,
};

pub(super) fn migrate(settings: &Database) -> Result<(), CommandError> {
    start_log(settings)?;
    open_migrated(settings)?;
    tracing::info!("the database is up to date");
    Ok(())
}

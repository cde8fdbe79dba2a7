use std::sync::Arc;

use infrastructure::{Database, DbModeration, DbModerators};
use moderation::{Moderation, ModerationError};

use crate::{
    commands::{CommandError, open_migrated, start_log},
    settings::Name,
};

/// `postup admin NAME`
pub(super) fn make_admin(settings: &Name) -> Result<(), CommandError> {
    change(settings, |moderation| moderation.make_admin(&settings.name).map(|_| ()))?;
    tracing::info!(name = settings.name, "is an admin now");
    Ok(())
}

/// `postup demote NAME`
pub(super) fn demote(settings: &Name) -> Result<(), CommandError> {
    change(settings, |moderation| moderation.demote(&settings.name).map(|_| ()))?;
    tracing::info!(name = settings.name, "is no admin any more");
    Ok(())
}

fn change(
    settings: &Name,
    change: impl FnOnce(&Moderation) -> Result<(), ModerationError>,
) -> Result<(), CommandError> {
    start_log(&settings.database)?;
    let database = open_migrated(&settings.database)?;
    change(&moderation_over(&database)).map_err(refused)
}

pub(super) fn moderation_over(database: &Database) -> Moderation {
    Moderation::new(
        Arc::new(DbModeration(database.clone())),
        Arc::new(DbModerators(database.clone())),
    )
}

pub(super) fn refused(error: ModerationError) -> CommandError {
    match error {
        ModerationError::Repository(error) => error.into(),
        rule => CommandError::Refused(rule.to_string()),
    }
}

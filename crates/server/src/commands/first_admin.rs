use api::Services;
use infrastructure::Database;
use users::{Password, Registration, RegistrationForm, UserError, Username, Users};

use crate::{
    commands::{CommandError, accounts},
    settings::Serve,
};

/// Creates the admin of the settings, if configured and the name is free.
pub(super) fn make(
    settings: &Serve,
    services: &Services,
    database: &Database,
) -> Result<(), CommandError> {
    let (Some(name), Some(password)) = (&settings.admin_username, &settings.admin_password) else {
        return Ok(());
    };
    let username = Username::parse(name).map_err(|error| CommandError::Setting {
        name: "--admin-username (POSTUP_ADMIN_USERNAME)",
        reason: error.to_string(),
    })?;
    let password = Password::parse(password, password).map_err(|error| CommandError::Setting {
        name: "--admin-password (POSTUP_ADMIN_PASSWORD)",
        reason: error.to_string(),
    })?;
    if services.users.is_taken(&username).map_err(refused)? {
        return Ok(());
    }
    match register(&services.users, username, password) {
        Ok(_) => {}
        Err(UserError::CommonPassword(common)) => {
            return Err(CommandError::Setting {
                name: "--admin-password (POSTUP_ADMIN_PASSWORD)",
                reason: common.to_string(),
            });
        }
        // Another server was faster and creates the admin.
        Err(UserError::UsernameTaken) => return Ok(()),
        Err(error) => return Err(refused(error)),
    }
    accounts::moderation_over(database).make_admin(name).map_err(accounts::refused)?;
    tracing::info!(name, "made the first admin");
    Ok(())
}

fn register(
    users: &Users,
    username: Username,
    password: Password,
) -> Result<Registration, UserError> {
    let form = RegistrationForm { username, password, image: None, with_codes: false };
    users.register(users.screen(form)?)
}

fn refused(error: UserError) -> CommandError {
    match error {
        UserError::Repository(error) => error.into(),
        rule => CommandError::Refused(rule.to_string()),
    }
}

use api::Services;
use users::{FirstAdminOutcome, Password, RegistrationForm, UserError, Username};

use crate::{commands::CommandError, settings::Serve};

/// Creates the admin of the settings, if they name one and the forum has no admin.
pub(super) fn make(settings: &Serve, services: &Services) -> Result<(), CommandError> {
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
    match create(services, &username, password) {
        Ok(FirstAdminOutcome::Created(_)) => tracing::info!(name, "created the first admin"),
        Ok(FirstAdminOutcome::AdminExists) => warn_unless_admin(services, &username)?,
        Ok(FirstAdminOutcome::NameTaken) => tracing::warn!(
            name,
            "the first admin was not created: a member has this name. Run `postup admin` to make \
             that member an admin, or change POSTUP_ADMIN_USERNAME"
        ),
        Err(UserError::CommonPassword(common)) => {
            return Err(CommandError::Setting {
                name: "--admin-password (POSTUP_ADMIN_PASSWORD)",
                reason: common.to_string(),
            });
        }
        Err(error) => return Err(refused(error)),
    }
    Ok(())
}

fn create(
    services: &Services,
    username: &Username,
    password: Password,
) -> Result<FirstAdminOutcome, UserError> {
    let users = &services.users;
    // Before the slow hash.
    if users.has_admin()? {
        return Ok(FirstAdminOutcome::AdminExists);
    }
    let username = username.clone();
    let form = RegistrationForm { username, password, image: None, with_codes: false };
    users.create_first_admin(users.screen(form)?)
}

/// The settings may name a deleted account or a former admin.
fn warn_unless_admin(services: &Services, username: &Username) -> Result<(), CommandError> {
    if !services.users.is_admin(username).map_err(refused)? {
        tracing::warn!(
            name = username.as_str(),
            "no admin was created: the forum has one already. POSTUP_ADMIN_USERNAME and \
             POSTUP_ADMIN_PASSWORD can be removed"
        );
    }
    Ok(())
}

fn refused(error: UserError) -> CommandError {
    match error {
        UserError::Repository(error) => error.into(),
        rule => CommandError::Refused(rule.to_string()),
    }
}

//! Account commands for operators, under the same rules as the API. Each writes to the log target
//! `audit`.

use std::sync::Arc;

use database::Database;
use infrastructure::{
    DbForumReaders, DbLoginFailures, DbModeration, DbModerators, DbSecondSteps, DbUsers,
    SystemClock,
};
use moderation::{AccountStatus, Moderation, ModerationError};
use rand::distr::{Alphanumeric, SampleString};
use security::Bcrypt;
use users::{
    LoginFailures, Password, PasswordResets, SecondStepRemovals, ThrottleKey, UserError,
    UserRepository, Username,
};

use crate::{
    commands::{CommandError, open_migrated, start_log},
    settings::{Ban, Locked, Name},
};

/// About 119 bits, for a password that is typed once.
const NEW_PASSWORD_LETTERS: usize = 20;

/// `postup admin NAME`
pub(super) fn make_admin(settings: &Name) -> Result<(), CommandError> {
    change(settings, "admin", Moderation::make_admin)
}

/// `postup demote NAME`
pub(super) fn demote(settings: &Name) -> Result<(), CommandError> {
    change(settings, "demote", Moderation::demote)
}

/// `postup ban NAME`
pub(super) fn ban(settings: Ban) -> Result<(), CommandError> {
    let Ban { name, days, reason, database } = settings;
    change(&Name { name, database }, "ban", |moderation, name| {
        moderation.ban_by_name(name, days, reason)
    })
}

/// `postup unban NAME`
pub(super) fn unban(settings: &Name) -> Result<(), CommandError> {
    change(settings, "unban", Moderation::unban_by_name)
}

fn change(
    settings: &Name,
    what: &'static str,
    change: impl FnOnce(&Moderation, &str) -> Result<AccountStatus, ModerationError>,
) -> Result<(), CommandError> {
    start_log(&settings.database)?;
    let database = open_migrated(&settings.database)?;
    let now = change(&moderation_over(&database), &settings.name).map_err(refused)?;
    audit(what, &now.profile.username);
    Ok(())
}

/// `postup reset-password NAME` sets a random password and shows it once.
pub(super) fn reset_password(settings: &Name) -> Result<(), CommandError> {
    start_log(&settings.database)?;
    let database = open_migrated(&settings.database)?;
    let drawn = Alphanumeric.sample_string(&mut rand::rng(), NEW_PASSWORD_LETTERS);
    let password = Password::parse(&drawn, &drawn)
        .map_err(|error| CommandError::Refused(error.to_string()))?;
    let resets = PasswordResets::new(
        Arc::new(DbUsers(database.clone())),
        Arc::new(DbLoginFailures(database)),
        Arc::new(Bcrypt::new(Bcrypt::COST)),
        Arc::new(SystemClock),
    );
    let account = resets.reset(&settings.name, &password).map_err(|error| match error {
        UserError::NotFound => CommandError::Refused(format!("{} not found.", settings.name)),
        UserError::WrongPassword => {
            let reason = "changed the password at this very moment: nothing else was changed";
            CommandError::Refused(format!("{} {reason}", settings.name))
        }
        UserError::Repository(error) => error.into(),
        rule => CommandError::Refused(rule.to_string()),
    })?;
    audit("reset-password", &account.username);
    tell(&account.username, &drawn);
    Ok(())
}

/// `postup remove-second-step NAME`
pub(super) fn remove_second_step(settings: &Name) -> Result<(), CommandError> {
    start_log(&settings.database)?;
    let database = open_migrated(&settings.database)?;
    let removals = SecondStepRemovals::new(
        Arc::new(DbUsers(database.clone())),
        Arc::new(DbSecondSteps(database.clone())),
        Arc::new(DbLoginFailures(database)),
        Arc::new(SystemClock),
    );
    let account = removals.remove(&settings.name).map_err(|error| match error {
        UserError::NotFound => CommandError::Refused(format!("{} not found.", settings.name)),
        UserError::NoSecondStep => {
            CommandError::Refused(format!("{} has no second step.", settings.name))
        }
        UserError::Repository(error) => error.into(),
        rule => CommandError::Refused(rule.to_string()),
    })?;
    audit("remove-second-step", &account.username);
    Ok(())
}

/// `postup unlock NAME_OR_ADDRESS` clears the failed logins of a name or an address.
pub(super) fn unlock(settings: &Locked) -> Result<(), CommandError> {
    start_log(&settings.database)?;
    let database = open_migrated(&settings.database)?;
    let name_or_address = settings.name_or_address.as_str();
    // `192.0.2.1` may be either.
    let address = name_or_address.parse().ok().map(ThrottleKey::address);
    let member =
        DbUsers(database.clone()).credentials_by_name(&Username::key_of(name_or_address))?;
    let of_name = match member {
        Some(found) => ThrottleKey::all_of(name_or_address, found.account.id),
        // Unknown names can have failures too.
        None => [ThrottleKey::password_of(name_or_address), ThrottleKey::codes_of(name_or_address)]
            .into_iter()
            .flatten()
            .collect(),
    };
    let keys: Vec<_> = of_name.into_iter().chain(address).collect();
    if DbLoginFailures(database).forget(&keys)? {
        audit("unlock", name_or_address);
        return Ok(());
    }
    Err(CommandError::Refused(format!("{name_or_address} has not failed to sign in of late.")))
}

#[expect(clippy::print_stdout, reason = "this is what the person who started it reads")]
fn tell(username: &str, password: &str) {
    println!("{password}");
    println!("This is the password of {username} now, shown here only. All sessions have ended,");
    println!("and no recovery code is good any more. Hand it over safely, and ask {username} to");
    println!("change it at once, in Sign-in & security.");
}

fn audit(what: &str, whom: &str) {
    tracing::info!(target: "audit", who = "operator", what, whom);
}

pub(super) fn moderation_over(database: &Database) -> Moderation {
    Moderation::new(
        Arc::new(DbModeration(database.clone())),
        Arc::new(DbForumReaders(database.clone())),
        Arc::new(DbModerators(database.clone())),
        Arc::new(SystemClock),
    )
}

pub(super) fn refused(error: ModerationError) -> CommandError {
    match error {
        ModerationError::Repository(error) => error.into(),
        rule => CommandError::Refused(rule.to_string()),
    }
}

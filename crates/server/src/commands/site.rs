//! Commands about who may register, for operators.

use std::sync::Arc;

use infrastructure::SystemClock;
use site::{Administrator, Site, SiteError};

use crate::{
    commands::{CommandError, open_migrated, start_log},
    settings::{Database, SetRegistration},
    wiring,
};

/// `postup registration open|invite|closed`
pub(super) fn set_registration(settings: &SetRegistration) -> Result<(), CommandError> {
    let registration = settings.registration.into();
    site(&settings.database)?
        .set_registration(Administrator::operator(), registration)
        .map_err(refused)?;
    audit("registration", registration.word());
    Ok(())
}

/// `postup invite` shows the path of an invitation once.
pub(super) fn invite(settings: &Database) -> Result<(), CommandError> {
    let invite = site(settings)?.invite(Administrator::operator()).map_err(refused)?;
    audit("invite", &invite.until.to_rfc3339());
    tell(invite.code.as_str(), &invite.until.to_rfc3339());
    Ok(())
}

fn site(settings: &Database) -> Result<Site, CommandError> {
    start_log(settings)?;
    Ok(wiring::site(&open_migrated(settings)?, Arc::new(SystemClock)))
}

#[expect(clippy::print_stdout, reason = "this is what the person who started it reads")]
fn tell(code: &str, until: &str) {
    println!("/register?invite={code}");
    println!("Add the address of your forum in front. Anyone with it can sign up until {until},");
    println!("unless registration is closed.");
}

fn audit(what: &str, whom: &str) {
    tracing::info!(target: "audit", who = "operator", what, whom);
}

fn refused(error: SiteError) -> CommandError {
    match error {
        SiteError::Repository(error) => error.into(),
        rule => CommandError::Refused(rule.to_string()),
    }
}

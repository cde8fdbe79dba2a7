//! The subcommands of `postup`, one per file.

mod accounts;
mod backup;
mod backup_scheduler;
mod check;
mod demo;
mod doctor;
mod first_admin;
mod health;
mod mail_test;
mod mailing;
mod migrate;
mod moving;
mod progress;
mod secret;
pub mod serve;
mod shutdown;
mod site;
mod sweeps;
mod text_rendering;
mod word_indexing;

use std::{env, ffi::OsString, io::IsTerminal, sync::Arc};

use database::Database;
use infrastructure::maintenance::{self, BackupBucket};
use infrastructure::{ImageBucket, SystemClock};
use kernel::RepositoryError;
use tracing_subscriber::EnvFilter;

use crate::{
    settings::{self, Cli, Command, LogFormat, backup::Schedule},
    wiring::event_consumers,
};

/// An error of a subcommand.
#[derive(Debug, thiserror::Error)]
pub enum CommandError {
    #[error("{name}: {reason}")]
    Setting { name: &'static str, reason: String },
    #[error("the database: {}", root_cause(.0))]
    Database(#[from] RepositoryError),
    #[error("{what}: {source}")]
    Io { what: String, source: std::io::Error },
    #[error("{0}")]
    Refused(String),
}

/// Runs a subcommand.
///
/// # Errors
/// [`CommandError`], written for the operator.
pub async fn run(cli: Cli) -> Result<(), CommandError> {
    match cli.command {
        Command::Serve(settings) => {
            start_log(&settings.database)?;
            serve::serve(&settings).await
        }
        Command::Migrate(settings) => migrate::migrate(&settings),
        Command::Backup(settings) => backup::backup(&settings),
        Command::Restore(settings) => backup::restore(&settings),
        Command::Verify(settings) => backup::verify(&settings),
        Command::Import(settings) => moving::import(&settings),
        Command::ExportArchive(settings) => moving::export(&settings),
        Command::Check(settings) => check::check(&settings),
        Command::Doctor(settings) => doctor::doctor(settings).await,
        Command::Demo(settings) => demo::demo(&settings),
        Command::Admin(settings) => accounts::make_admin(&settings),
        Command::Demote(settings) => accounts::demote(&settings),
        Command::Ban(settings) => accounts::ban(settings),
        Command::Unban(settings) => accounts::unban(&settings),
        Command::ResetPassword(settings) => accounts::reset_password(&settings),
        Command::RemoveSecondStep(settings) => accounts::remove_second_step(&settings),
        Command::Rendering(settings) => text_rendering::set(&settings),
        Command::Registration(settings) => site::set_registration(&settings),
        Command::Invite(settings) => site::invite(&settings),
        Command::Unlock(settings) => accounts::unlock(&settings),
        Command::MailTest(settings) => mail_test::mail_test(settings).await,
        Command::Health(settings) => health::health(&settings),
    }
}

fn start_log(settings: &settings::Database) -> Result<(), CommandError> {
    // The audit log is written at every level, with the request, unless it is turned off by
    // name.
    let filter = format!("audit=info,request=info,{}", settings.log);
    let filter = EnvFilter::try_new(filter).map_err(|error| CommandError::Setting {
        name: "--log (POSTUP_LOG)",
        reason: error.to_string(),
    })?;
    let log = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_ansi(std::io::stderr().is_terminal())
        .with_writer(std::io::stderr);
    match settings.log_format {
        LogFormat::Text => log.init(),
        LogFormat::Json => log.json().flatten_event(true).with_span_list(false).init(),
    }
    Ok(())
}

/// Connects and migrates the schema, after a backup if there are rows. Writes store the events that
/// consumers want, for a server to deliver.
fn open_migrated(settings: &settings::Database) -> Result<Database, CommandError> {
    let database = Database::open(&settings.database_url)?;
    let save = |version: &str| backup::before_migration(settings, &database, version);
    tell_applied(&maintenance::migrate_saving(&database, save)?);
    Ok(database.delivering_to(event_consumers(None), Arc::new(SystemClock)))
}

/// Returns the database, with the bytes of images in the bucket that the settings name.
fn with_images(
    settings: &settings::Database,
    database: Database,
) -> Result<Database, CommandError> {
    let Some(url) = &settings.images_url else { return Ok(database) };
    let bucket = ImageBucket::open(url, environment()).map_err(|error| {
        let reason = root_cause(&error);
        CommandError::Setting { name: "--images-url (POSTUP_IMAGES_URL)", reason }
    })?;
    Ok(database.storing_images_in(Arc::new(bucket)))
}

/// Returns the bucket that scheduled backups are copied to, if the settings name one.
fn backup_bucket(settings: &Schedule) -> Result<Option<BackupBucket>, CommandError> {
    let Some(url) = &settings.backup_url else { return Ok(None) };
    let bucket = BackupBucket::open(url, environment(), settings.key.backup_key.clone());
    bucket.map(Some).map_err(|error| CommandError::Setting {
        name: "--backup-url (POSTUP_BACKUP_URL)",
        reason: root_cause(&error),
    })
}

/// Returns the variables of the environment that are text.
fn environment() -> impl Iterator<Item = (String, String)> {
    let as_text = |(name, value): (OsString, OsString)| {
        Some((name.into_string().ok()?, value.into_string().ok()?))
    };
    env::vars_os().filter_map(as_text)
}

fn tell_applied(numbers: &[String]) {
    for number in numbers {
        tracing::info!(number, "applied a migration");
    }
}

/// Returns the innermost cause, on which an operator can act.
fn root_cause(error: &RepositoryError) -> String {
    let mut cause: &dyn std::error::Error = error;
    while let Some(deeper) = cause.source() {
        cause = deeper;
    }
    cause.to_string().trim().replace('\n', " ")
}

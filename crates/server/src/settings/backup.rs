//! When and where backups are made, and how many are kept.

use std::{path::PathBuf, time::Duration};

use clap::Args;
use database::DatabaseUrl;
use infrastructure::maintenance::{BackupFolder, BackupKey};

use super::Database;

#[derive(Args, Debug)]
pub struct Folder {
    /// The folder of automatic backups, before a migration and by the
    /// schedule; by default `backups` beside an SQLite database, or in the working folder
    #[arg(long, env = "POSTUP_BACKUP_DIR")]
    pub backup_dir: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub struct Schedule {
    /// The interval of scheduled backups, such as `24h` or `30m`; none by default
    #[arg(long, env = "POSTUP_BACKUP_EVERY", value_parser = every)]
    pub backup_every: Option<Duration>,
    /// The number of scheduled backups to keep
    #[arg(long, env = "POSTUP_BACKUP_KEEP", default_value = "7", value_parser = clap::value_parser!(u32).range(1..))]
    pub backup_keep: u32,
    /// `s3://BUCKET/PREFIX` of a bucket that scheduled backups are copied to, with `AWS_ENDPOINT`, `AWS_REGION`,
    /// `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`; none by default
    #[arg(long, env = "POSTUP_BACKUP_URL", requires = "backup_every")]
    pub backup_url: Option<String>,
    #[command(flatten)]
    pub key: Key,
}

#[derive(Args, Debug)]
pub struct Key {
    /// The key that encrypts the copies in the bucket, 64 hexadecimal digits; by default they are not encrypted
    #[arg(long, env = "POSTUP_BACKUP_KEY", hide_env_values = true)]
    pub backup_key: Option<BackupKey>,
}

#[derive(Args, Debug)]
pub struct Migrate {
    /// Migrates without a backup
    #[arg(long)]
    pub no_backup: bool,
    #[command(flatten)]
    pub database: Database,
}

#[derive(Args, Debug)]
pub struct File {
    /// The backup file
    pub file: PathBuf,
    #[command(flatten)]
    pub database: Database,
}

#[derive(Args, Debug)]
pub struct Restore {
    /// The backup file
    pub file: PathBuf,
    #[command(flatten)]
    pub key: Key,
    #[command(flatten)]
    pub database: Database,
}

#[derive(Args, Debug)]
pub struct Verify {
    /// The backup file
    pub file: PathBuf,
    #[command(flatten)]
    pub key: Key,
}

impl Database {
    /// Returns the default folder of backups.
    #[must_use]
    pub fn backup_folder(&self) -> BackupFolder {
        let beside = |file: &str| PathBuf::from(file).with_file_name("backups");
        BackupFolder(match (&self.backups.backup_dir, &self.database_url) {
            (Some(folder), _) => folder.clone(),
            (None, DatabaseUrl::Sqlite(file)) => beside(file),
            (None, DatabaseUrl::Postgres(_)) => PathBuf::from("backups"),
        })
    }
}

fn every(text: &str) -> Result<Duration, &'static str> {
    let span = humantime::parse_duration(text).ok().filter(|span| *span >= Duration::from_secs(1));
    span.ok_or("must be a time of at least a second, such as 24h or 30m")
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::settings::{Cli, Command};

    fn folder(arguments: &[&str]) -> PathBuf {
        let cli = Cli::try_parse_from(["postup", "check"].iter().chain(arguments)).unwrap();
        let Command::Check(database) = cli.command else { panic!("another command") };
        database.backup_folder().0
    }

    #[test]
    fn backups_default_to_the_folder_of_a_database_file() {
        let beside = folder(&["--database-url", "sqlite:///var/lib/forum.db"]);
        assert_eq!(beside, PathBuf::from("/var/lib/backups"));
        assert_eq!(folder(&["--database-url", "sqlite://forum.db"]), PathBuf::from("backups"));
        let of_postgres = folder(&["--database-url", "postgres://me@db/postup"]);
        assert_eq!(of_postgres, PathBuf::from("backups"));
        assert_eq!(folder(&["--backup-dir", "/mnt/safe"]), PathBuf::from("/mnt/safe"));
    }

    #[test]
    fn intervals_have_a_unit() {
        assert_eq!(every("24h"), Ok(Duration::from_hours(24)));
        assert_eq!(every("1h 30m"), Ok(Duration::from_mins(90)));
        for wrong in ["", "24", "daily", "0s", "-1h", "10ms"] {
            assert!(every(wrong).is_err(), "{wrong}");
        }
    }
}

//! `postup` as people start it.

use std::{
    path::PathBuf,
    process::{Command, Output},
};

use tempfile::TempDir;

pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn new() -> Self {
        Self(test_databases::folder())
    }

    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// `postup` on the SQLite file `forum.db` in this folder.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_postup"));
        command
            .args(arguments)
            .current_dir(self.0.path())
            .env("POSTUP_DATABASE_URL", format!("sqlite://{}", self.file("forum.db").display()))
            .env("POSTUP_LOG", "info");
        command
    }

    /// Runs it to its end.
    pub(crate) fn postup(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().unwrap()
    }
}

#[track_caller]
pub(crate) fn succeeds(output: &Output) -> String {
    let [stderr, stdout] =
        [&output.stderr, &output.stdout].map(|text| String::from_utf8_lossy(text));
    assert!(output.status.success(), "{stderr}{stdout}");
    format!("{stderr}{stdout}")
}

/// Returns the one-line error of a failed command.
#[track_caller]
pub(crate) fn fails(output: &Output) -> String {
    assert!(!output.status.success());
    let stderr = String::from_utf8_lossy(&output.stderr).trim().to_owned();
    let last = stderr.lines().last().unwrap_or_default();
    assert!(last.starts_with("postup: "), "{stderr}");
    last.to_owned()
}

#[test]
fn the_demo_fills_empty_databases_only() {
    let folder = Folder::new();
    assert!(succeeds(&folder.postup(&["demo"])).contains("postup-demo"));
    assert!(fails(&folder.postup(&["demo"])).contains("not empty"));
}

#[test]
fn migrating_twice_changes_nothing() {
    let folder = Folder::new();
    assert!(succeeds(&folder.postup(&["migrate"])).contains("0001"));
    assert!(!succeeds(&folder.postup(&["migrate"])).contains("0001"));
}

#[test]
fn admins_are_promoted_and_demoted_by_name() {
    let folder = Folder::new();
    succeeds(&folder.postup(&["demo"]));
    succeeds(&folder.postup(&["admin", "TOMAS_K"]));
    succeeds(&folder.postup(&["demote", "admin-ada"]));
    assert!(fails(&folder.postup(&["demote", "tomas_k"])).contains("admin"));
    assert!(fails(&folder.postup(&["admin", "nobody-here"])).contains("nobody-here not found."));
}

#[test]
fn a_wrong_setting_is_one_line() {
    let folder = Folder::new();
    let bad_log = fails(&folder.postup(&["migrate", "--log", "=="]));
    assert!(bad_log.contains("POSTUP_LOG"), "{bad_log}");
    let output = folder.postup(&["serve", "--bind", "nowhere"]);
    assert_eq!(String::from_utf8_lossy(&output.stderr).lines().count(), 1);
    assert!(fails(&output).contains("POSTUP_BIND"));
    let short = fails(&folder.postup(&["serve", "--jwt-secret", "short"]));
    assert!(short.contains("POSTUP_JWT_SECRET") && !short.contains("short"), "{short}");
    let away = "postgres://postup@127.0.0.1:1/postup";
    let away = fails(&folder.postup(&["migrate", "--database-url", away]));
    assert!(away.contains("database"), "{away}");
}

#[test]
fn help_names_every_variable() {
    let help = succeeds(&Folder::new().postup(&["serve", "--help"]));
    for variable in [
        "BIND",
        "DATABASE_URL",
        "JWT_SECRET",
        "TOKEN_TTL_HOURS",
        "PASSWORD_COST",
        "ADMIN_USERNAME",
        "ADMIN_PASSWORD",
        "TRUSTED_PROXIES",
        "PUBLIC_URL",
        "CORS_ORIGINS",
        "RATE_LIMIT",
        "BACKUP_DIR",
        "BACKUP_EVERY",
        "BACKUP_KEEP",
        "LOG",
        "LOG_FORMAT",
        "METRICS_BIND",
        "DRAIN",
    ] {
        assert!(help.contains(&format!("POSTUP_{variable}")), "{variable}");
    }
}

#[test]
fn help_says_whom_unlock_takes() {
    let help = succeeds(&Folder::new().postup(&["help", "unlock"]));
    assert!(help.contains("<NAME_OR_ADDRESS>"), "{help}");
}

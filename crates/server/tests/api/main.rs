//! Tests the real server over HTTP on a free port. The folders mirror the URLs.
//!
//! SQLite stands behind it, or PostgreSQL with `POSTUP_TEST_DATABASE=postgres`, on which `make test` runs
//! those in `on_postgres.txt`.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod account_deletion;
mod accounts;
mod admins;
mod api_tokens;
mod appeals;
mod authorization;
mod backups;
mod closed_forums;
mod command_line;
mod concurrency;
mod dependencies;
mod drafts;
mod emails;
mod events;
mod forum_appeals;
mod forum_bans;
mod forum_rules;
mod forums;
mod full_disk;
mod headers;
mod held;
mod hostile;
mod hostile_text;
mod http_basics;
mod idempotency;
mod images;
mod limits;
mod lints;
mod logins;
mod mail;
mod messages;
mod moderation;
mod moderation_log;
mod moving;
mod notification_mails;
mod notifications;
mod oidc;
mod old_addresses;
mod openapi;
mod operations;
mod pages;
mod passkeys;
mod people;
mod posts;
mod proof_of_work;
mod push;
mod recovery;
mod removal;
mod replies;
mod reports;
mod response_cache;
mod revisions;
mod saved;
mod search;
mod second_step;
mod sessions;
mod site;
mod stress;
mod support;
mod texts;
mod throttling;
mod timed_bans;
mod timing;
mod tokens;
mod ways_in;
mod webhooks;

use std::{env, process::Command};

#[test]
fn every_filter_of_tests_on_postgresql_finds_one() {
    let all = Command::new(env::current_exe().unwrap()).arg("--list").output().unwrap().stdout;
    let all = String::from_utf8(all).unwrap();
    let lines = include_str!("on_postgres.txt").lines();
    for filter in lines.filter(|line| !line.is_empty() && !line.starts_with('#')) {
        assert!(all.contains(filter), "no test has {filter} in its name");
    }
}

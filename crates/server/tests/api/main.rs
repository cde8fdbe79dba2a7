//! Tests the real server over HTTP on a free port. The folders mirror the URLs.
//!
//! SQLite stands behind it, or PostgreSQL with `POSTUP_TEST_DATABASE=postgres`.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod account_deletion;
mod accounts;
mod admins;
mod appeals;
mod authorization;
mod backups;
mod command_line;
mod concurrency;
mod dependencies;
mod drafts;
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
mod images;
mod limits;
mod lints;
mod logins;
mod messages;
mod moderation;
mod moderation_log;
mod notifications;
mod openapi;
mod operations;
mod pages;
mod people;
mod posts;
mod proof_of_work;
mod recovery;
mod removal;
mod replies;
mod reports;
mod response_cache;
mod revisions;
mod saved;
mod search;
mod sessions;
mod site;
mod stress;
mod support;
mod texts;
mod throttling;
mod timed_bans;
mod timing;
mod tokens;

//! The real server on a free port, asked as clients ask it. The folders mirror the URLs.
//!
//! SQLite stands behind it, or PostgreSQL with `POSTUP_TEST_DATABASE=postgres`.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod accounts;
mod admins;
mod arrows;
mod at_once;
mod authorization;
mod backups;
mod command_line;
mod forums;
mod ground_rules;
mod headers;
mod hostile;
mod kept;
mod leaving;
mod limits;
mod lints;
mod logins;
mod messages;
mod moderation;
mod openapi;
mod operations;
mod posts;
mod recovery;
mod replies;
mod sessions;
mod stress;
mod support;
mod throttling;
mod timing;
mod tokens;
mod torture;
mod work;

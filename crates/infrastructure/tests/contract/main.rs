//! Every port's promises, each case run on SQLite and on PostgreSQL.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod active;
mod at_once;
mod backup;
mod cable;
mod changes;
mod check;
mod checkpoints;
mod community;
mod export;
mod faults;
mod forums;
mod leaving;
mod limits;
mod line;
mod login_failures;
mod messages;
mod moderation;
mod plans;
mod posts;
mod recovery_codes;
mod replies;
mod support;
mod users;

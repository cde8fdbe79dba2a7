//! Every port's promises, each case run on SQLite and on PostgreSQL.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod account_deletion;
mod activity;
mod backup;
mod broadcast;
mod check;
mod checkpoints;
mod community;
mod concurrency;
mod connections;
mod drafts;
mod event_listener;
mod export;
mod faults;
mod forums;
mod image_bucket;
mod images;
mod leadership;
mod limits;
mod login_failures;
mod lost_connection;
mod messages;
mod moderation;
mod notifications;
mod outbox;
mod plans;
mod posts;
mod profiles;
mod read_only;
mod recovery_codes;
mod replies;
mod reports;
mod support;
mod texts;
mod users;
mod write_queue;

//! Accounts: who people are here, and how they show it.
//!
//! - A username has 3 to 30 plain ASCII characters, is unique without regard to case and kept as typed.
//! - A password has 8 characters to 72 bytes; only its hash is kept.
//! - Login tells nobody whether a name exists: the same words, after the same work. That an account
//!   is banned is said only to who knows its password.
//! - Whoever fails too often at signing in waits longer and longer, by name and by address.
//! - A password that many people use is refused.
//! - Recovery codes set a new password where the old one is forgotten, each once.
//! - A token is good until it expires, the password changes or its owner signs out everywhere; what
//!   its owner may do is read anew each time, so that a ban or a promotion counts at once.
//! - Who leaves takes name, password, votes, messages and rights along; what was written for all stays
//!   under a neutral name. The name is free again: keeping it from others would mean keeping it.
//! - Everybody changes the own picture and password alone; whoever runs the forum may set a new password.

mod account;
mod error;
mod export;
#[cfg(test)]
mod fixtures;
mod logins;
mod password;
mod password_resets;
mod ports;
mod recovery_code;
mod repository;
mod service;
mod throttle;
mod username;

pub use account::{
    Account, Credentials, DELETED_USER, DELETED_USER_IMAGE, NewAccount, Profile, RecoveryOutcome,
    default_avatar,
};
pub use error::{CommonPassword, LoginError, UserError};
pub use export::{ExportRecord, ExportRepository, ExportSection, MAX_RECORDS};
pub use logins::{Attempt, Login, Logins};
pub use password::{Password, PasswordError};
pub use password_resets::PasswordResets;
pub use ports::{
    CommonPasswords, CountOutcome, CountedFailure, LoginFailures, PasswordHasher, RecoveryCodes,
    Session, Tokens, UserPorts,
};
pub use recovery_code::RecoveryCode;
pub use repository::{DeleteOutcome, UserRepository};
pub use service::{Registration, Users};
pub use throttle::{Failures, ThrottleKey, ThrottleKind, TooManyAttempts};
pub use username::{Username, UsernameError};

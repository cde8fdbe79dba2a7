//! Adapters that ask or tell servers of others: they stand beside `infrastructure` and know no database.

mod smtp;

pub use smtp::{MailFrom, MailSettingError, Smtp, SmtpRelay};

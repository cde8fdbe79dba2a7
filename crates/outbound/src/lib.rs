//! Adapters that ask or tell servers of others: they stand beside `infrastructure` and know no database.

mod client;
mod oidc;
mod push;
mod smtp;
mod webhooks;

use std::error::Error;

pub use client::{Answer, ClientError, GuardedClient, Networks, Reach};
pub use oidc::{OidcProvider, OidcProviderError, OidcProviders};
pub use push::WebPush;
pub use smtp::{MailFrom, MailSettingError, Smtp, SmtpRelay};
pub use webhooks::WebhookReceivers;

/// Returns an error with what caused it.
fn chain(error: &dyn Error) -> String {
    let causes = std::iter::successors(Some(error), |error| (*error).source());
    causes.map(ToString::to_string).collect::<Vec<_>>().join(": ")
}

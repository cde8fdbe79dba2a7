//! Adapters that ask or tell servers of others: they stand beside `infrastructure` and know no database.

mod client;
mod oidc;

pub use client::{Answer, ClientError, GuardedClient, Networks, Reach};
pub use oidc::{OidcProvider, OidcProviderError, OidcProviders};

//! Sign-ins at providers of OpenID Connect, and the accounts that they open.

mod next_path;
mod provider;
mod repository;
mod suggestion;

use std::time::Duration;

use kernel::{SessionId, Timestamp, UserId};

use crate::TicketTexts;

pub use self::{
    next_path::NextPath,
    provider::{
        AuthorizationRequest, CodeExchange, IdentityProviders, ProvenIdentity, Provider,
        ProviderError, ProviderId,
    },
    repository::{IdentityRepository, LinkOutcome, RegisterOutcome, UnlinkOutcome},
};
#[cfg(test)]
pub(crate) use self::{provider::MockIdentityProviders, repository::MockIdentityRepository};
pub(crate) use suggestion::{numbered, valid_name};

/// The longest subject: OpenID Connect Core 1.0, section 2.
pub(crate) const MAX_SUBJECT_BYTES: usize = 255;

/// Who somebody is at a provider. The address of the issuer is part of it: an operator may give an id of a provider to
/// another issuer, whose subjects are other people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    pub provider: ProviderId,
    pub issuer: String,
    /// The `sub` claim.
    pub subject: String,
}

/// An identity that signs in to an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkedIdentity {
    pub provider: ProviderId,
    pub since: Timestamp,
}

/// The ways to sign in that this site offers now, besides the password.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WorkingWays {
    pub passkeys: bool,
    /// With their issuers.
    pub providers: Vec<(ProviderId, String)>,
}

/// What the server remembers while somebody is at a provider, under the digest of the `state`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProviderRequest {
    /// The digest of the secret in the browser's cookie.
    pub browser: String,
    pub provider: ProviderId,
    pub purpose: RequestPurpose,
    /// Whose sign-ins it counts among; empty if unknown, and to link.
    pub network: String,
    pub expires_at: Timestamp,
}

/// Why somebody goes to a provider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RequestPurpose {
    SignIn {
        next: Option<NextPath>,
    },
    /// To link a sign-in to the account of this session, unless that ends meanwhile.
    Link(LinkingSession),
}

/// The session that asked to link a sign-in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LinkingSession {
    pub user: UserId,
    pub id: SessionId,
    /// The [`crate::Account::session_version`] of its token.
    pub version: i32,
}

impl RequestPurpose {
    pub(crate) const fn lifetime(&self) -> Duration {
        match self {
            Self::SignIn { .. } => Duration::from_mins(10),
            Self::Link(_) => Duration::from_mins(5),
        }
    }
}

/// A proven identity on its way to an account, under the digest of a random text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProviderTicket {
    pub identity: Identity,
    /// A name to start from, if the identity has no account.
    pub username: String,
    /// The digest of the secret in the browser's cookie for this stage: another browser cannot use the ticket.
    pub browser: String,
    pub expires_at: Timestamp,
}

/// What a ticket is good for. The digest of its text depends on that, so that no ticket serves for the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TicketStage {
    /// One sign-in.
    Complete,
    /// One registration.
    Register,
}

impl TicketStage {
    pub(crate) const fn lifetime(self) -> Duration {
        match self {
            Self::Complete => Duration::from_mins(1),
            Self::Register => Duration::from_mins(30),
        }
    }

    /// Returns the digest of a ticket's text.
    pub(crate) fn digest(self, texts: &dyn TicketTexts, text: &str) -> String {
        match self {
            Self::Complete => texts.digest(text),
            Self::Register => texts.digest(&format!("registration {text}")),
        }
    }
}

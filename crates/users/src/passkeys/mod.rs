//! Passkeys: keys that a member's device keeps, and uses once it has verified the member by finger, face or PIN (W3C Web
//! Authentication, Level 3). One stands for both steps of a sign-in.

mod ceremonies;
mod repository;

use std::{net::IpAddr, time::Duration};

use kernel::{PasskeyId, SessionId, Timestamp, UserId};

#[cfg(test)]
pub(crate) use self::{ceremonies::MockPasskeyCeremonies, repository::MockPasskeyRepository};
pub use self::{
    ceremonies::{BegunCeremony, PasskeyCeremonies, PasskeyResponse},
    repository::{AddPasskeyOutcome, PasskeyRepository, RemovePasskeyOutcome},
};
use crate::{CredentialName, Device};

/// The most passkeys of an account.
pub const MAX_PASSKEYS: usize = 20;

/// A passkey as its member sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passkey {
    pub id: PasskeyId,
    pub name: String,
    pub created_at: Timestamp,
    /// `None` until somebody signed in with it.
    pub last_used_at: Option<Timestamp>,
}

/// The server's part of a passkey.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PasskeyKey {
    /// The id that the device gave it, in base64url: unique.
    pub credential: String,
    /// The name of the account for the device: random, and the same for all passkeys of an account.
    pub handle: String,
    /// The public key and the counter, as [`PasskeyCeremonies`] write them.
    pub public_key: String,
}

/// A passkey that is not stored yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewPasskey {
    pub user: UserId,
    pub name: CredentialName,
    pub key: PasskeyKey,
    pub created_at: Timestamp,
}

/// A stored passkey, to be compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownPasskey {
    pub id: PasskeyId,
    pub user: UserId,
    pub key: PasskeyKey,
}

/// A question that a device has to sign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PasskeyChallenge {
    /// Random, in base64url.
    pub text: String,
    /// Who adds a passkey; `None` for a sign-in.
    pub user: Option<UserId>,
    /// Whose sign-ins the challenge counts among; empty if unknown, and for a member's.
    pub network: String,
    /// What [`PasskeyCeremonies`] need to check the answer.
    pub state: String,
    pub expires_at: Timestamp,
}

impl PasskeyChallenge {
    pub const LIFETIME: Duration = Duration::from_mins(5);
}

/// The wish to add a passkey.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PasskeyRequest {
    /// The session in which the member asks.
    pub session: SessionId,
    /// Of the second step; empty without one.
    pub code: String,
    /// The origin of the request, as in `http://localhost:8080`.
    pub origin: String,
}

/// A sign-in with a passkey.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PasskeyAttempt {
    /// The origin of the request, as in `http://localhost:8080`.
    pub origin: String,
    /// The client address, if known.
    pub address: Option<IpAddr>,
    pub device: Device,
}

//! Proof that the holder of a token is the member.

use std::time::Duration;

use kernel::{RepositoryError, SessionId, Timestamp, UserId};

use super::Logins;
use crate::{OpenSession, ThrottleKey, UserError, UserPorts, throttle::Success};

/// How long a sign-in stands for the password of an account that has none.
const RECENT: Duration = Duration::from_mins(10);

/// Proof that the member is here: they know the current password, until it changes, or signed in a moment ago where
/// there is none.
#[derive(Debug)]
pub struct Reauthenticated {
    pub(crate) user: UserId,
    pub(crate) hash: String,
}

/// What shows that a member is here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Presence {
    pub user: UserId,
    /// Not looked at if the account has none.
    pub password: String,
    pub sign_in: SignInProof,
}

/// The sign-in behind a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignInProof {
    Session(SessionId),
    /// That of a banned member, which was refused then.
    Refused {
        at: Timestamp,
    },
}

impl Logins {
    /// Checks that [`Self::reauthenticate`] is not throttled: fast, for use before queueing.
    pub fn check_reauthentication(&self, user: UserId) -> Result<(), UserError> {
        Ok(self.throttle.check(&[ThrottleKey::current_password_of(user)])?)
    }

    /// Returns whether the account has a password, which [`Self::reauthenticate`] then asks for.
    pub fn has_password(&self, user: UserId) -> Result<bool, UserError> {
        let credentials = self.ports.repository.credentials(user)?.ok_or(UserError::NotFound)?;
        Ok(credentials.has_password())
    }

    /// Slow. Checks the current password of the member, banned or not, or that they signed in within the last ten minutes
    /// if they have no password.
    ///
    /// # Errors
    /// [`UserError::WrongPassword`], or [`UserError::SignInAgain`] without one.
    pub fn reauthenticate(&self, presence: &Presence) -> Result<Reauthenticated, UserError> {
        let user = presence.user;
        let trial = self.throttle.count_attempt(&[ThrottleKey::current_password_of(user)])?;
        let credentials = self.ports.repository.credentials(user)?.ok_or(UserError::NotFound)?;
        let hash = credentials.password_hash.clone();
        if !credentials.has_password() {
            // Nothing was guessed at.
            self.throttle.undo(&trial, Success::FirstStep)?;
            let is_recent = self.is_recent(user, presence.sign_in)?;
            return is_recent
                .then_some(Reauthenticated { user, hash })
                .ok_or(UserError::SignInAgain);
        }
        if !self.ports.hasher.verify(&presence.password, &hash) {
            return Err(UserError::WrongPassword);
        }
        self.throttle.undo(&trial, Success::Complete)?;
        Ok(Reauthenticated { user, hash })
    }

    fn is_recent(&self, user: UserId, sign_in: SignInProof) -> Result<bool, RepositoryError> {
        let now = self.ports.clock.now();
        let at = match sign_in {
            SignInProof::Refused { at } => Some(at),
            SignInProof::Session(id) => {
                self.ports.open_session_of(user, id)?.map(|session| session.opened_at)
            }
        };
        Ok(at.is_some_and(|at| now.since(at) <= RECENT))
    }
}

impl UserPorts {
    /// Returns the session of a member if it is open.
    pub(super) fn open_session_of(
        &self,
        user: UserId,
        id: SessionId,
    ) -> Result<Option<OpenSession>, RepositoryError> {
        let sessions = self.sessions.list(user, self.clock.now())?;
        Ok(sessions.into_iter().find(|session| session.id == id))
    }
}

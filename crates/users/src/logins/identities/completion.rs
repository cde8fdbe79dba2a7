use std::net::IpAddr;

use kernel::Banned;

use super::super::{Login, Logins};
use crate::{
    Device, LoginError, NO_PASSWORD, NewAccount, RegisterOutcome, SignInMethod, ThrottleKey,
    TicketStage, UserError, UserPorts, Username, default_avatar, identities::numbered,
    throttle::Success,
};

/// The last step of a sign-in at a provider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompletionAttempt {
    /// The text of the ticket.
    pub ticket: String,
    /// The secret in the browser's cookie; empty without one.
    pub browser: String,
    /// The client address, if known.
    pub address: Option<IpAddr>,
    pub device: Device,
}

/// What a sign-in at a provider leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CompletedSignIn {
    SignedIn(Login),
    /// The identity has no account: [`Logins::register_with_identity`] makes one with this ticket.
    Unregistered {
        ticket: String,
        /// A free name to start from.
        username: String,
    },
}

impl Logins {
    /// Signs in with the ticket of a sign-in at a provider. A second step in force still stands.
    pub fn complete(&self, attempt: &CompletionAttempt) -> Result<CompletedSignIn, LoginError> {
        let UserPorts { identities, ticket_texts, clock, .. } = &self.ports;
        let keys: Vec<_> = attempt.address.map(ThrottleKey::address).into_iter().collect();
        let trial = self.throttle.count_attempt(&keys)?;
        let (digest, browser) =
            (ticket_texts.digest(&attempt.ticket), ticket_texts.digest(&attempt.browser));
        let now = clock.now();
        let ticket = identities.take_ticket(&digest, &browser, now)?;
        let ticket = ticket.ok_or(LoginError::SignInEnded)?;
        let Some(account) = identities.find(&ticket.identity)? else {
            self.throttle.undo(&trial, Success::Complete)?;
            let name = Username::from_stored(ticket.username);
            let username = identities.first_free(&numbered(&name))?.unwrap_or(name);
            let username = username.as_str().to_owned();
            let stage = TicketStage::Register;
            let ticket = self.ports.open_ticket_of(ticket.identity, username.clone(), stage)?;
            return Ok(CompletedSignIn::Unregistered { ticket, username });
        };
        let account = account.at(now);
        if let Some(ban) = account.ban {
            self.throttle.undo(&trial, Success::FirstStep)?;
            return Err(self.ports.refused(account.id, Banned(ban)));
        }
        let method = SignInMethod::Oidc;
        let login = self.after_first_step(account, method, &attempt.device, &trial)?;
        login.map(CompletedSignIn::SignedIn).ok_or(LoginError::SignInEnded)
    }

    /// Creates an account without a password for the identity of a ticket, and signs in. The ticket stays if the name is
    /// taken.
    pub fn register_with_identity(
        &self,
        ticket: &str,
        username: Username,
        device: &Device,
    ) -> Result<Login, UserError> {
        let account = NewAccount {
            username,
            password_hash: NO_PASSWORD.to_owned(),
            image: default_avatar(),
            code_digests: vec![],
            created_at: self.ports.clock.now(),
        };
        let digest = self.ports.ticket_texts.digest(ticket);
        let account = match self.ports.identities.register(&digest, &account)? {
            RegisterOutcome::Registered(account) => account,
            RegisterOutcome::NameTaken => return Err(UserError::UsernameTaken),
            RegisterOutcome::Ended => return Err(UserError::RegistrationEnded),
        };
        let login = self.ports.open_session(account, SignInMethod::Oidc, device)?;
        login.ok_or(UserError::SessionEnded)
    }
}

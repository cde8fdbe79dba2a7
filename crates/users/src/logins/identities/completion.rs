use std::net::IpAddr;

use kernel::{Banned, RepositoryError};

use super::super::{Login, Logins};
use crate::{
    Device, LoginError, NO_PASSWORD, NewAccount, ProviderTicket, RegisterOutcome, SignInMethod,
    ThrottleKey, UserError, UserPorts, Username, default_avatar,
    identities::{TicketStage, numbered},
    throttle::Success,
};

/// The last step of a sign-in at a provider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompletionAttempt {
    /// The text of the ticket.
    pub ticket: String,
    /// The secret in the browser's cookie; empty without one.
    pub browser: String,
    /// The host that the browser asked; empty if unknown.
    pub host: String,
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
        /// The secret for the browser's cookie, to which the ticket is bound.
        browser: String,
        /// Whether the browser came by TLS.
        is_secure: bool,
    },
}

/// The wish to register with an identity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegistrationAttempt {
    /// The text of the ticket.
    pub ticket: String,
    /// The secret in the browser's cookie; empty without one.
    pub browser: String,
    pub username: Username,
    pub device: Device,
}

impl Logins {
    /// Signs in with the ticket of a sign-in at a provider. A second step in force still stands.
    pub fn complete(&self, attempt: &CompletionAttempt) -> Result<CompletedSignIn, LoginError> {
        let UserPorts { identities, ticket_texts, clock, .. } = &self.ports;
        let keys: Vec<_> = attempt.address.map(ThrottleKey::address).into_iter().collect();
        let trial = self.throttle.count_attempt(&keys)?;
        let digest = TicketStage::Complete.digest(&**ticket_texts, &attempt.ticket);
        let browser = ticket_texts.digest(&attempt.browser);
        let now = clock.now();
        let ticket = identities.take_ticket(&digest, &browser, now)?;
        let ticket = ticket.ok_or(LoginError::SignInEnded)?;
        let Some(account) = identities.find(&ticket.identity)? else {
            self.throttle.undo(&trial, Success::Complete)?;
            return Ok(self.begin_registration(ticket, &attempt.host)?);
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

    /// Gives the browser a ticket to register with the identity of another ticket.
    fn begin_registration(
        &self,
        ticket: ProviderTicket,
        host: &str,
    ) -> Result<CompletedSignIn, RepositoryError> {
        let UserPorts { identities, providers, ticket_texts, clock, .. } = &self.ports;
        let name = Username::from_stored(ticket.username);
        let username = identities.first_free(&numbered(&name))?.unwrap_or(name).as_str().to_owned();
        let redirect = providers.redirect_address(&ticket.identity.provider, host);
        let browser = ticket_texts.generate();
        let ticket = ProviderTicket {
            identity: ticket.identity,
            username: username.clone(),
            browser: ticket_texts.digest(&browser),
            expires_at: clock.now().after(TicketStage::Register.lifetime()),
        };
        Ok(CompletedSignIn::Unregistered {
            ticket: self.ports.open_ticket_of(&ticket, TicketStage::Register)?,
            username,
            browser,
            is_secure: redirect.is_some_and(|address| address.starts_with("https:")),
        })
    }

    /// Creates an account without a password for the identity of a ticket, and signs in. The ticket stays if the name is
    /// taken.
    pub fn register_with_identity(&self, attempt: RegistrationAttempt) -> Result<Login, UserError> {
        let UserPorts { identities, ticket_texts, clock, .. } = &self.ports;
        let RegistrationAttempt { ticket, browser, username, device } = attempt;
        let account = NewAccount {
            username,
            password_hash: NO_PASSWORD.to_owned(),
            image: default_avatar(),
            code_digests: vec![],
            created_at: clock.now(),
        };
        let digest = TicketStage::Register.digest(&**ticket_texts, &ticket);
        let browser = ticket_texts.digest(&browser);
        let account = match identities.register(&digest, &browser, &account)? {
            RegisterOutcome::Registered(account) => account,
            RegisterOutcome::NameTaken => return Err(UserError::UsernameTaken),
            RegisterOutcome::Ended => return Err(UserError::RegistrationEnded),
        };
        let login = self.ports.open_session(account, SignInMethod::Oidc, &device)?;
        login.ok_or(UserError::SessionEnded)
    }
}

use std::{net::IpAddr, sync::Arc, time::Duration};

use kernel::{Actor, Language, UserId};

use super::{BeginEmailOutcome, Email, EmailAddress, LinkTokens, unsubscriber};
use crate::{
    LoginFailures, Password, Reauthenticated, ThrottleKey, UserError, UserPorts, throttle::Throttle,
};

/// The use cases of e-mail addresses, on a site that sends mail.
pub struct Emails {
    ports: UserPorts,
    tokens: Arc<dyn LinkTokens>,
    throttle: Throttle,
}

/// Somebody says that they forgot the password.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForgottenAttempt {
    /// A username or an address.
    pub name: String,
    /// The network address of the client, if known.
    pub address: Option<IpAddr>,
}

impl Emails {
    /// Without `failures` nothing is throttled.
    #[must_use]
    pub fn new(
        ports: UserPorts,
        tokens: Arc<dyn LinkTokens>,
        failures: Option<Arc<dyn LoginFailures>>,
    ) -> Self {
        let throttle = Throttle::new(failures, ports.clock.clone());
        Self { ports, tokens, throttle }
    }

    /// Begins to give the account this address: a mail asks to confirm it, in `language` where the member chose none.
    pub fn begin(
        &self,
        owner: &Reauthenticated,
        address: &EmailAddress,
        language: Option<Language>,
    ) -> Result<Email, UserError> {
        let (link, now) = (self.tokens.generate(), self.ports.clock.now());
        let (user, hash) = (owner.user, &owner.hash);
        match self.ports.emails.begin(user, hash, address, &link, language, now)? {
            BeginEmailOutcome::Begun(email) => Ok(email),
            BeginEmailOutcome::PasswordChanged => Err(UserError::WrongPassword),
            BeginEmailOutcome::TooMany { first } => {
                let wait = first.after(Duration::from_hours(24)).since(now);
                Err(UserError::TooManyConfirmations { wait_seconds: wait.as_secs().max(1) })
            }
        }
    }

    /// Takes the address off the account.
    pub fn remove(&self, actor: &Actor) -> Result<(), UserError> {
        Ok(self.ports.emails.remove(actor.id, self.ports.clock.now())?)
    }

    /// Returns the address that the link of a mail confirms.
    pub fn confirm(&self, token: &str) -> Result<String, UserError> {
        let confirmed =
            self.ports.emails.confirm(&self.tokens.digest(token), self.ports.clock.now())?;
        confirmed.ok_or(UserError::LinkEnded)
    }

    /// Returns whose mails about notifications end by the link of one.
    pub fn unsubscriber(&self, token: &str) -> Result<UserId, UserError> {
        let user = unsubscriber(self.tokens.as_ref(), token, self.ports.clock.now());
        user.ok_or(UserError::LinkEnded)
    }

    /// Counts as a failure to sign in with this name, and has a mail sent if there is a confirmed address. Takes the same
    /// time for every name.
    pub fn request_reset(&self, attempt: &ForgottenAttempt) -> Result<(), UserError> {
        let name = attempt.name.trim();
        let email = EmailAddress::parse(name).ok();
        let of_name = match &email {
            Some(email) => Some(ThrottleKey::email(email)),
            None => ThrottleKey::password_of(name),
        };
        let keys: Vec<_> =
            attempt.address.map(ThrottleKey::address).into_iter().chain(of_name.clone()).collect();
        self.throttle.count_attempt(&keys)?;
        // Nobody can have another name.
        if of_name.is_some() {
            self.ports.emails.request_reset(name, self.ports.clock.now())?;
        }
        Ok(())
    }

    /// Checks that the link of a mail is open and the password is none that many people use: fast, for use before queueing.
    pub fn check_reset(&self, token: &str, password: &Password) -> Result<(), UserError> {
        self.ports.refuse_common(password)?;
        let digest = self.tokens.digest(token);
        let is_open = self.ports.emails.may_reset(&digest, self.ports.clock.now())?;
        if is_open { Ok(()) } else { Err(UserError::LinkEnded) }
    }

    /// Slow. Sets a new password by the link of a mail and ends every session. A second step in force still stands.
    pub fn reset(&self, token: &str, password: &Password) -> Result<(), UserError> {
        let hash = self.ports.hasher.hash(password)?;
        let (digest, now) = (self.tokens.digest(token), self.ports.clock.now());
        if self.ports.emails.reset(&digest, &hash, now)? {
            Ok(())
        } else {
            Err(UserError::LinkEnded)
        }
    }
}

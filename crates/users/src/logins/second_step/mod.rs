//! What needs a code besides the password.

use std::net::IpAddr;

use kernel::{Banned, RepositoryError, Timestamp, UserId};

use super::{Login, Logins, Reauthenticated};
use crate::{
    Account, Attempt, BeginOutcome, CountedFailure, Device, LoginError, RecoveryCode, SecondStep,
    ShownSecret, SignInMethod, SignInTicket, Success, ThrottleKey, UserError, UserPorts, WrongCode,
    second_step::BEGUN_LIFETIME,
};

/// The second step of a sign-in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SecondAttempt {
    /// The text of the ticket.
    pub ticket: String,
    /// The client address, if known.
    pub address: Option<IpAddr>,
    pub device: Device,
}

impl Logins {
    /// Returns when the account's second step came into force; `None` if it has none.
    pub fn second_step_since(&self, user: UserId) -> Result<Option<Timestamp>, UserError> {
        Ok(self.ports.second_steps.find(user)?.and_then(|found| found.active_since))
    }

    /// Generates a secret. It is in force once [`Self::activate_second_step`] gets a code of it.
    pub fn begin_second_step(
        &self,
        owner: &Reauthenticated,
        issuer: &str,
    ) -> Result<ShownSecret, UserError> {
        let UserPorts { totp, second_steps, repository, clock, .. } = &self.ports;
        let account = repository.find(owner.user)?.ok_or(UserError::NotFound)?;
        let secret = totp.generate();
        match second_steps.begin(owner.user, &owner.hash, secret, clock.now())? {
            BeginOutcome::Begun => Ok(totp.shown(&secret, issuer, &account.username)?),
            BeginOutcome::Active => Err(UserError::SecondStepActive),
            BeginOutcome::PasswordChanged => Err(UserError::WrongPassword),
        }
    }

    /// Puts the begun second step in force with a first code, which is spent. Returns new recovery codes; all earlier
    /// ones end.
    pub fn activate_second_step(
        &self,
        user: UserId,
        code: &str,
    ) -> Result<Vec<RecoveryCode>, UserError> {
        let UserPorts { totp, second_steps, clock, .. } = &self.ports;
        let now = clock.now();
        let begun = second_steps.find(user)?.filter(|found| found.is_begun(now));
        let SecondStep { secret, .. } = begun.ok_or(UserError::NoSecondStepBegun)?;
        let trial = self.throttle.count_attempt(&[ThrottleKey::current_password_of(user)])?;
        let step = totp.step_of(&secret, code, now).ok_or(UserError::InvalidFirstCode)?;
        let codes = self.ports.generate_codes();
        if !second_steps.activate(user, secret, step, &self.ports.digests(&codes), now)? {
            return Err(UserError::NoSecondStepBegun);
        }
        self.throttle.undo(&trial, Success::Complete)?;
        Ok(codes)
    }

    /// Deletes what was begun and can't come into force any more. Returns how many.
    pub fn delete_lapsed_second_steps(&self) -> Result<usize, RepositoryError> {
        self.ports.second_steps.delete_begun(self.ports.clock.now().before(BEGUN_LIFETIME))
    }

    /// Removes the second step, which takes a code of the app or a recovery code.
    pub fn remove_second_step(&self, owner: &Reauthenticated, code: &str) -> Result<(), UserError> {
        let found = self.second_step_of(owner.user)?.ok_or(UserError::NoSecondStep)?;
        self.prove_second_step(owner.user, &found, code)?;
        self.ports.second_steps.remove(owner.user, self.ports.clock.now())?;
        Ok(())
    }

    /// Uses up a code from the holder of a token.
    pub(super) fn prove_second_step(
        &self,
        user: UserId,
        second_step: &SecondStep,
        code: &str,
    ) -> Result<(), UserError> {
        let trial = self.throttle.count_attempt(&[ThrottleKey::second_step_of(user)])?;
        self.ports.use_code(user, second_step, code)??;
        Ok(self.throttle.undo(&trial, Success::Complete)?)
    }

    /// Signs in with the ticket of the first step and a code.
    pub fn second_step(&self, attempt: &SecondAttempt, code: &str) -> Result<Login, LoginError> {
        let UserPorts { repository, second_steps, ticket_texts, clock, .. } = &self.ports;
        let now = clock.now();
        let digest = ticket_texts.digest(&attempt.ticket);
        let ticket = second_steps.ticket(&digest, now)?.ok_or(LoginError::TicketEnded)?;
        let account = repository.find(ticket.user)?.map(|account| account.at(now));
        let is_current = |account: &Account| account.session_version == ticket.version;
        let account = account.filter(is_current).ok_or(LoginError::TicketEnded)?;
        let found = self.second_step_of(account.id)?.ok_or(LoginError::TicketEnded)?;
        let trial = self.throttle.count_attempt(&attempt.keys(&account.username, ticket.method))?;
        if !second_steps.take_try(&digest)? {
            self.throttle.undo(&trial, Success::FirstStep)?;
            return Err(LoginError::TicketEnded);
        }
        self.ports.use_code(account.id, &found, code)??;
        if !second_steps.end_ticket(&digest)? {
            self.throttle.undo(&trial, Success::FirstStep)?;
            return Err(LoginError::TicketEnded);
        }
        self.throttle.undo(&trial, Success::Complete)?;
        if let Some(ban) = account.ban {
            return Err(self.ports.refused(account.id, Banned(ban)));
        }
        let login = self.ports.open_session(account, ticket.method, &attempt.device)?;
        login.ok_or(LoginError::TicketEnded)
    }

    /// Opens a session after the first step, or returns a ticket for the second where one is in force.
    pub(super) fn after_first_step(
        &self,
        account: Account,
        method: SignInMethod,
        device: &Device,
        trial: &[CountedFailure],
    ) -> Result<Option<Login>, LoginError> {
        if self.second_step_of(account.id)?.is_none() {
            self.throttle.undo(trial, Success::Complete)?;
            return Ok(self.ports.open_session(account, method, device)?);
        }
        self.throttle.undo(trial, Success::FirstStep)?;
        Err(LoginError::SecondStepRequired { ticket: self.open_ticket(&account, method)? })
    }

    /// Returns the second step that is in force.
    pub(super) fn second_step_of(
        &self,
        user: UserId,
    ) -> Result<Option<SecondStep>, RepositoryError> {
        let found = self.ports.second_steps.find(user)?;
        Ok(found.filter(|found| found.active_since.is_some()))
    }

    fn open_ticket(&self, account: &Account, method: SignInMethod) -> Result<String, LoginError> {
        let UserPorts { second_steps, ticket_texts, clock, .. } = &self.ports;
        let (now, text) = (clock.now(), ticket_texts.generate());
        let expires_at = now.after(SignInTicket::LIFETIME);
        let (user, version) = (account.id, account.session_version);
        let ticket = SignInTicket { user, version, method, expires_at };
        second_steps.open_ticket(&ticket_texts.digest(&text), &ticket, now)?;
        Ok(text)
    }
}

impl SecondAttempt {
    /// Returns the keys of the first step, so that guesses at the password do not delay the code after a recovery code.
    fn keys(&self, username: &str, method: SignInMethod) -> Vec<ThrottleKey> {
        let Self { address, device, .. } = self.clone();
        let first = Attempt { username: username.to_owned(), address, device };
        match method {
            SignInMethod::Password | SignInMethod::Passkey | SignInMethod::Oidc => {
                first.password_keys()
            }
            SignInMethod::RecoveryCode => first.code_keys(),
        }
    }
}

impl UserPorts {
    /// Uses up a code of the app or a recovery code.
    fn use_code(
        &self,
        user: UserId,
        second_step: &SecondStep,
        code: &str,
    ) -> Result<Result<(), WrongCode>, RepositoryError> {
        let code = code.trim();
        if let Some(step) = self.totp.step_of(&second_step.secret, code, self.clock.now()) {
            let is_first = self.second_steps.use_step(user, step)?;
            return Ok(if is_first { Ok(()) } else { Err(WrongCode::UsedBefore) });
        }
        let Some(code) = RecoveryCode::parse(code) else { return Ok(Err(WrongCode::Unknown)) };
        let is_left =
            self.second_steps.use_recovery_code(user, &self.recovery_codes.digest(&code))?;
        Ok(if is_left { Ok(()) } else { Err(WrongCode::Unknown) })
    }
}

#[cfg(test)]
mod tests;

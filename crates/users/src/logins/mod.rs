mod api_tokens;
mod identities;
mod passkeys;
mod reauthentication;
mod second_step;

use std::{net::IpAddr, sync::Arc};

use kernel::{Banned, Network, RepositoryError, SessionId, UserId};

use crate::{
    Account, AppealPass, CommonPassword, Credentials, DeleteOutcome, Device, KeptSession,
    LoginError, LoginFailures, NewSession, Password, RecoveryCode, RecoveryOutcome, Session,
    SignInMethod, Success, UserError, UserPorts, Username, throttle::Throttle,
};

pub use self::{
    identities::{
        BegunSignIn, Callback, CompletedSignIn, CompletionAttempt, Landing, RegistrationAttempt,
        SignInFailure,
    },
    reauthentication::{Presence, Reauthenticated, SignInProof},
    second_step::SecondAttempt,
};

/// Use cases that check a password or a recovery code.
///
/// After too many failures attempts are refused without a comparison until a wait is over.
pub struct Logins {
    ports: UserPorts,
    throttle: Throttle,
    /// Compared with the password for an unknown name, and where there is none.
    dummy_hash: String,
}

/// How many sign-ins with passkeys, and as many at providers, are begun and not finished at a time. Beyond it the oldest of
/// the network that has the most end, so that many networks are needed to end those of others.
pub const MAX_BEGUN: usize = 10_000;
/// How many of them a network has; beyond it its oldest end. Rate limits let through about as many.
pub const MAX_BEGUN_OF_NETWORK: usize = 200;

/// Returns the network that begun sign-ins are counted by; empty if unknown.
fn counted_network(network: Option<Network>) -> String {
    network.map(|network| network.site().to_string()).unwrap_or_default()
}

/// An attempt to sign in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// The claimed name.
    pub username: String,
    /// The client address, if known.
    pub address: Option<IpAddr>,
    pub device: Device,
}

/// A successful login.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Login {
    pub token: String,
    pub account: Account,
}

impl Logins {
    /// Without `failures` nothing is throttled.
    #[must_use]
    pub fn new(ports: UserPorts, failures: Option<Arc<dyn LoginFailures>>) -> Self {
        let dummy_hash = ports.hasher.dummy_hash();
        let throttle = Throttle::new(failures, ports.clock.clone());
        Self { ports, throttle, dummy_hash }
    }

    /// Checks that [`Self::login`] is not throttled: fast, for use before queueing.
    pub fn check_login(&self, attempt: &Attempt) -> Result<(), LoginError> {
        Ok(self.throttle.check(&attempt.password_keys())?)
    }

    /// Slow: hashes the password, for an unknown name too.
    pub fn login(&self, attempt: &Attempt, password: &str) -> Result<Login, LoginError> {
        let trial = self.throttle.count_attempt(&attempt.password_keys())?;
        let key = Username::key_of(&attempt.username);
        let credentials = self.ports.repository.credentials_by_name(&key)?;
        let found = credentials.as_ref().filter(|found| found.has_password());
        let hash = found.map_or(&self.dummy_hash, |found| &found.password_hash);
        let fits = self.ports.hasher.verify(password, hash);
        let Some(Credentials { account, password_hash }) = credentials.filter(|_| fits) else {
            return Err(LoginError::Invalid);
        };
        let account = account.at(self.ports.clock.now());
        if let Some(ban) = account.ban {
            // The second step was not asked for.
            self.throttle.undo(&trial, Success::FirstStep)?;
            return Err(self.ports.refused(account.id, Banned(ban)));
        }
        if let Some(renewed) = self.ports.hasher.renewed(password, &password_hash)? {
            self.ports.repository.renew_hash(account.id, &password_hash, &renewed)?;
        }
        let method = SignInMethod::Password;
        let login = self.after_first_step(account, method, &attempt.device, &trial)?;
        // The password was changed meanwhile.
        login.ok_or(LoginError::Invalid)
    }

    /// Checks that [`Self::recover`] is not throttled: fast, for use before queueing.
    pub fn check_recovery(&self, attempt: &Attempt) -> Result<(), LoginError> {
        Ok(self.throttle.check(&attempt.code_keys())?)
    }

    /// Slow. Sets a new password with one of the account's recovery codes, which is then used up, and
    /// ends every session. A second step in force still stands.
    pub fn recover(
        &self,
        attempt: &Attempt,
        code: &str,
        password: &Password,
    ) -> Result<Login, LoginError> {
        self.ports.refuse_common(password)?;
        let trial = self.throttle.count_attempt(&attempt.code_keys())?;
        // Hash before looking up name and code, so that every attempt costs the same.
        let new_hash = self.ports.hasher.hash(password)?;
        let code = RecoveryCode::parse(code).ok_or(LoginError::InvalidCode)?;
        let digest = self.ports.recovery_codes.digest(&code);
        let key = Username::key_of(&attempt.username);
        let now = self.ports.clock.now();
        match self.ports.repository.recover(&key, &digest, &new_hash, now)? {
            RecoveryOutcome::Refused => Err(LoginError::InvalidCode),
            RecoveryOutcome::Banned(user, banned) => {
                self.throttle.undo(&trial, Success::Complete)?;
                Err(self.ports.refused(user, banned))
            }
            RecoveryOutcome::Done(account) => {
                let (account, device) = (account.at(now), &attempt.device);
                let method = SignInMethod::RecoveryCode;
                let login = self.after_first_step(account, method, device, &trial)?;
                login.ok_or(LoginError::InvalidCode)
            }
        }
    }

    /// Slow. Sets a new password, ends every session but this one and returns its new token.
    pub fn set_password(
        &self,
        owner: &Reauthenticated,
        session: SessionId,
        password: &Password,
    ) -> Result<String, UserError> {
        self.ports.refuse_common(password)?;
        let hash = self.ports.hasher.hash(password)?;
        let kept = self.ports.kept(session);
        let account = self.ports.repository.set_password(owner.user, &owner.hash, &hash, &kept)?;
        let Some(account) = account else {
            let is_open = self.ports.sessions.holder(owner.user, session)?.is_some();
            // The password changed concurrently, so the current one is not current any more.
            return Err(if is_open { UserError::WrongPassword } else { UserError::SessionEnded });
        };
        Ok(self.ports.token_of(&account, session)?)
    }

    /// Replaces all recovery codes and returns the new ones, which are never shown again. Where a second step is in
    /// force, it takes a code of the app or a recovery code, because the new codes replace the app.
    pub fn renew_recovery_codes(
        &self,
        owner: &Reauthenticated,
        code: &str,
    ) -> Result<Vec<RecoveryCode>, UserError> {
        if let Some(second_step) = self.second_step_of(owner.user)? {
            self.prove_second_step(owner.user, &second_step, code)?;
        }
        let codes = self.ports.generate_codes();
        let digests = self.ports.digests(&codes);
        let (user, hash, now) = (owner.user, &owner.hash, self.ports.clock.now());
        let stored = self.ports.repository.set_recovery_codes(user, hash, &digests, now)?;
        if stored { Ok(codes) } else { Err(UserError::WrongPassword) }
    }

    /// Deletes the account for good and ends every token. Slow for an account with much content.
    pub fn delete_account(&self, owner: &Reauthenticated) -> Result<(), UserError> {
        let now = self.ports.clock.now();
        match self.ports.repository.delete(owner.user, &owner.hash, now)? {
            DeleteOutcome::Deleted => Ok(()),
            DeleteOutcome::LastAdmin => Err(UserError::LastAdmin),
            DeleteOutcome::PasswordChanged => Err(UserError::WrongPassword),
        }
    }
}

impl UserPorts {
    pub(crate) fn refuse_common(&self, password: &Password) -> Result<(), CommonPassword> {
        if self.common_passwords.contains(password) { Err(CommonPassword) } else { Ok(()) }
    }

    pub(crate) fn generate_codes(&self) -> Vec<RecoveryCode> {
        (0..RecoveryCode::COUNT).map(|_| self.recovery_codes.generate()).collect()
    }

    pub(crate) fn digests(&self, codes: &[RecoveryCode]) -> Vec<String> {
        codes.iter().map(|code| self.recovery_codes.digest(code)).collect()
    }

    /// Opens a session and returns its token; `None` if the account's sessions ended since it was read.
    fn open_session(
        &self,
        account: Account,
        method: SignInMethod,
        device: &Device,
    ) -> Result<Option<Login>, RepositoryError> {
        let opened_at = self.clock.now();
        let ends_at = opened_at.after(self.tokens.lifetime());
        let (user, version) = (account.id, account.session_version);
        let device = device.clone();
        let session = NewSession { user, version, method, device, opened_at, ends_at };
        let Some(id) = self.sessions.open(&session)? else { return Ok(None) };
        Ok(Some(Login { token: self.token_of(&account, id)?, account }))
    }

    /// The session that stays open, with a new token from now on.
    pub(crate) fn kept(&self, id: SessionId) -> KeptSession {
        let renewed_at = self.clock.now();
        KeptSession { id, renewed_at, ends_at: renewed_at.after(self.tokens.lifetime()) }
    }

    pub(crate) fn token_of(
        &self,
        account: &Account,
        id: SessionId,
    ) -> Result<String, RepositoryError> {
        let (user, version) = (account.id, account.session_version);
        // The clock may have gone back since: a token from before its account is never valid.
        let issued_at = self.clock.now().max(account.created_at);
        self.tokens.issue(&Session { user, id, version, issued_at, api: None })
    }

    /// Refuses a banned member who proved to be one, who may appeal.
    fn refused(&self, user: UserId, banned: Banned) -> LoginError {
        let pass = AppealPass { user, issued_at: self.clock.now() };
        match self.tokens.issue_appeal(&pass) {
            Ok(appeal_token) => LoginError::Banned { banned, appeal_token },
            Err(error) => error.into(),
        }
    }
}

#[cfg(test)]
mod tests;

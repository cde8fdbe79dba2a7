//! Passkeys: added, named, removed, and signed in with.

use kernel::{Banned, Network, PasskeyId, RepositoryError, UserId};

use super::{Login, Logins, Reauthenticated, counted_network};
use crate::{
    AddPasskeyOutcome, BegunCeremony, CredentialName, LoginError, NewPasskey, Passkey,
    PasskeyAttempt, PasskeyChallenge, PasskeyRequest, RemovePasskeyOutcome, SignInMethod, Success,
    ThrottleKey, UserError, UserPorts,
};

impl Logins {
    /// Returns whether members can have passkeys here.
    #[must_use]
    pub fn passkeys_are_possible(&self) -> bool {
        self.ports.ceremonies.are_possible()
    }

    /// Returns the passkeys of the account, the oldest first.
    pub fn passkeys(&self, user: UserId) -> Result<Vec<Passkey>, UserError> {
        Ok(self.ports.passkeys.list(user)?)
    }

    /// Begins to add a passkey of `site`. Returns the options for the browser, in JSON. Where a second step is in force, it
    /// takes a code of the app or a recovery code, because the passkey will stand for both steps; not from a session that a
    /// passkey opened.
    pub fn begin_passkey(
        &self,
        owner: &Reauthenticated,
        site: &str,
        asked: &PasskeyRequest,
    ) -> Result<String, UserError> {
        let UserPorts { repository, passkeys, ceremonies, .. } = &self.ports;
        let account = repository.find(owner.user)?.ok_or(UserError::NotFound)?;
        let existing = passkeys.keys(owner.user)?;
        let begun = ceremonies.begin_creation(&asked.origin, site, &account.username, &existing)?;
        let begun = begun.ok_or(UserError::PasskeysImpossible)?;
        self.prove_device(owner, asked.session, &asked.code)?;
        let network = String::new();
        Ok(self.ports.open_challenge(begun, Some(owner.user), network)?)
    }

    /// Adds the passkey that answers what [`Self::begin_passkey`] asked.
    pub fn add_passkey(
        &self,
        user: UserId,
        name: CredentialName,
        origin: &str,
        response: &str,
    ) -> Result<Passkey, UserError> {
        let UserPorts { passkeys, ceremonies, clock, .. } = &self.ports;
        let created_at = clock.now();
        let claimed = ceremonies.read(response).ok_or(UserError::PasskeyRefused)?;
        let state = passkeys.take_challenge(&claimed.challenge, Some(user), created_at)?;
        let key = state.and_then(|state| ceremonies.finish_creation(origin, &state, response));
        let key = key.ok_or(UserError::PasskeyRefused)?;
        match passkeys.add(&NewPasskey { user, name, key, created_at })? {
            AddPasskeyOutcome::Added(passkey) => Ok(passkey),
            AddPasskeyOutcome::TooMany => Err(UserError::TooManyPasskeys),
            AddPasskeyOutcome::Known => Err(UserError::PasskeyKnown),
        }
    }

    /// Names a passkey anew.
    pub fn rename_passkey(
        &self,
        user: UserId,
        id: PasskeyId,
        name: &CredentialName,
    ) -> Result<Passkey, UserError> {
        self.ports.passkeys.rename(user, id, name)?.ok_or(UserError::NoPasskey)
    }

    /// Removes a passkey. The sessions that it opened stay.
    pub fn remove_passkey(&self, user: UserId, id: PasskeyId) -> Result<(), UserError> {
        let (working, now) = (self.working_ways(), self.ports.clock.now());
        match self.ports.passkeys.remove(user, id, &working, now)? {
            RemovePasskeyOutcome::Removed => Ok(()),
            RemovePasskeyOutcome::NotFound => Err(UserError::NoPasskey),
            RemovePasskeyOutcome::LastSignIn => Err(UserError::LastSignIn),
        }
    }

    /// Begins a sign-in at `origin`. Returns the options for the browser, in JSON: they name nobody.
    pub fn begin_passkey_sign_in(
        &self,
        origin: &str,
        network: Option<Network>,
    ) -> Result<String, LoginError> {
        let begun = self.ports.ceremonies.begin_sign_in(origin)?;
        let begun = begun.ok_or(LoginError::PasskeysImpossible)?;
        Ok(self.ports.open_challenge(begun, None, counted_network(network))?)
    }

    /// Signs in with the answer of a device, without a second step. Failures count for the address alone: no name is
    /// claimed, and a key is not guessed.
    pub fn sign_in_with_passkey(
        &self,
        attempt: &PasskeyAttempt,
        response: &str,
    ) -> Result<Login, LoginError> {
        let UserPorts { repository, passkeys, ceremonies, clock, .. } = &self.ports;
        let now = clock.now();
        let keys: Vec<_> = attempt.address.map(ThrottleKey::address).into_iter().collect();
        let trial = self.throttle.count_attempt(&keys)?;
        let claimed = ceremonies.read(response).ok_or(LoginError::WrongPasskey)?;
        let state = passkeys.take_challenge(&claimed.challenge, None, now)?;
        let state = state.ok_or(LoginError::WrongPasskey)?;
        let known = passkeys.find(&claimed.credential)?;
        let decoy = || ceremonies.decoy(&claimed.credential);
        let key = known.as_ref().map_or_else(decoy, |known| known.key.clone());
        let after = ceremonies.finish_sign_in(&attempt.origin, &state, response, &key);
        let (known, after) = known.zip(after).ok_or(LoginError::WrongPasskey)?;
        let account = repository.find(known.user)?.ok_or(LoginError::WrongPasskey)?.at(now);
        if !passkeys.mark_used(known.id, &known.key.public_key, &after, now)? {
            return Err(LoginError::WrongPasskey);
        }
        self.throttle.undo(&trial, Success::Complete)?;
        if let Some(ban) = account.ban {
            return Err(self.ports.refused(account.id, Banned(ban)));
        }
        let login = self.ports.open_session(account, SignInMethod::Passkey, &attempt.device)?;
        login.ok_or(LoginError::WrongPasskey)
    }
}

impl UserPorts {
    /// Stores the challenge of a begun ceremony and returns its options.
    fn open_challenge(
        &self,
        begun: BegunCeremony,
        user: Option<UserId>,
        network: String,
    ) -> Result<String, RepositoryError> {
        let BegunCeremony { options, challenge: text, state } = begun;
        let now = self.clock.now();
        let expires_at = now.after(PasskeyChallenge::LIFETIME);
        let challenge = PasskeyChallenge { text, user, network, state, expires_at };
        self.passkeys.open_challenge(&challenge, now)?;
        Ok(options)
    }
}

#[cfg(test)]
mod tests;

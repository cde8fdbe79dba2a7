use std::time::Duration;

use kernel::{Actor, ByName, ImageUrl, Member, Page, PageRequest, RepositoryError, UserId};

use crate::{
    Account, ExportRecord, ExportSection, NewAccount, Password, Profile, Registration,
    RegistrationForm, ScreenedRegistration, Session, UserError, UserPorts, Username,
    default_avatar,
};

/// The maximum difference between the clocks of two servers.
const MAX_CLOCK_SKEW: Duration = Duration::from_mins(1);

/// The use cases of accounts, except those that check a password or a code: [`crate::Logins`].
pub struct Users {
    ports: UserPorts,
}

impl Users {
    #[must_use]
    pub fn new(ports: UserPorts) -> Self {
        Self { ports }
    }

    /// Refuses common passwords. Fast, so it comes before whatever is expensive.
    pub fn screen(
        &self,
        registration: RegistrationForm,
    ) -> Result<ScreenedRegistration, UserError> {
        self.refuse_common(&registration.password)?;
        Ok(ScreenedRegistration(registration))
    }

    /// Slow: hashes the password.
    pub fn register(
        &self,
        ScreenedRegistration(registration): ScreenedRegistration,
    ) -> Result<Registration, UserError> {
        let RegistrationForm { username, password, image, with_codes } = registration;
        let recovery_codes = if with_codes { self.ports.generate_codes() } else { vec![] };
        let account = NewAccount {
            username,
            password_hash: self.ports.hasher.hash(&password)?,
            image: image.unwrap_or_else(default_avatar),
            code_digests: self.ports.digests(&recovery_codes),
            created_at: self.ports.clock.now(),
        };
        let account = self.ports.repository.insert(&account)?.ok_or(UserError::UsernameTaken)?;
        Ok(Registration { account, recovery_codes })
    }

    /// Refuses passwords that many people use; fast enough to run before queueing for a hash.
    pub fn refuse_common(&self, password: &Password) -> Result<(), UserError> {
        Ok(self.ports.refuse_common(password)?)
    }

    /// Returns whether the name is taken, regardless of case.
    pub fn is_taken(&self, username: &Username) -> Result<bool, UserError> {
        Ok(self.ports.repository.credentials_by_name(&username.key())?.is_some())
    }

    /// Verifies signature and expiry of a token; [`Self::member`] checks the rest.
    #[must_use]
    pub fn session(&self, token: &str) -> Option<Session> {
        self.ports.tokens.read(token, self.ports.clock.now())
    }

    /// Returns the current holder of the session, banned or not.
    pub fn member(&self, session: &Session) -> Result<Member, UserError> {
        let account = self.ports.repository.find(session.user)?;
        account
            .filter(|account| is_valid_session(session, account))
            .map(|account| account.member())
            .ok_or(UserError::SessionEnded)
    }

    pub fn account(&self, id: UserId, asker: UserId) -> Result<Account, UserError> {
        let account = self.ports.repository.find(id)?.ok_or(UserError::NotFound)?;
        if id == asker { Ok(account) } else { Err(UserError::NotTheOwner) }
    }

    pub fn profile(&self, id: UserId) -> Result<Profile, UserError> {
        let account = self.ports.repository.find(id)?.ok_or(UserError::NotFound)?;
        Ok(Profile { id: account.id, username: account.username, image: account.image })
    }

    /// Sets the image; `None` restores the default avatar.
    pub fn set_image(&self, actor: &Actor, image: Option<ImageUrl>) -> Result<Account, UserError> {
        let image = image.unwrap_or_else(default_avatar);
        self.ports.repository.set_image(actor.id, &image)?.ok_or(UserError::NotFound)
    }

    /// Ends every token of the actor and returns a new one.
    pub fn end_sessions(&self, actor: &Actor) -> Result<String, UserError> {
        let account = self.ports.repository.end_sessions(actor.id)?.ok_or(UserError::NotFound)?;
        Ok(self.ports.token_of(&account)?)
    }

    /// Returns all users but the actor whose name contains `part`, regardless of case.
    pub fn search_users(
        &self,
        actor: &Actor,
        part: &str,
        page: &PageRequest<ByName>,
    ) -> Result<Page<Profile, ByName>, UserError> {
        if !Username::could_contain(part) {
            return Ok(Page { items: vec![], next: None });
        }
        Ok(self.ports.repository.search_users(actor.id, &Username::key_of(part), page)?)
    }

    /// Returns records of a section of a member's export after the key `after`, by key.
    pub fn records(
        &self,
        of: UserId,
        section: ExportSection,
        after: i64,
    ) -> Result<Vec<ExportRecord>, RepositoryError> {
        self.ports.exports.records(of, section, after)
    }
}

/// Returns whether a session is valid for an account. A session older than the account belongs to
/// another one: after a restore, ids are assigned again.
fn is_valid_session(session: &Session, account: &Account) -> bool {
    account.session_version == session.version
        && account.created_at <= session.issued_at.after(MAX_CLOCK_SKEW)
}

#[cfg(test)]
mod tests;

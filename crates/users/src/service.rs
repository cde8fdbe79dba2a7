use std::time::Duration;

use kernel::{Actor, ByName, ImageUrl, Member, Page, PageRequest, RepositoryError, UserId};

use crate::{
    Account, ExportRecord, ExportSection, NewAccount, Password, Profile, RecoveryCode, Session,
    UserError, UserPorts, Username, default_avatar,
};

/// How far the clocks of two copies of the server may be apart.
const MAX_CLOCK_SKEW: Duration = Duration::from_mins(1);

/// The use cases of accounts, but those that ask for a password or a code: [`crate::Logins`].
pub struct Users {
    ports: UserPorts,
}

/// An account that was just created.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Registration {
    pub account: Account,
    /// Those that were asked for: known here, and never again.
    pub recovery_codes: Vec<RecoveryCode>,
}

impl Users {
    #[must_use]
    pub fn new(ports: UserPorts) -> Self {
        Self { ports }
    }

    /// Slow: hashes the password.
    pub fn register(
        &self,
        username: Username,
        password: &Password,
        image: Option<ImageUrl>,
        with_codes: bool,
    ) -> Result<Registration, UserError> {
        self.refuse_common(password)?;
        let recovery_codes = if with_codes { self.ports.generate_codes() } else { vec![] };
        let account = NewAccount {
            username,
            password_hash: self.ports.hasher.hash(password)?,
            image: image.unwrap_or_else(default_avatar),
            code_digests: self.ports.digests(&recovery_codes),
            created_at: self.ports.clock.now(),
        };
        let account = self.ports.repository.insert(&account)?.ok_or(UserError::UsernameTaken)?;
        Ok(Registration { account, recovery_codes })
    }

    /// What [`Self::register`] refuses first: quick, so that it can be asked before queueing.
    pub fn refuse_common(&self, password: &Password) -> Result<(), UserError> {
        Ok(self.ports.refuse_common(password)?)
    }

    /// Whether somebody has the name, without regard to case.
    pub fn is_taken(&self, username: &Username) -> Result<bool, UserError> {
        Ok(self.ports.repository.credentials_by_name(&username.key())?.is_some())
    }

    /// What a token stands for, by its signature and its expiry alone; [`Self::member`] asks the rest.
    #[must_use]
    pub fn session(&self, token: &str) -> Option<Session> {
        self.ports.tokens.read(token, self.ports.clock.now())
    }

    /// Who holds the session now, banned or not.
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

    /// No image brings the default avatar back.
    pub fn set_image(&self, actor: &Actor, image: Option<ImageUrl>) -> Result<Account, UserError> {
        let image = image.unwrap_or_else(default_avatar);
        self.ports.repository.set_image(actor.id, &image)?.ok_or(UserError::NotFound)
    }

    /// Ends every token of the actor; the one answered is good.
    pub fn end_sessions(&self, actor: &Actor) -> Result<String, UserError> {
        let account = self.ports.repository.end_sessions(actor.id)?.ok_or(UserError::NotFound)?;
        Ok(self.ports.token_of(&account)?)
    }

    /// Everybody but the asker whose name contains `part`, without regard to case.
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

    /// What there is of a member, some records at a time: those of a part behind `after`, by key.
    pub fn records(
        &self,
        of: UserId,
        section: ExportSection,
        after: i64,
    ) -> Result<Vec<ExportRecord>, RepositoryError> {
        self.ports.exports.records(of, section, after)
    }
}

/// Whether a session is still good for an account. One from before the account was made is another's:
/// after a backup was restored, ids are given anew.
fn is_valid_session(session: &Session, account: &Account) -> bool {
    account.session_version == session.version
        && account.created_at <= session.issued_at.after(MAX_CLOCK_SKEW)
}

#[cfg(test)]
mod tests;

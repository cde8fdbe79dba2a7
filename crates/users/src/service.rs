use std::sync::Arc;

use kernel::{
    Actor, ByName, Clock, ImageUrl, Member, Page, PageRequest, RepositoryError, Timestamp, UserId,
};

use crate::{
    Account, Credentials, ExportRepository, Left, LoginError, NewAccount, Part, Password,
    PasswordHasher, Profile, Record, Session, Tokens, UserError, UserRepository, Username,
    default_avatar,
};

/// The use cases of accounts.
pub struct Users {
    repository: Arc<dyn UserRepository>,
    exports: Arc<dyn ExportRepository>,
    hasher: Arc<dyn PasswordHasher>,
    tokens: Arc<dyn Tokens>,
    clock: Arc<dyn Clock>,
    /// What the password of a name that nobody has is compared with.
    unfitting_hash: String,
}

/// Somebody is signed in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Login {
    pub token: String,
    pub account: Account,
}

impl Users {
    pub fn new(
        repository: Arc<dyn UserRepository>,
        exports: Arc<dyn ExportRepository>,
        hasher: Arc<dyn PasswordHasher>,
        tokens: Arc<dyn Tokens>,
        clock: Arc<dyn Clock>,
    ) -> Self {
        let unfitting_hash = hasher.unfitting();
        Self { repository, exports, hasher, tokens, clock, unfitting_hash }
    }

    /// Slow: hashes the password.
    pub fn register(
        &self,
        username: Username,
        password: &Password,
        image: Option<ImageUrl>,
    ) -> Result<Account, UserError> {
        let account = NewAccount {
            username,
            password_hash: self.hasher.hash(password)?,
            image: image.unwrap_or_else(default_avatar),
            created_at: self.clock.now(),
        };
        self.repository.insert(&account)?.ok_or(UserError::UsernameTaken)
    }

    /// Whether somebody has the name, without regard to case.
    pub fn is_taken(&self, username: &Username) -> Result<bool, UserError> {
        Ok(self.repository.credentials_by_name(&username.key())?.is_some())
    }

    /// Slow: compares the password, that of an unknown name too.
    pub fn login(&self, username: &str, password: &str) -> Result<Login, LoginError> {
        let credentials = self.repository.credentials_by_name(&Username::key_of(username))?;
        let hash = credentials.as_ref().map_or(&self.unfitting_hash, |found| &found.password_hash);
        let fits = self.hasher.verify(password, hash);
        let Some(Credentials { account, .. }) = credentials.filter(|_| fits) else {
            return Err(LoginError::Invalid);
        };
        if account.banned {
            return Err(LoginError::Banned);
        }
        Ok(Login { token: self.token_of(&account)?, account })
    }

    /// What a token stands for, by its signature and its expiry alone; [`Self::member`] asks the rest.
    #[must_use]
    pub fn session(&self, token: &str) -> Option<Session> {
        self.tokens.read(token, self.clock.now())
    }

    /// Who holds the session now, banned or not.
    pub fn member(&self, session: &Session) -> Result<Member, UserError> {
        let account = self.repository.find(session.user)?;
        account
            .filter(|account| account.session_version == session.version)
            .map(|account| account.member())
            .ok_or(UserError::SessionEnded)
    }

    pub fn account(&self, id: UserId, asker: UserId) -> Result<Account, UserError> {
        let account = self.repository.find(id)?.ok_or(UserError::NotFound)?;
        if id == asker { Ok(account) } else { Err(UserError::NotTheOwner) }
    }

    pub fn profile(&self, id: UserId) -> Result<Profile, UserError> {
        let account = self.repository.find(id)?.ok_or(UserError::NotFound)?;
        Ok(Profile { id: account.id, username: account.username, image: account.image })
    }

    /// No image brings the default avatar back.
    pub fn set_image(&self, actor: &Actor, image: Option<ImageUrl>) -> Result<Account, UserError> {
        let image = image.unwrap_or_else(default_avatar);
        self.repository.set_image(actor.id, &image)?.ok_or(UserError::NotFound)
    }

    /// Slow. Every token issued before ends; the one answered is good.
    pub fn set_password(
        &self,
        actor: &Actor,
        current: &str,
        password: &Password,
    ) -> Result<String, UserError> {
        let credentials = self.repository.credentials(actor.id)?.ok_or(UserError::NotFound)?;
        if !self.hasher.verify(current, &credentials.password_hash) {
            return Err(UserError::WrongPassword);
        }
        let hash = self.hasher.hash(password)?;
        let account = self.repository.set_password(actor.id, &credentials.password_hash, &hash)?;
        // Somebody else changed it meanwhile, so the current one was not current any more.
        let account = account.ok_or(UserError::WrongPassword)?;
        Ok(self.token_of(&account)?)
    }

    /// Slow. Takes the actor's account away for good; every token ends.
    pub fn delete(&self, actor: &Actor, current: &str) -> Result<(), UserError> {
        let credentials = self.repository.credentials(actor.id)?.ok_or(UserError::NotFound)?;
        if !self.hasher.verify(current, &credentials.password_hash) {
            return Err(UserError::WrongPassword);
        }
        match self.repository.delete(actor.id, &credentials.password_hash)? {
            Left::Done => Ok(()),
            Left::LastAdmin => Err(UserError::LastAdmin),
            Left::Changed => Err(UserError::WrongPassword),
        }
    }

    /// Everybody but the asker whose name contains `part`, without regard to case.
    pub fn others(
        &self,
        actor: &Actor,
        part: &str,
        page: &PageRequest<ByName>,
    ) -> Result<Page<Profile, ByName>, UserError> {
        if !Username::could_hold(part) {
            return Ok(Page { items: vec![], next: None });
        }
        Ok(self.repository.others(actor.id, &Username::key_of(part), page)?)
    }

    /// When the account was made.
    pub fn registered_at(&self, id: UserId) -> Result<Timestamp, UserError> {
        self.exports.registered_at(id)?.ok_or(UserError::NotFound)
    }

    /// What there is of a member, some records at a time: those of a part behind `after`, by key.
    pub fn records(
        &self,
        of: UserId,
        part: Part,
        after: i64,
    ) -> Result<Vec<Record>, RepositoryError> {
        self.exports.records(of, part, after)
    }

    fn token_of(&self, account: &Account) -> Result<String, RepositoryError> {
        let session = Session { user: account.id, version: account.session_version };
        self.tokens.issue(&session, self.clock.now())
    }
}

#[cfg(test)]
mod tests;

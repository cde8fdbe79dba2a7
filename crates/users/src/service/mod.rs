use std::{collections::HashMap, time::Duration};

use kernel::{
    Actor, Ban, ByName, ImageUrl, Language, Member, Page, PageRequest, Reader, RepositoryError,
    Role, SessionId, Timestamp, UserId,
};

use crate::{
    About, Account, Admission, AppealPass, Email, ExportRecord, ExportSection, FirstAdminOutcome,
    NewAccount, OpenSession, Password, Profile, PublicProfile, RecoveryCode, Registration,
    RegistrationForm, ScreenedRegistration, Session, SessionRefusal, UserError, UserPorts,
    Username, default_avatar,
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

    /// Refuses common passwords. Fast, so it comes before expensive checks.
    pub fn screen(
        &self,
        registration: RegistrationForm,
    ) -> Result<ScreenedRegistration, UserError> {
        self.refuse_common(&registration.password)?;
        Ok(ScreenedRegistration(registration))
    }

    /// Returns whether the forum has an admin, banned or not.
    pub fn has_admin(&self) -> Result<bool, UserError> {
        Ok(self.ports.repository.has_admin()?)
    }

    /// Slow: hashes the password. Creates an admin if the forum has none.
    pub fn create_first_admin(
        &self,
        ScreenedRegistration(registration): ScreenedRegistration,
    ) -> Result<FirstAdminOutcome, UserError> {
        let account = self.new_account(registration, &[])?;
        Ok(self.ports.repository.insert_first_admin(&account)?)
    }

    /// Slow: hashes the password.
    pub fn register(
        &self,
        ScreenedRegistration(registration): ScreenedRegistration,
    ) -> Result<Registration, UserError> {
        let recovery_codes =
            if registration.with_codes { self.ports.generate_codes() } else { vec![] };
        let account = self.new_account(registration, &recovery_codes)?;
        let account = self.ports.repository.insert(&account)?.ok_or(UserError::UsernameTaken)?;
        Ok(Registration { account, recovery_codes })
    }

    fn new_account(
        &self,
        RegistrationForm { username, password, image, .. }: RegistrationForm,
        recovery_codes: &[RecoveryCode],
    ) -> Result<NewAccount, UserError> {
        Ok(NewAccount {
            username,
            password_hash: self.ports.hasher.hash(&password)?,
            image: image.unwrap_or_else(default_avatar),
            code_digests: self.ports.digests(recovery_codes),
            created_at: self.ports.clock.now(),
        })
    }

    /// Refuses passwords that many people use; fast enough to run before queueing for a hash.
    pub fn refuse_common(&self, password: &Password) -> Result<(), UserError> {
        Ok(self.ports.refuse_common(password)?)
    }

    /// Returns whether an admin has this name, regardless of case.
    pub fn is_admin(&self, username: &Username) -> Result<bool, UserError> {
        let found = self.ports.repository.credentials_by_name(&username.key())?;
        Ok(found.is_some_and(|found| found.account.role == Role::Admin))
    }

    /// Verifies signature and expiry of a token; [`Self::member`] checks the rest.
    #[must_use]
    pub fn session(&self, token: &str) -> Option<Session> {
        self.ports.tokens.read(token, self.ports.clock.now())
    }

    /// Returns the hash of an API token; `None` if the text is none. Reads nothing.
    #[must_use]
    pub fn api_token_digest(&self, token: &str) -> Option<String> {
        self.ports.api_token_texts.digest(token)
    }

    /// Returns whom the API token with this hash represents; [`Self::member`] checks the rest. What it returns stays true
    /// until [`crate::ApiGrant::ends_at`].
    pub fn api_session(&self, digest: &str) -> Result<Option<Session>, UserError> {
        Ok(self.ports.api_tokens.find(digest)?)
    }

    /// Returns how long the token of a session is still valid.
    pub fn time_left(&self, session: &Session, token: &str) -> Duration {
        let ends_at = session.api.map(|api| api.ends_at);
        let ends_at = ends_at.or_else(|| self.ports.tokens.expiry(token));
        ends_at.map_or(Duration::ZERO, |ends_at| ends_at.since(self.ports.clock.now()))
    }

    /// Returns the current holder of the session, banned or not.
    /// Fails for those who need a second step and have none, but the banned: they learn of their ban instead.
    pub fn member(&self, session: &Session) -> Result<Member, UserError> {
        self.admitted(session, self.admission_of(session)?)
    }

    /// Returns what is stored about a session, if it is open; [`Self::admitted`] says what that permits.
    pub fn admission_of(&self, session: &Session) -> Result<Option<Admission>, UserError> {
        let UserPorts { sessions, api_tokens, .. } = &self.ports;
        Ok(match session.api {
            None => sessions.admission(session.user, session.id)?,
            Some(_) => api_tokens.admission(session.user, session.id)?,
        })
    }

    /// Like [`Self::member`], if this is stored about the session.
    pub fn admitted(
        &self,
        session: &Session,
        found: Option<Admission>,
    ) -> Result<Member, UserError> {
        let lacks_second_step = found.as_ref().is_some_and(Admission::lacks_second_step);
        let member = self.holder(session, found.map(|found| found.account))?;
        if lacks_second_step && member.ban.is_none() {
            return Err(UserError::SecondStepNeeded);
        }
        Ok(member)
    }

    /// Like [`Self::member`], for the ways to get a second step, which need none.
    pub fn signed_in(&self, session: &Session) -> Result<Member, UserError> {
        let account = match session.api {
            None => self.ports.sessions.holder(session.user, session.id)?,
            Some(_) => self.admission_of(session)?.map(|found| found.account),
        };
        self.holder(session, account)
    }

    /// Stores that a session is used, at most once in five minutes.
    pub fn mark_used(&self, session: &Session) -> Result<(), UserError> {
        let now = self.ports.clock.now();
        match session.api {
            None => self.ports.sessions.mark_used(session.id, now)?,
            Some(_) => self.ports.api_tokens.mark_used(session.id, now)?,
        }
        Ok(())
    }

    /// Returns those of these sessions that [`Self::member`] refuses.
    pub fn refused_sessions<K>(
        &self,
        sessions: Vec<(K, Session)>,
    ) -> Result<Vec<(K, Session, SessionRefusal)>, UserError> {
        let ids = |is_api: bool| {
            let of_kind = sessions.iter().filter(|(_, session)| session.api.is_some() == is_api);
            let mut ids: Vec<SessionId> = of_kind.map(|(_, session)| session.id).collect();
            ids.sort_unstable();
            ids.dedup();
            ids
        };
        let (signed_in, of_programs) = (ids(false), ids(true));
        let mut open: HashMap<SessionId, Admission> =
            self.ports.sessions.admissions(&signed_in)?.into_iter().collect();
        if !of_programs.is_empty() {
            open.extend(self.ports.api_tokens.admissions(&of_programs)?);
        }
        let refused = sessions.into_iter().filter_map(|(key, session)| {
            let found = open.get(&session.id).filter(|found| found.account.id == session.user);
            match self.admitted(&session, found.cloned()) {
                Ok(_) => None,
                Err(UserError::SecondStepNeeded) => {
                    Some((key, session, SessionRefusal::SecondStepNeeded))
                }
                Err(_) => Some((key, session, SessionRefusal::Ended)),
            }
        });
        Ok(refused.collect())
    }

    fn holder(&self, session: &Session, account: Option<Account>) -> Result<Member, UserError> {
        account
            .filter(|account| is_valid_session(session, account))
            .map(|account| account.at(self.ports.clock.now()).member())
            .ok_or(UserError::SessionEnded)
    }

    /// Verifies signature and expiry of a token for an appeal; [`Self::appellant`] checks the rest.
    #[must_use]
    pub fn appeal_pass(&self, token: &str) -> Option<AppealPass> {
        self.ports.tokens.read_appeal(token, self.ports.clock.now())
    }

    /// Returns the current holder of a pass, banned or not any more.
    pub fn appellant(&self, pass: &AppealPass) -> Result<Member, UserError> {
        let now = self.ports.clock.now();
        let account = self.ports.repository.find(pass.user)?;
        account
            .filter(|account| is_issued_to(pass.issued_at, account))
            .map(|account| account.at(now).member())
            .ok_or(UserError::SessionEnded)
    }

    pub fn account(&self, id: UserId, asker: UserId) -> Result<Account, UserError> {
        let account = self.ports.repository.find(id)?.ok_or(UserError::NotFound)?;
        if id == asker {
            Ok(account.at(self.ports.clock.now()))
        } else {
            Err(UserError::NotTheOwner)
        }
    }

    /// Returns the ban that is stored of the account, over or not.
    pub fn last_ban(&self, id: UserId) -> Result<Option<Ban>, UserError> {
        let account = self.ports.repository.find(id)?.ok_or(UserError::NotFound)?;
        Ok(account.ban)
    }

    pub fn profile(&self, id: UserId) -> Result<Profile, UserError> {
        let account = self.ports.repository.find(id)?.ok_or(UserError::NotFound)?;
        Ok(Profile { id: account.id, username: account.username, image: account.image })
    }

    /// Returns what the reader may see of the member with this name, regardless of case.
    pub fn public_profile(&self, name: &str, reader: Reader) -> Result<PublicProfile, UserError> {
        if !Username::could_contain(name) {
            return Err(UserError::NotFound);
        }
        let found = self.ports.repository.public_profile(&Username::key_of(name), reader)?;
        found.ok_or(UserError::NotFound)
    }

    /// Sets what the profile says about the actor; `None` for nothing.
    pub fn set_about(
        &self,
        actor: &Actor,
        about: Option<About>,
    ) -> Result<PublicProfile, UserError> {
        self.ports.repository.set_about(actor.id, about)?.ok_or(UserError::NotFound)
    }

    /// Returns the language that the member chose for what the site sends.
    pub fn language(&self, user: UserId) -> Result<Option<Language>, UserError> {
        Ok(self.ports.repository.language(user)?)
    }

    pub fn set_language(&self, actor: &Actor, language: Language) -> Result<(), UserError> {
        let is_set = self.ports.repository.set_language(actor.id, language)?;
        if is_set { Ok(()) } else { Err(UserError::NotFound) }
    }

    /// Returns the e-mail address of a member.
    pub fn email(&self, user: UserId) -> Result<Email, UserError> {
        Ok(self.ports.emails.find(user)?)
    }

    /// Sets the image; `None` restores the default avatar.
    pub fn set_image(&self, actor: &Actor, image: Option<ImageUrl>) -> Result<Account, UserError> {
        let image = image.unwrap_or_else(default_avatar);
        let account = self.ports.repository.set_image(actor.id, &image)?;
        Ok(account.ok_or(UserError::NotFound)?.at(self.ports.clock.now()))
    }

    /// Returns the member's open sessions, the latest used first.
    pub fn sessions(&self, member: UserId) -> Result<Vec<OpenSession>, UserError> {
        Ok(self.ports.sessions.list(member, self.ports.clock.now())?)
    }

    /// Ends a session of the member.
    pub fn end_session(&self, member: UserId, session: SessionId) -> Result<(), UserError> {
        if self.ports.sessions.end(member, session)? { Ok(()) } else { Err(UserError::NoSession) }
    }

    /// Ends every other session of the member and returns a token of this one, beside the one that it has.
    pub fn end_other_sessions(
        &self,
        session: &Session,
        account: &Account,
    ) -> Result<String, UserError> {
        if !self.ports.sessions.end_others(session.user, &self.ports.kept(session.id))? {
            return Err(UserError::SessionEnded);
        }
        Ok(self.ports.token_of(account, session.id)?)
    }

    /// Ends every other session and every token of the member, and returns a new one of this session, unless the session
    /// ended meanwhile.
    pub fn end_sessions(&self, session: &Session) -> Result<String, UserError> {
        let kept = self.ports.kept(session.id);
        let account = self.ports.sessions.end_tokens(session.user, session.version, &kept)?;
        let account = account.ok_or(UserError::SessionEnded)?;
        Ok(self.ports.token_of(&account, session.id)?)
    }

    /// Deletes sessions whose tokens are expired, and expired API tokens. Returns how many.
    pub fn delete_expired_sessions(&self) -> Result<usize, UserError> {
        let UserPorts { sessions, api_tokens, tokens, clock, .. } = &self.ports;
        let now = clock.now();
        // A session is used when its last token is issued, or later.
        let ended = sessions.delete_expired(now, now.before(tokens.lifetime()))?;
        Ok(ended + api_tokens.delete_expired(now)?)
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
        of: &Member,
        section: ExportSection,
        after: i64,
    ) -> Result<Vec<ExportRecord>, RepositoryError> {
        self.ports.exports.records((of.id, of.into()), section, after)
    }
}

/// Returns whether a session is valid for an account. API tokens outlive its passwords.
fn is_valid_session(session: &Session, account: &Account) -> bool {
    let is_of_version = session.api.is_some() || account.session_version == session.version;
    is_of_version && is_issued_to(session.issued_at, account)
}

/// A token older than the account belongs to another one: after a restore, ids are assigned again.
fn is_issued_to(issued_at: Timestamp, account: &Account) -> bool {
    account.created_at <= issued_at.after(MAX_CLOCK_SKEW)
}

#[cfg(test)]
mod tests;

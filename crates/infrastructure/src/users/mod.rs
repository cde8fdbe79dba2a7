mod account;
mod api_tokens;
mod begun;
mod deletion;
mod email;
mod export;
pub(crate) mod former_names;
mod identities;
mod mention_links;
mod passkeys;
mod passwords;
mod profile;
pub(crate) mod second_steps;
mod sessions;
mod sign_in_ways;
mod vote_withdrawal;

use std::{
    thread,
    time::{Duration, Instant},
};

use ::users::{
    About, Account, Credentials, DeleteOutcome, FirstAdminOutcome, KeptSession, NewAccount,
    Profile, PublicProfile, RecoveryOutcome, UserRepository, Username,
};
use database::{Database, locks::AdvisoryLock, on_backend, schema::users, sql::literal_limit};
use diesel::prelude::*;
use kernel::{
    ByName, Event, ImageUrl, Language, Page, PageRequest, Reader, RepositoryError, Role, Timestamp,
    UserId,
};

use self::account::{ACCOUNT, AccountRow, credentials, has_admin, insert};
pub use self::{
    api_tokens::DbApiTokens,
    email::{DbEmails, MailCarrier},
    export::DbExports,
    identities::DbIdentities,
    passkeys::DbPasskeys,
    second_steps::DbSecondSteps,
    sessions::DbSessions,
};
use self::{mention_links::unlink_part, vote_withdrawal::take_back_part};
use crate::images::references::{self, Referrer};
use crate::{moderation_log, usernames};
pub(crate) use deletion::insert_deleted_user;

/// How many accounts one query reads.
const AT_ONCE: usize = 500;
/// The retries of a deletion while other transactions hold its locks: 2 s in total.
const DELETION_TRIES: u32 = 100;
const BETWEEN_TRIES: Duration = Duration::from_millis(20);

/// Accounts in the database.
pub struct DbUsers(pub Database);

impl UserRepository for DbUsers {
    fn insert(&self, account: &NewAccount) -> Result<Option<Account>, RepositoryError> {
        self.0.write_unique(|conn, events| insert(conn, events, account, Role::User))
    }

    fn insert_first_admin(
        &self,
        account: &NewAccount,
    ) -> Result<FirstAdminOutcome, RepositoryError> {
        let outcome = self.0.write_unique(|conn, events| {
            AdvisoryLock::Admins.lock(conn)?;
            if has_admin(conn)? {
                return Ok(FirstAdminOutcome::AdminExists);
            }
            let admin = insert(conn, events, account, Role::Admin)?;
            let event = Event::MemberPromoted { user: admin.id, by: None };
            moderation_log::record_act(events, event, None, account.created_at);
            Ok(FirstAdminOutcome::Created(admin))
        })?;
        Ok(outcome.unwrap_or(FirstAdminOutcome::NameTaken))
    }

    fn has_admin(&self) -> Result<bool, RepositoryError> {
        self.0.read(has_admin)
    }

    fn find(&self, id: UserId) -> Result<Option<Account>, RepositoryError> {
        let query = users::table.find(id.0).select(ACCOUNT);
        let row: Option<AccountRow> =
            self.0.read(|conn| on_backend!(conn, conn => query.first(conn)).optional())?;
        Ok(row.map(Account::from))
    }

    fn credentials(&self, id: UserId) -> Result<Option<Credentials>, RepositoryError> {
        let query = users::table.find(id.0).select((ACCOUNT, users::password_hash));
        Ok(self.0.read(|conn| query.first(conn).optional())?.map(credentials))
    }

    fn credentials_by_name(&self, key: &str) -> Result<Option<Credentials>, RepositoryError> {
        // Names have no other characters, and PostgreSQL rejects a NUL.
        if !Username::could_contain(key) {
            return Ok(None);
        }
        let query = users::table
            .filter(users::username_key.eq(key))
            .select((ACCOUNT, users::password_hash));
        Ok(self.0.read(|conn| query.first(conn).optional())?.map(credentials))
    }

    fn set_image(&self, id: UserId, image: &ImageUrl) -> Result<Option<Account>, RepositoryError> {
        let row: Option<AccountRow> = self.0.write(|conn, events| {
            events.record(Event::ImageChanged { user: id });
            let row: Option<(AccountRow, String)> = diesel::update(users::table.find(id.0))
                .set(users::image.eq(image.as_str()))
                .returning((ACCOUNT, users::about))
                .get_result(conn)
                .optional()?;
            let Some((row, about)) = row else { return Ok(None) };
            references::replace(conn, Referrer::User(id.0), &[image.as_str(), &about])?;
            Ok(Some(row))
        })?;
        Ok(row.map(Account::from))
    }

    fn public_profile(
        &self,
        key: &str,
        reader: Reader,
    ) -> Result<Option<PublicProfile>, RepositoryError> {
        self.0.snapshot(|conn| profile::by_key(conn, key, reader))
    }

    fn set_about(
        &self,
        id: UserId,
        about: Option<About>,
    ) -> Result<Option<PublicProfile>, RepositoryError> {
        self.0.write(|conn, events| profile::set_about(conn, events, id, about.as_ref()))
    }

    fn language(&self, id: UserId) -> Result<Option<Language>, RepositoryError> {
        let query = users::table.find(id.0).select(users::language);
        let tag: Option<String> = self.0.read(|conn| query.first(conn).optional())?;
        // The tag may be of a newer version.
        Ok(tag.and_then(|tag| Language::parse(&tag).ok()))
    }

    fn set_language(&self, id: UserId, language: Language) -> Result<bool, RepositoryError> {
        let chosen = users::language.eq(language.tag());
        let stored = self
            .0
            .write(|conn, _| diesel::update(users::table.find(id.0)).set(chosen).execute(conn))?;
        Ok(stored > 0)
    }

    fn renew_hash(
        &self,
        id: UserId,
        old_hash: &str,
        new_hash: &str,
    ) -> Result<(), RepositoryError> {
        let stored = users::table.find(id.0).filter(users::password_hash.eq(old_hash));
        self.0.write(|conn, _| {
            diesel::update(stored).set(users::password_hash.eq(new_hash)).execute(conn).map(drop)
        })
    }

    fn set_password(
        &self,
        id: UserId,
        old_hash: &str,
        new_hash: &str,
        kept: &KeptSession,
    ) -> Result<Option<Account>, RepositoryError> {
        let hashes = (old_hash, new_hash);
        self.0.write(|conn, events| passwords::set_password(conn, events, id, hashes, kept))
    }

    fn reset_password(
        &self,
        id: UserId,
        old_hash: &str,
        new_hash: &str,
        now: Timestamp,
    ) -> Result<Option<Account>, RepositoryError> {
        let hashes = (old_hash, new_hash);
        self.0.write(|conn, events| passwords::reset_password(conn, events, id, hashes, now))
    }

    fn delete(
        &self,
        id: UserId,
        hash: &str,
        now: Timestamp,
    ) -> Result<DeleteOutcome, RepositoryError> {
        if let Some(refused) = self.0.read(|conn| deletion::refusal(conn, id, hash, now))? {
            return Ok(refused);
        }
        for part in [take_back_part, unlink_part] {
            let mut begun = Instant::now();
            while self.0.write(|conn, events| part(conn, events, id))? {
                // Others write meanwhile.
                thread::sleep(begun.elapsed());
                begun = Instant::now();
            }
        }
        for _ in 0..DELETION_TRIES {
            let left =
                self.0.write(|conn, events| deletion::delete(conn, events, id, hash, now))?;
            if let Some(left) = left {
                return Ok(left);
            }
            thread::sleep(BETWEEN_TRIES);
        }
        Err(RepositoryError::Unavailable("somebody goes on writing in this name".into()))
    }

    fn set_recovery_codes(
        &self,
        id: UserId,
        hash: &str,
        digests: &[String],
        now: Timestamp,
    ) -> Result<bool, RepositoryError> {
        self.0.write(|conn, events| {
            passwords::set_recovery_codes(conn, events, id, hash, digests, now)
        })
    }

    fn recover(
        &self,
        key: &str,
        digest: &str,
        new_hash: &str,
        now: Timestamp,
    ) -> Result<RecoveryOutcome, RepositoryError> {
        if !Username::could_contain(key) {
            return Ok(RecoveryOutcome::Refused);
        }
        self.0.write(|conn, events| passwords::recover(conn, events, key, (digest, new_hash), now))
    }

    fn search_users(
        &self,
        except: UserId,
        part: &str,
        page: &PageRequest<ByName>,
    ) -> Result<Page<Profile, ByName>, RepositoryError> {
        let query = usernames::named(part, page).filter(users::id.ne(except.0)).select((
            users::id,
            users::username,
            users::image,
        ));
        let rows: Vec<(i64, String, String)> =
            self.0.read(|conn| literal_limit(page.limit.fetch_size(), query).load(conn))?;
        let page = Page::cut(rows, page.limit, |(_, name, _)| ByName(Username::key_of(name)));
        Ok(page.map(|(id, username, image)| Profile { id: UserId(id), username, image }))
    }
}

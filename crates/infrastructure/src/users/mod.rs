mod deletion;
mod export;
mod names;
mod profile;

use std::{thread, time::Duration};

use ::users::{
    About, Account, Credentials, DeleteOutcome, FirstAdminOutcome, NewAccount, Profile,
    PublicProfile, RecoveryOutcome, UserRepository, Username,
};
use diesel::{
    dsl::{exists, select},
    prelude::*,
};
use kernel::{
    Banned, ByName, Event, ImageUrl, Page, PageRequest, RepositoryError, Role, Timestamp, UserId,
};

pub use self::export::DbExports;
pub(crate) use self::{
    deletion::DELETED_USER_ID,
    names::{named, parts},
};
use crate::{
    Database, Events,
    advisory_lock::AdvisoryLock,
    bans::{BAN, StoredBan},
    connection::{DbConnection, on_backend},
    images::references::{self, Referrer},
    locks, recovery_codes, roles,
    schema::users,
    sql::literal_limit::literal_limit,
};

/// The retries of a deletion while other transactions hold its locks: 2 s in total.
const DELETION_TRIES: u32 = 100;
const BETWEEN_TRIES: Duration = Duration::from_millis(20);

/// Accounts in the database.
pub struct DbUsers(pub Database);

#[derive(Queryable)]
struct AccountRow {
    id: i64,
    username: String,
    image: String,
    role: i16,
    ban: StoredBan,
    session_version: i32,
    created_at: i64,
}

type AccountColumns = (
    users::id,
    users::username,
    users::image,
    users::role,
    (users::banned_until, users::ban_reason),
    users::session_version,
    users::created_at,
);

const ACCOUNT: AccountColumns = (
    users::id,
    users::username,
    users::image,
    users::role,
    BAN,
    users::session_version,
    users::created_at,
);

impl From<AccountRow> for Account {
    fn from(row: AccountRow) -> Self {
        Self {
            id: UserId(row.id),
            username: row.username,
            image: row.image,
            role: roles::from_stored(row.role),
            ban: row.ban.ban(),
            session_version: row.session_version,
            created_at: Timestamp::from_unix_millis(row.created_at),
        }
    }
}

impl UserRepository for DbUsers {
    fn insert(&self, account: &NewAccount) -> Result<Option<Account>, RepositoryError> {
        self.0.write_unique(|conn, _| insert(conn, account, Role::User))
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
            let admin = insert(conn, account, Role::Admin)?;
            let event = Event::MemberPromoted { user: admin.id, by: None };
            events.record_act(event, None, account.created_at);
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
            let row = diesel::update(users::table.find(id.0))
                .set(users::image.eq(image.as_str()))
                .returning(ACCOUNT)
                .get_result(conn)
                .optional()?;
            if row.is_some() {
                references::replace(conn, Referrer::User(id.0), &[image.as_str()])?;
            }
            Ok(row)
        })?;
        Ok(row.map(Account::from))
    }

    fn public_profile(&self, key: &str) -> Result<Option<PublicProfile>, RepositoryError> {
        self.0.snapshot(|conn| profile::by_key(conn, key))
    }

    fn set_about(
        &self,
        id: UserId,
        about: Option<About>,
    ) -> Result<Option<PublicProfile>, RepositoryError> {
        self.0.write(|conn, events| profile::set_about(conn, events, id, about.as_ref()))
    }

    fn set_password(
        &self,
        id: UserId,
        old_hash: &str,
        new_hash: &str,
    ) -> Result<Option<Account>, RepositoryError> {
        self.0.write(|conn, events| set_password(conn, events, id, old_hash, new_hash))
    }

    fn reset_password(
        &self,
        id: UserId,
        old_hash: &str,
        new_hash: &str,
    ) -> Result<Option<Account>, RepositoryError> {
        self.0.write(|conn, events| {
            locks::users(conn, &[id.0])?;
            let account = set_password(conn, events, id, old_hash, new_hash)?;
            if account.is_some() {
                recovery_codes::delete_all(conn, id.0)?;
            }
            Ok(account)
        })
    }

    fn delete(
        &self,
        id: UserId,
        hash: &str,
        now: Timestamp,
    ) -> Result<DeleteOutcome, RepositoryError> {
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

    fn end_sessions(&self, id: UserId, version: i32) -> Result<Option<Account>, RepositoryError> {
        self.0.write(|conn, events| {
            let row: Option<AccountRow> =
                diesel::update(users::table.find(id.0).filter(users::session_version.eq(version)))
                    .set(users::session_version.eq(users::session_version + 1))
                    .returning(ACCOUNT)
                    .get_result(conn)
                    .optional()?;
            Ok(row.map(|row| with_new_sessions(events, row)))
        })
    }

    fn set_recovery_codes(
        &self,
        id: UserId,
        hash: &str,
        digests: &[String],
    ) -> Result<bool, RepositoryError> {
        self.0.write(|conn, _| {
            locks::users(conn, &[id.0])?;
            let current = users::table.find(id.0).filter(users::password_hash.eq(hash));
            if current.select(users::id).first::<i64>(conn).optional()?.is_none() {
                return Ok(false);
            }
            recovery_codes::delete_all(conn, id.0)?;
            recovery_codes::insert(conn, id.0, digests)?;
            Ok(true)
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
        self.0.write(|conn, events| {
            let user = users::table.filter(users::username_key.eq(key)).select(users::id);
            let Some(id) = user.first::<i64>(conn).optional()? else {
                return Ok(RecoveryOutcome::Refused);
            };
            // A concurrent ban waits for this lock, or is visible after it.
            locks::users(conn, &[id])?;
            if !recovery_codes::has(conn, id, digest)? {
                return Ok(RecoveryOutcome::Refused);
            }
            let ban: StoredBan = users::table.find(id).select(BAN).first(conn)?;
            if let Some(ban) = ban.at(now) {
                return Ok(RecoveryOutcome::Banned(UserId(id), Banned(ban)));
            }
            let row: AccountRow = diesel::update(users::table.find(id))
                .set((
                    users::password_hash.eq(new_hash),
                    users::session_version.eq(users::session_version + 1),
                ))
                .returning(ACCOUNT)
                .get_result(conn)?;
            recovery_codes::delete(conn, id, digest)?;
            Ok(RecoveryOutcome::Done(with_new_sessions(events, row)))
        })
    }

    fn search_users(
        &self,
        except: UserId,
        part: &str,
        page: &PageRequest<ByName>,
    ) -> Result<Page<Profile, ByName>, RepositoryError> {
        let query = names::named(part, page).filter(users::id.ne(except.0)).select((
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

fn insert(conn: &mut DbConnection, account: &NewAccount, role: Role) -> QueryResult<Account> {
    let row: AccountRow = diesel::insert_into(users::table)
        .values((
            users::username.eq(account.username.as_str()),
            users::username_key.eq(account.username.key()),
            users::password_hash.eq(&account.password_hash),
            users::image.eq(account.image.as_str()),
            users::role.eq(roles::stored(role)),
            users::session_version.eq(0),
            users::created_at.eq(account.created_at.unix_millis()),
        ))
        .returning(ACCOUNT)
        .get_result(conn)?;
    names::insert(conn, row.id, &account.username)?;
    recovery_codes::insert(conn, row.id, &account.code_digests)?;
    references::insert(conn, Referrer::User(row.id), &[account.image.as_str()])?;
    Ok(row.into())
}

fn has_admin(conn: &mut DbConnection) -> QueryResult<bool> {
    let admins = users::table.filter(users::role.eq(roles::stored(Role::Admin)));
    select(exists(admins)).get_result(conn)
}

/// Returns the account whose session version was raised, and records that earlier sessions ended.
fn with_new_sessions(events: &mut Events, row: AccountRow) -> Account {
    let account = Account::from(row);
    let version = account.session_version;
    events.record(Event::SessionsEnded { user: account.id, version });
    account
}

fn set_password(
    conn: &mut DbConnection,
    events: &mut Events,
    id: UserId,
    old_hash: &str,
    new_hash: &str,
) -> QueryResult<Option<Account>> {
    let row: Option<AccountRow> =
        diesel::update(users::table.find(id.0).filter(users::password_hash.eq(old_hash)))
            .set((
                users::password_hash.eq(new_hash),
                users::session_version.eq(users::session_version + 1),
            ))
            .returning(ACCOUNT)
            .get_result(conn)
            .optional()?;
    Ok(row.map(|row| with_new_sessions(events, row)))
}

fn credentials((row, password_hash): (AccountRow, String)) -> Credentials {
    Credentials { account: row.into(), password_hash }
}

//! E-mail addresses, and the links in mails.

mod carrier;
mod links;
mod unread;

use ::users::{BeginEmailOutcome, Email, EmailAddress, EmailRepository, MAX_REFUSALS, NewLink};
use database::{
    Database, DbConnection, locks, on_backend,
    schema::{user_emails, users},
};
use diesel::{dsl::exists, prelude::*, upsert::excluded};
use kernel::{Language, RepositoryError, Timestamp, UserId};

pub use self::carrier::MailCarrier;
use self::links::MadeLink;
pub(super) use self::links::end_resets;
use super::passwords;
use crate::{
    notifications::mails,
    waiting_mails::{self, WaitingMail},
};

/// Addresses in the database.
pub struct DbEmails(pub Database);

impl EmailRepository for DbEmails {
    fn find(&self, user: UserId) -> Result<Email, RepositoryError> {
        self.0.read(|conn| find(conn, user))
    }

    fn begin(
        &self,
        user: UserId,
        hash: &str,
        address: &EmailAddress,
        link: &NewLink,
        language: Option<Language>,
        now: Timestamp,
    ) -> Result<BeginEmailOutcome, RepositoryError> {
        // In two transactions: the deletion of an account locks the account and then its links.
        self.0.write(|conn, _| links::delete_old(conn, now))?;
        self.0.write(|conn, _| {
            locks::lock_users(conn, &[user.0])?;
            let current = users::table.find(user.0).filter(users::password_hash.eq(hash));
            let is_current: bool = diesel::select(exists(current)).get_result(conn)?;
            if !is_current {
                return Ok(BeginEmailOutcome::PasswordChanged);
            }
            if let Some(first) = links::first_of_too_many(conn, user, now)? {
                return Ok(BeginEmailOutcome::TooMany { first });
            }
            choose_language(conn, user, language)?;
            set_pending(conn, user, address)?;
            let made = MadeLink { link, user, address: Some(address.as_str()), at: now };
            links::insert(conn, &made)?;
            let mail = WaitingMail::Confirm { seed: link.seed.clone() };
            waiting_mails::store(conn, Some(user), &format!("link {}", link.digest), &mail, now)?;
            find(conn, user).map(BeginEmailOutcome::Begun)
        })
    }

    fn remove(&self, user: UserId, now: Timestamp) -> Result<(), RepositoryError> {
        self.0.write(|conn, _| {
            locks::lock_users(conn, &[user.0])?;
            let removed = find(conn, user)?.confirmed;
            diesel::delete(user_emails::table.find(user.0)).execute(conn)?;
            links::end_all(conn, user, now)?;
            if let Some(to) = removed {
                let key = format!("removed {user} {}", now.unix_millis());
                let mail = WaitingMail::AddressRemoved { to };
                waiting_mails::store(conn, Some(user), &key, &mail, now)?;
            }
            Ok(())
        })
    }

    fn confirm(&self, digest: &str, now: Timestamp) -> Result<Option<String>, RepositoryError> {
        self.0.write(|conn, _| {
            let Some((user, Some(_))) = links::open(conn, digest, now)? else { return Ok(None) };
            locks::lock_users(conn, &[user.0])?;
            // A concurrent call has used it.
            let Some((_, Some(address))) = links::open(conn, digest, now)? else {
                return Ok(None);
            };
            confirm(conn, user, &address, now).map(|()| Some(address))
        })
    }

    fn request_reset(&self, name: &str, now: Timestamp) -> Result<(), RepositoryError> {
        let key = format!("forgotten {}", EmailAddress::key_of(name));
        let mail = WaitingMail::Forgotten { name: name.to_owned() };
        self.0.write(|conn, _| waiting_mails::store(conn, None, &key, &mail, now))
    }

    fn may_reset(&self, digest: &str, now: Timestamp) -> Result<bool, RepositoryError> {
        let found = self.0.read(|conn| links::open(conn, digest, now))?;
        Ok(matches!(found, Some((_, None))))
    }

    fn reset(&self, digest: &str, new_hash: &str, now: Timestamp) -> Result<bool, RepositoryError> {
        self.0.write(|conn, events| {
            let Some((user, None)) = links::open(conn, digest, now)? else { return Ok(false) };
            locks::lock_users(conn, &[user.0])?;
            // A concurrent call has used it.
            if links::open(conn, digest, now)?.is_none() {
                return Ok(false);
            }
            passwords::set_anew(conn, events, user, new_hash, now)?;
            Ok(true)
        })
    }
}

fn find(conn: &mut DbConnection, user: UserId) -> QueryResult<Email> {
    let row: Option<(Option<String>, Option<String>, i32)> = user_emails::table
        .find(user.0)
        .select((user_emails::confirmed, user_emails::pending, user_emails::refusals))
        .first(conn)
        .optional()?;
    let email = |(confirmed, pending, refusals)| Email {
        confirmed,
        pending,
        switched_off: refusals >= MAX_REFUSALS,
    };
    Ok(row.map(email).unwrap_or_default())
}

/// Mails are in the language that the member reads.
fn choose_language(
    conn: &mut DbConnection,
    user: UserId,
    language: Option<Language>,
) -> QueryResult<()> {
    if let Some(language) = language {
        diesel::update(users::table.find(user.0).filter(users::language.eq("")))
            .set(users::language.eq(language.tag()))
            .execute(conn)?;
    }
    Ok(())
}

fn set_pending(
    conn: &mut DbConnection,
    user: UserId,
    address: &EmailAddress,
) -> QueryResult<usize> {
    let row = (user_emails::user_id.eq(user.0), user_emails::pending.eq(Some(address.as_str())));
    on_backend!(conn, conn => diesel::insert_into(user_emails::table)
        .values(row)
        .on_conflict(user_emails::user_id)
        .do_update()
        .set(user_emails::pending.eq(excluded(user_emails::pending)))
        .execute(conn))
}

fn confirm(
    conn: &mut DbConnection,
    user: UserId,
    address: &str,
    now: Timestamp,
) -> QueryResult<()> {
    let before = find(conn, user)?.confirmed;
    diesel::update(user_emails::table.find(user.0))
        .set((
            user_emails::confirmed.eq(Some(address)),
            user_emails::pending.eq(None::<String>),
            user_emails::refusals.eq(0),
        ))
        .execute(conn)?;
    links::end_all(conn, user, now)?;
    mails::plan_digest(conn, user, now)?;
    let Some(to) = before.filter(|to| EmailAddress::key_of(to) != EmailAddress::key_of(address))
    else {
        return Ok(());
    };
    let key = format!("replaced {user} {}", now.unix_millis());
    waiting_mails::store(conn, Some(user), &key, &WaitingMail::AddressReplaced { to }, now)
}

//! Passwords and recovery codes, and the sessions that end with them.

use ::notifications::ModerationAct;
use ::users::{Account, KeptSession, RecoveryOutcome};
use database::{DbConnection, Events, locks, schema::users};
use diesel::{dsl::exists, prelude::*};
use kernel::{Banned, Event, Timestamp, UserId};

use super::{
    account::{ACCOUNT, AccountRow},
    api_tokens, email, identities, passkeys,
    sessions::{self, EarlierTokens},
};
use crate::{
    bans::{BAN, StoredBan},
    notifications::notify_of_security_act,
    recovery_codes,
};

/// Returns the account whose session version was raised, and records that earlier sessions ended.
fn with_new_version(events: &mut Events, row: AccountRow) -> Account {
    let account = Account::from(row);
    let version = account.session_version;
    events.record(Event::SessionsEnded { user: account.id, version });
    account
}

/// Ends the tokens of an account, which the caller holds.
pub(super) fn raise_version(
    conn: &mut DbConnection,
    events: &mut Events,
    user: UserId,
) -> QueryResult<Account> {
    let row: AccountRow = diesel::update(users::table.find(user.0))
        .set(users::session_version.eq(users::session_version + 1))
        .returning(ACCOUNT)
        .get_result(conn)?;
    Ok(with_new_version(events, row))
}

pub(super) fn set_password(
    conn: &mut DbConnection,
    events: &mut Events,
    id: UserId,
    hashes: (&str, &str),
    kept: &KeptSession,
) -> QueryResult<Option<Account>> {
    locks::lock_users(conn, &[id.0])?;
    let current = users::table.find(id.0).filter(users::password_hash.eq(hashes.0));
    let is_current: bool = diesel::select(exists(current)).get_result(conn)?;
    if !is_current {
        return Ok(None);
    }
    if sessions::delete_others(conn, id, kept, EarlierTokens::End)?.is_none() {
        return Ok(None);
    }
    replace_hash(conn, events, id, hashes, kept.renewed_at)
}

fn replace_hash(
    conn: &mut DbConnection,
    events: &mut Events,
    id: UserId,
    (old_hash, new_hash): (&str, &str),
    now: Timestamp,
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
    if row.is_some() {
        email::end_resets(conn, id)?;
        notify_of_security_act(conn, events, id, ModerationAct::PasswordChanged, now)?;
    }
    Ok(row.map(|row| with_new_version(events, row)))
}

/// Like [`set_password`]; ends all sessions, the recovery codes, the passkeys, the sign-ins at providers and the API tokens.
pub(super) fn reset_password(
    conn: &mut DbConnection,
    events: &mut Events,
    id: UserId,
    hashes: (&str, &str),
    now: Timestamp,
) -> QueryResult<Option<Account>> {
    locks::lock_users(conn, &[id.0])?;
    let account = replace_hash(conn, events, id, hashes, now)?;
    if account.is_some() {
        sessions::delete_all(conn, id)?;
        recovery_codes::delete_all(conn, id.0)?;
        identities::delete_all(conn, id)?;
        passkeys::delete_all(conn, id)?;
        api_tokens::delete_all(conn, events, id)?;
    }
    Ok(account)
}

/// Replaces the recovery codes, unless the password changed. Returns whether it did.
pub(super) fn set_recovery_codes(
    conn: &mut DbConnection,
    events: &mut Events,
    id: UserId,
    hash: &str,
    digests: &[String],
    now: Timestamp,
) -> QueryResult<bool> {
    locks::lock_users(conn, &[id.0])?;
    let current = users::table.find(id.0).filter(users::password_hash.eq(hash));
    if current.select(users::id).first::<i64>(conn).optional()?.is_none() {
        return Ok(false);
    }
    recovery_codes::delete_all(conn, id.0)?;
    recovery_codes::insert(conn, id.0, digests)?;
    notify_of_security_act(conn, events, id, ModerationAct::RecoveryCodesRenewed, now)?;
    Ok(true)
}

/// Sets a new password by a recovery code, which is used up.
pub(super) fn recover(
    conn: &mut DbConnection,
    events: &mut Events,
    key: &str,
    (digest, new_hash): (&str, &str),
    now: Timestamp,
) -> QueryResult<RecoveryOutcome> {
    let user = users::table.filter(users::username_key.eq(key)).select(users::id);
    let Some(id) = user.first::<i64>(conn).optional()? else {
        return Ok(RecoveryOutcome::Refused);
    };
    // A concurrent ban waits for this lock, or is visible after it.
    locks::lock_users(conn, &[id])?;
    if !recovery_codes::has(conn, id, digest)? {
        return Ok(RecoveryOutcome::Refused);
    }
    let ban: StoredBan = users::table.find(id).select(BAN).first(conn)?;
    if let Some(ban) = ban.at(now) {
        return Ok(RecoveryOutcome::Banned(UserId(id), Banned(ban)));
    }
    recovery_codes::delete(conn, id, digest)?;
    let account = set_anew(conn, events, UserId(id), new_hash, now)?;
    Ok(RecoveryOutcome::Done(account))
}

/// Sets a password in the place of a forgotten one and ends all sessions. The caller holds the account.
pub(super) fn set_anew(
    conn: &mut DbConnection,
    events: &mut Events,
    id: UserId,
    new_hash: &str,
    now: Timestamp,
) -> QueryResult<Account> {
    diesel::update(users::table.find(id.0)).set(users::password_hash.eq(new_hash)).execute(conn)?;
    sessions::delete_all(conn, id)?;
    email::end_resets(conn, id)?;
    notify_of_security_act(conn, events, id, ModerationAct::PasswordChanged, now)?;
    raise_version(conn, events, id)
}

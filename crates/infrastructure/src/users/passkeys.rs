//! Passkeys, and the challenges of their ceremonies.

use ::notifications::ModerationAct;
use ::users::{
    AddPasskeyOutcome, CredentialName, KnownPasskey, MAX_PASSKEYS, NewPasskey, Passkey,
    PasskeyChallenge, PasskeyKey, PasskeyRepository, RemovePasskeyOutcome, WorkingWays,
};
use database::{
    Database, DbConnection, Events, locks,
    schema::{passkey_challenges, passkeys},
};
use diesel::{dsl::exists, prelude::*};
use kernel::{PasskeyId, RepositoryError, Timestamp, UserId};

use super::{
    begun::{self, Begun},
    sign_in_ways::{self, Removed},
};
use crate::notifications::notify_of_security_act;

/// Passkeys in the database.
pub struct DbPasskeys(pub Database);

/// Removes all passkeys of an account.
pub(super) fn delete_all(conn: &mut DbConnection, user: UserId) -> QueryResult<()> {
    diesel::delete(passkeys::table.filter(passkeys::user_id.eq(user.0))).execute(conn)?;
    Ok(())
}

impl PasskeyRepository for DbPasskeys {
    fn list(&self, user: UserId) -> Result<Vec<Passkey>, RepositoryError> {
        let query = passkeys::table
            .filter(passkeys::user_id.eq(user.0))
            .order(passkeys::id)
            .select(PASSKEY);
        let rows: Vec<PasskeyRow> = self.0.read(|conn| query.load(conn))?;
        Ok(rows.into_iter().map(passkey_of).collect())
    }

    fn keys(&self, user: UserId) -> Result<Vec<PasskeyKey>, RepositoryError> {
        let query =
            passkeys::table.filter(passkeys::user_id.eq(user.0)).order(passkeys::id).select(KEY);
        let rows: Vec<KeyRow> = self.0.read(|conn| query.load(conn))?;
        Ok(rows.into_iter().map(key).collect())
    }

    fn find(&self, credential: &str) -> Result<Option<KnownPasskey>, RepositoryError> {
        let query = passkeys::table.filter(passkeys::credential.eq(credential)).select((
            passkeys::id,
            passkeys::user_id,
            KEY,
        ));
        let row: Option<(i64, i64, KeyRow)> = self.0.read(|conn| query.first(conn).optional())?;
        Ok(row.map(|(id, user, row)| KnownPasskey {
            id: PasskeyId(id),
            user: UserId(user),
            key: key(row),
        }))
    }

    fn add(&self, passkey: &NewPasskey) -> Result<AddPasskeyOutcome, RepositoryError> {
        let outcome = self.0.write_unique(|conn, events| add(conn, events, passkey))?;
        Ok(outcome.unwrap_or(AddPasskeyOutcome::Known))
    }

    fn rename(
        &self,
        user: UserId,
        id: PasskeyId,
        name: &CredentialName,
    ) -> Result<Option<Passkey>, RepositoryError> {
        let row = passkeys::table.filter(passkeys::id.eq(id.0).and(passkeys::user_id.eq(user.0)));
        let renamed = diesel::update(row).set(passkeys::name.eq(name.as_str())).returning(PASSKEY);
        let row: Option<PasskeyRow> =
            self.0.write(|conn, _| renamed.get_result(conn).optional())?;
        Ok(row.map(passkey_of))
    }

    fn remove(
        &self,
        user: UserId,
        id: PasskeyId,
        working: &WorkingWays,
        now: Timestamp,
    ) -> Result<RemovePasskeyOutcome, RepositoryError> {
        let row = passkeys::table.filter(passkeys::id.eq(id.0).and(passkeys::user_id.eq(user.0)));
        self.0.write(|conn, events| {
            locks::lock_users(conn, &[user.0])?;
            let is_known: bool = diesel::select(exists(row)).get_result(conn)?;
            if !is_known {
                return Ok(RemovePasskeyOutcome::NotFound);
            }
            if !sign_in_ways::has_another(conn, user, Removed::Passkey(id), working)? {
                return Ok(RemovePasskeyOutcome::LastSignIn);
            }
            diesel::delete(row).execute(conn)?;
            notify_of_security_act(conn, events, user, ModerationAct::PasskeyRemoved, now)?;
            Ok(RemovePasskeyOutcome::Removed)
        })
    }

    fn mark_used(
        &self,
        id: PasskeyId,
        before: &str,
        after: &str,
        now: Timestamp,
    ) -> Result<bool, RepositoryError> {
        let unchanged = passkeys::table.find(id.0).filter(passkeys::public_key.eq(before));
        let used = diesel::update(unchanged)
            .set((passkeys::public_key.eq(after), passkeys::last_used_at.eq(now.unix_millis())));
        Ok(self.0.write(|conn, _| used.execute(conn))? > 0)
    }

    fn open_challenge(
        &self,
        challenge: &PasskeyChallenge,
        now: Timestamp,
    ) -> Result<(), RepositoryError> {
        // In two transactions: the deletion of an account locks the account and then its challenge.
        self.0.write(|conn, _| {
            let ended = passkey_challenges::expires_at.le(now.unix_millis());
            diesel::delete(passkey_challenges::table.filter(ended)).execute(conn)?;
            if challenge.user.is_none() {
                begun::make_room(conn, Begun::PasskeyChallenges, &challenge.network)?;
            }
            Ok(())
        })?;
        self.0.write(|conn, _| insert_challenge(conn, challenge))
    }

    fn take_challenge(
        &self,
        text: &str,
        user: Option<UserId>,
        now: Timestamp,
    ) -> Result<Option<String>, RepositoryError> {
        let open = passkey_challenges::table
            .find(text)
            .filter(passkey_challenges::expires_at.gt(now.unix_millis()));
        let taken = diesel::delete(open)
            .returning((passkey_challenges::user_id, passkey_challenges::state));
        let row: Option<(Option<i64>, String)> =
            self.0.write(|conn, _| taken.get_result(conn).optional())?;
        let of = user.map(|user| user.0);
        Ok(row.filter(|(asked, _)| *asked == of).map(|(_, state)| state))
    }
}

fn add(
    conn: &mut DbConnection,
    events: &mut Events,
    NewPasskey { user, name, key, created_at }: &NewPasskey,
) -> QueryResult<AddPasskeyOutcome> {
    locks::lock_users(conn, &[user.0])?;
    let count: i64 =
        passkeys::table.filter(passkeys::user_id.eq(user.0)).count().get_result(conn)?;
    if count >= MAX_PASSKEYS as i64 {
        return Ok(AddPasskeyOutcome::TooMany);
    }
    let row = diesel::insert_into(passkeys::table)
        .values((
            passkeys::user_id.eq(user.0),
            passkeys::credential.eq(&key.credential),
            passkeys::handle.eq(&key.handle),
            passkeys::public_key.eq(&key.public_key),
            passkeys::name.eq(name.as_str()),
            passkeys::created_at.eq(created_at.unix_millis()),
        ))
        .returning(PASSKEY)
        .get_result(conn)?;
    notify_of_security_act(conn, events, *user, ModerationAct::PasskeyAdded, *created_at)?;
    Ok(AddPasskeyOutcome::Added(passkey_of(row)))
}

/// Ends what a member began.
pub(super) fn end_challenge(conn: &mut DbConnection, user: UserId) -> QueryResult<()> {
    let of_user = passkey_challenges::table.filter(passkey_challenges::user_id.eq(user.0));
    diesel::delete(of_user).execute(conn)?;
    Ok(())
}

fn insert_challenge(conn: &mut DbConnection, challenge: &PasskeyChallenge) -> QueryResult<()> {
    if let Some(user) = challenge.user {
        locks::lock_users(conn, &[user.0])?;
        end_challenge(conn, user)?;
    }
    diesel::insert_into(passkey_challenges::table)
        .values((
            passkey_challenges::challenge.eq(&challenge.text),
            passkey_challenges::user_id.eq(challenge.user.map(|user| user.0)),
            passkey_challenges::network.eq(&challenge.network),
            passkey_challenges::state.eq(&challenge.state),
            passkey_challenges::expires_at.eq(challenge.expires_at.unix_millis()),
        ))
        .execute(conn)?;
    Ok(())
}

/// The columns of a [`PasskeyRow`].
pub(super) const PASSKEY: (
    passkeys::id,
    passkeys::name,
    passkeys::created_at,
    passkeys::last_used_at,
) = (passkeys::id, passkeys::name, passkeys::created_at, passkeys::last_used_at);

/// A passkey, by the columns of [`PASSKEY`].
pub(super) type PasskeyRow = (i64, String, i64, Option<i64>);

pub(super) fn passkey_of((id, name, created_at, last_used_at): PasskeyRow) -> Passkey {
    Passkey {
        id: PasskeyId(id),
        name,
        created_at: Timestamp::from_unix_millis(created_at),
        last_used_at: last_used_at.map(Timestamp::from_unix_millis),
    }
}

const KEY: (passkeys::credential, passkeys::handle, passkeys::public_key) =
    (passkeys::credential, passkeys::handle, passkeys::public_key);

type KeyRow = (String, String, String);

fn key((credential, handle, public_key): KeyRow) -> PasskeyKey {
    PasskeyKey { credential, handle, public_key }
}

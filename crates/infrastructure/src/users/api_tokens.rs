//! API tokens.

use ::notifications::ModerationAct;
use ::users::{
    AddApiTokenOutcome, Admission, ApiGrant, ApiToken, ApiTokenRepository, MAX_API_TOKENS,
    NewApiToken, Scope, Scopes, Session,
};
use database::{
    Database, DbConnection, Events, locks, on_backend,
    schema::{api_tokens, second_steps, site, users},
    sql::padded_in,
};
use diesel::{dsl::exists, prelude::*};
use kernel::{Event, MAX_ID, RepositoryError, SessionId, Timestamp, UserId};

use super::{
    AT_ONCE,
    account::ACCOUNT,
    second_steps::in_force,
    sessions::{AdmissionRow, admission, admissions, stored},
};
use crate::notifications::notify_of_security_act;

/// API tokens in the database.
pub struct DbApiTokens(pub Database);

impl ApiTokenRepository for DbApiTokens {
    fn list(&self, user: UserId, now: Timestamp) -> Result<Vec<ApiToken>, RepositoryError> {
        let query = api_tokens::table
            .filter(api_tokens::user_id.eq(user.0))
            .filter(api_tokens::expires_at.gt(now.unix_millis()))
            .order((api_tokens::created_at.desc(), api_tokens::id.desc()))
            .select(TOKEN);
        let rows: Vec<TokenRow> = self.0.read(|conn| query.load(conn))?;
        Ok(rows.into_iter().map(token_of).collect())
    }

    fn add(&self, token: &NewApiToken) -> Result<AddApiTokenOutcome, RepositoryError> {
        self.0.write(|conn, events| add(conn, events, token))
    }

    fn remove(
        &self,
        user: UserId,
        token: SessionId,
        now: Timestamp,
    ) -> Result<bool, RepositoryError> {
        let row = api_tokens::table
            .filter(api_tokens::id.eq(token.0).and(api_tokens::user_id.eq(user.0)));
        self.0.write(|conn, events| {
            locks::lock_users(conn, &[user.0])?;
            let removed = diesel::delete(row).execute(conn)? > 0;
            if removed {
                events.record(Event::SessionEnded { user, session: token });
                let act = ModerationAct::ApiTokenRemoved;
                notify_of_security_act(conn, events, user, act, now)?;
            }
            Ok(removed)
        })
    }

    fn find(&self, digest: &str) -> Result<Option<Session>, RepositoryError> {
        let query = api_tokens::table.filter(api_tokens::digest.eq(digest)).select((
            api_tokens::id,
            api_tokens::user_id,
            api_tokens::scopes,
            api_tokens::created_at,
            api_tokens::expires_at,
        ));
        let row: Option<(i64, i64, String, i64, i64)> =
            self.0.read(|conn| query.first(conn).optional())?;
        Ok(row.map(|(id, user, words, created_at, expires_at)| {
            let ends_at = Timestamp::from_unix_millis(expires_at);
            Session {
                user: UserId(user),
                id: SessionId(id),
                version: 0,
                issued_at: Timestamp::from_unix_millis(created_at),
                api: Some(ApiGrant { scopes: scopes_of(&words), ends_at }),
            }
        }))
    }

    fn admission(
        &self,
        user: UserId,
        token: SessionId,
    ) -> Result<Option<Admission>, RepositoryError> {
        let is_own = api_tokens::id.eq(token.0).and(users::id.eq(user.0));
        let query = admissions!(api_tokens).filter(is_own);
        let row: Option<AdmissionRow> =
            self.0.read(|conn| on_backend!(conn, conn => query.first(conn)).optional())?;
        Ok(row.map(|row| admission(row).1))
    }

    fn admissions(
        &self,
        tokens: &[SessionId],
    ) -> Result<Vec<(SessionId, Admission)>, RepositoryError> {
        self.0.read(|conn| {
            let mut found = vec![];
            for ids in tokens.chunks(AT_ONCE) {
                let of_ids = padded_in(api_tokens::id, ids.iter().map(|id| id.0));
                let query = admissions!(api_tokens).filter(of_ids);
                let rows: Vec<AdmissionRow> = on_backend!(conn, conn => query.load(conn))?;
                found.extend(rows.into_iter().map(admission));
            }
            Ok(found)
        })
    }

    fn mark_used(&self, token: SessionId, at: Timestamp) -> Result<(), RepositoryError> {
        let (used, at) = (api_tokens::last_used_at, at.unix_millis());
        let is_unmarked = used.is_null().or(used.lt(at).assume_not_null());
        let unmarked = api_tokens::table.find(token.0).filter(is_unmarked);
        self.0.write(|conn, _| diesel::update(unmarked).set(used.eq(at)).execute(conn))?;
        Ok(())
    }

    fn delete_expired(&self, now: Timestamp) -> Result<usize, RepositoryError> {
        let expired = api_tokens::table.filter(api_tokens::expires_at.le(now.unix_millis()));
        self.0.write(|conn, _| diesel::delete(expired).execute(conn))
    }
}

fn add(
    conn: &mut DbConnection,
    events: &mut Events,
    token: &NewApiToken,
) -> QueryResult<AddApiTokenOutcome> {
    let user = token.user;
    locks::lock_users(conn, &[user.0])?;
    let of_account = api_tokens::table
        .filter(api_tokens::user_id.eq(user.0))
        .filter(api_tokens::expires_at.gt(token.created_at.unix_millis()));
    let count: i64 = of_account.count().get_result(conn)?;
    if count >= MAX_API_TOKENS as i64 {
        return Ok(AddApiTokenOutcome::TooMany);
    }
    let words: Vec<&str> = token.scopes.iter().map(Scope::word).collect();
    // No id comes again, also after a restore: caches outlive the rows.
    let id = rand::random_range(1 << 32..=MAX_ID);
    let row = diesel::insert_into(api_tokens::table)
        .values((
            api_tokens::id.eq(id),
            api_tokens::user_id.eq(user.0),
            api_tokens::digest.eq(&token.digest),
            api_tokens::name.eq(token.name.as_str()),
            api_tokens::scopes.eq(words.join(" ")),
            api_tokens::method.eq(stored(token.method)),
            api_tokens::created_at.eq(token.created_at.unix_millis()),
            api_tokens::expires_at.eq(token.ends_at.unix_millis()),
        ))
        .returning(TOKEN)
        .get_result(conn)?;
    let act = ModerationAct::ApiTokenAdded;
    notify_of_security_act(conn, events, user, act, token.created_at)?;
    Ok(AddApiTokenOutcome::Added(token_of(row)))
}

/// Removes all tokens of an account.
pub(super) fn delete_all(
    conn: &mut DbConnection,
    events: &mut Events,
    user: UserId,
) -> QueryResult<()> {
    let of_account = api_tokens::table.filter(api_tokens::user_id.eq(user.0));
    let removed: Vec<i64> =
        diesel::delete(of_account).returning(api_tokens::id).get_results(conn)?;
    for id in removed {
        events.record(Event::SessionEnded { user, session: SessionId(id) });
    }
    Ok(())
}

/// The columns of a [`TokenRow`].
pub(super) const TOKEN: (
    api_tokens::id,
    api_tokens::name,
    api_tokens::scopes,
    api_tokens::created_at,
    api_tokens::expires_at,
    api_tokens::last_used_at,
) = (
    api_tokens::id,
    api_tokens::name,
    api_tokens::scopes,
    api_tokens::created_at,
    api_tokens::expires_at,
    api_tokens::last_used_at,
);

/// An API token, by the columns of [`TOKEN`].
pub(super) type TokenRow = (i64, String, String, i64, i64, Option<i64>);

pub(super) fn token_of(
    (id, name, words, created_at, expires_at, last_used_at): TokenRow,
) -> ApiToken {
    ApiToken {
        id: SessionId(id),
        name,
        scopes: scopes_of(&words),
        created_at: Timestamp::from_unix_millis(created_at),
        ends_at: Timestamp::from_unix_millis(expires_at),
        last_used_at: last_used_at.map(Timestamp::from_unix_millis),
    }
}

fn scopes_of(words: &str) -> Scopes {
    words.split(' ').filter_map(Scope::parse).collect()
}

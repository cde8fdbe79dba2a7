//! Open sessions.

use ::users::{
    Account, Admission, Device, KeptSession, MAX_SESSIONS, NewSession, OpenSession,
    SessionRepository, SignInMethod,
};
use database::{
    Database, DbConnection, Events, locks, on_backend,
    schema::{second_steps, sessions, site, users},
    sql::padded_in,
};
use diesel::{dsl::exists, prelude::*};
use kernel::{Event, MAX_ID, RepositoryError, SecondStepPolicy, SessionId, Timestamp, UserId};

use super::{
    AT_ONCE,
    account::{ACCOUNT, AccountRow},
    passwords::raise_version,
    second_steps::in_force,
};
use crate::site::settings::second_step_policy;

/// Sessions in the database.
pub struct DbSessions(pub Database);

/// The session or API token, its account, the policy, whether there is a second step, and the method.
pub(super) type AdmissionRow = (i64, AccountRow, Option<i16>, bool, i16);

/// The rows of `sessions` or `api_tokens` with what decides whether they are admitted.
macro_rules! admissions {
    ($table:ident) => {
        users::table.inner_join($table::table).select((
            $table::id,
            ACCOUNT,
            site::table.select(site::second_step).single_value(),
            exists(in_force().filter(second_steps::user_id.eq(users::id))),
            $table::method,
        ))
    };
}

pub(super) use admissions;

pub(super) fn admission(
    (id, account, policy, has_second_step, method): AdmissionRow,
) -> (SessionId, Admission) {
    let admission = Admission {
        account: account.into(),
        policy: policy.map_or(SecondStepPolicy::Nobody, second_step_policy),
        has_second_step,
        method: from_stored(method),
    };
    (SessionId(id), admission)
}

impl SessionRepository for DbSessions {
    fn open(&self, session: &NewSession) -> Result<Option<SessionId>, RepositoryError> {
        self.0.write(|conn, events| open(conn, events, session))
    }

    fn holder(&self, user: UserId, session: SessionId) -> Result<Option<Account>, RepositoryError> {
        let query = users::table
            .inner_join(sessions::table)
            .filter(sessions::id.eq(session.0).and(users::id.eq(user.0)))
            .select(ACCOUNT);
        let row: Option<AccountRow> =
            self.0.read(|conn| on_backend!(conn, conn => query.first(conn)).optional())?;
        Ok(row.map(Account::from))
    }

    fn admission(
        &self,
        user: UserId,
        session: SessionId,
    ) -> Result<Option<Admission>, RepositoryError> {
        let query =
            admissions!(sessions).filter(sessions::id.eq(session.0).and(users::id.eq(user.0)));
        let row: Option<AdmissionRow> =
            self.0.read(|conn| on_backend!(conn, conn => query.first(conn)).optional())?;
        Ok(row.map(|row| admission(row).1))
    }

    fn admissions(
        &self,
        sessions: &[SessionId],
    ) -> Result<Vec<(SessionId, Admission)>, RepositoryError> {
        self.0.read(|conn| {
            let mut found = vec![];
            for ids in sessions.chunks(AT_ONCE) {
                let of_ids = padded_in(sessions::id, ids.iter().map(|id| id.0));
                let query = admissions!(sessions).filter(of_ids);
                let rows: Vec<AdmissionRow> = on_backend!(conn, conn => query.load(conn))?;
                found.extend(rows.into_iter().map(admission));
            }
            Ok(found)
        })
    }

    fn mark_used(&self, session: SessionId, at: Timestamp) -> Result<(), RepositoryError> {
        let used = sessions::last_used_at;
        let unmarked = sessions::table.find(session.0).filter(used.lt(at.unix_millis()));
        self.0.write(|conn, _| {
            diesel::update(unmarked).set(used.eq(at.unix_millis())).execute(conn)
        })?;
        Ok(())
    }

    fn list(&self, user: UserId, now: Timestamp) -> Result<Vec<OpenSession>, RepositoryError> {
        let query = sessions::table
            .filter(sessions::user_id.eq(user.0).and(sessions::expires_at.gt(now.unix_millis())))
            .order((sessions::last_used_at.desc(), sessions::id.desc()))
            .select(SESSION);
        let rows: Vec<SessionRow> = self.0.read(|conn| query.load(conn))?;
        Ok(rows.into_iter().map(open_session).collect())
    }

    fn end(&self, user: UserId, session: SessionId) -> Result<bool, RepositoryError> {
        let row = sessions::table.filter(sessions::id.eq(session.0));
        self.0.write(|conn, events| {
            locks::lock_users(conn, &[user.0])?;
            let ended = diesel::delete(row.filter(sessions::user_id.eq(user.0))).execute(conn)? > 0;
            if ended {
                events.record(Event::SessionEnded { user, session });
            }
            Ok(ended)
        })
    }

    fn end_others(&self, user: UserId, kept: &KeptSession) -> Result<bool, RepositoryError> {
        self.0.write(|conn, events| {
            let ended = delete_others(conn, user, kept, EarlierTokens::Stay)?;
            let Some(ended) = ended else { return Ok(false) };
            for session in ended {
                events.record(Event::SessionEnded { user, session });
            }
            Ok(true)
        })
    }

    fn end_tokens(
        &self,
        user: UserId,
        version: i32,
        kept: &KeptSession,
    ) -> Result<Option<Account>, RepositoryError> {
        self.0.write(|conn, events| {
            locks::lock_users(conn, &[user.0])?;
            if !has_version(conn, user, version)? {
                return Ok(None);
            }
            if delete_others(conn, user, kept, EarlierTokens::End)?.is_none() {
                return Ok(None);
            }
            raise_version(conn, events, user).map(Some)
        })
    }

    fn delete_expired(&self, now: Timestamp, oldest: Timestamp) -> Result<usize, RepositoryError> {
        let is_early = sessions::id.eq(sessions::user_id);
        let is_unused = is_early.and(sessions::last_used_at.le(oldest.unix_millis()));
        let is_expired = sessions::expires_at.le(now.unix_millis());
        let expired = sessions::table.filter(is_expired.or(is_unused));
        self.0.write(|conn, _| diesel::delete(expired).execute(conn))
    }
}

fn open(
    conn: &mut DbConnection,
    events: &mut Events,
    session: &NewSession,
) -> QueryResult<Option<SessionId>> {
    let user = session.user;
    locks::lock_users(conn, &[user.0])?;
    if !has_version(conn, user, session.version)? {
        return Ok(None);
    }
    let of_account = sessions::table.filter(sessions::user_id.eq(user.0));
    let by_use = of_account.order((sessions::last_used_at.desc(), sessions::id.desc()));
    let too_many: Vec<i64> =
        by_use.offset(MAX_SESSIONS as i64 - 1).limit(i64::MAX).select(sessions::id).load(conn)?;
    for id in too_many {
        diesel::delete(sessions::table.find(id)).execute(conn)?;
        events.record(Event::SessionEnded { user, session: SessionId(id) });
    }
    // No id comes again, also after a restore: tokens outlive the rows.
    let id = rand::random_range(1 << 32..=MAX_ID);
    diesel::insert_into(sessions::table)
        .values((
            sessions::id.eq(id),
            sessions::user_id.eq(user.0),
            sessions::method.eq(stored(session.method)),
            sessions::client.eq(&session.device.client),
            sessions::network.eq(&session.device.network),
            sessions::opened_at.eq(session.opened_at.unix_millis()),
            sessions::last_used_at.eq(session.opened_at.unix_millis()),
            sessions::expires_at.eq(session.ends_at.unix_millis()),
        ))
        .execute(conn)?;
    Ok(Some(SessionId(id)))
}

pub(super) fn has_version(
    conn: &mut DbConnection,
    user: UserId,
    version: i32,
) -> QueryResult<bool> {
    let current = users::table.find(user.0).filter(users::session_version.eq(version));
    diesel::select(exists(current)).get_result(conn)
}

/// What becomes of the tokens that the kept session has.
pub(super) enum EarlierTokens {
    /// One of them may live longer than the new one.
    Stay,
    End,
}

/// Deletes all sessions of an account but one; returns them. `None`, and none is deleted, if that is not open.
pub(super) fn delete_others(
    conn: &mut DbConnection,
    user: UserId,
    kept: &KeptSession,
    earlier: EarlierTokens,
) -> QueryResult<Option<Vec<SessionId>>> {
    locks::lock_users(conn, &[user.0])?;
    let of_account = || sessions::table.filter(sessions::user_id.eq(user.0));
    let is_kept = sessions::id.eq(kept.id.0);
    let ends_at: Option<i64> =
        of_account().filter(is_kept).select(sessions::expires_at).first(conn).optional()?;
    let Some(ends_at) = ends_at else { return Ok(None) };
    let renewed_until = kept.ends_at.unix_millis();
    let ends_at = match earlier {
        EarlierTokens::Stay => ends_at.max(renewed_until),
        EarlierTokens::End => renewed_until,
    };
    diesel::update(of_account().filter(is_kept))
        .set((
            sessions::expires_at.eq(ends_at),
            sessions::last_used_at.eq(kept.renewed_at.unix_millis()),
        ))
        .execute(conn)?;
    let ended: Vec<i64> = diesel::delete(of_account().filter(sessions::id.ne(kept.id.0)))
        .returning(sessions::id)
        .get_results(conn)?;
    Ok(Some(ended.into_iter().map(SessionId).collect()))
}

pub(super) fn delete_all(conn: &mut DbConnection, user: UserId) -> QueryResult<()> {
    diesel::delete(sessions::table.filter(sessions::user_id.eq(user.0))).execute(conn)?;
    Ok(())
}

/// The stored form of a method.
pub(super) const fn stored(method: SignInMethod) -> i16 {
    match method {
        SignInMethod::Password => 0,
        SignInMethod::RecoveryCode => 1,
        SignInMethod::Passkey => 2,
        SignInMethod::Oidc => 3,
    }
}

pub(super) const fn from_stored(method: i16) -> SignInMethod {
    match method {
        1 => SignInMethod::RecoveryCode,
        2 => SignInMethod::Passkey,
        3 => SignInMethod::Oidc,
        _ => SignInMethod::Password,
    }
}

/// The columns of a [`SessionRow`].
pub(super) const SESSION: (
    sessions::id,
    sessions::method,
    sessions::client,
    sessions::network,
    sessions::opened_at,
    sessions::last_used_at,
) = (
    sessions::id,
    sessions::method,
    sessions::client,
    sessions::network,
    sessions::opened_at,
    sessions::last_used_at,
);

/// A session, by the columns of [`SESSION`].
pub(super) type SessionRow = (i64, i16, String, String, i64, i64);

pub(super) fn open_session(
    (id, method, client, network, opened_at, last_used_at): SessionRow,
) -> OpenSession {
    OpenSession {
        id: SessionId(id),
        method: from_stored(method),
        device: Device { client, network },
        opened_at: Timestamp::from_unix_millis(opened_at),
        last_used_at: Timestamp::from_unix_millis(last_used_at),
    }
}

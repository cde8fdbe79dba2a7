//! Open sessions.

use ::users::{
    Account, Device, KeptSession, MAX_SESSIONS, NewSession, OpenSession, SessionHolder,
    SessionRepository, SignInMethod,
};
use database::{
    Database, DbConnection, Events, on_backend,
    schema::{sessions, users},
    sql::padded_in,
};
use diesel::prelude::*;
use kernel::{Event, RepositoryError, SessionId, Timestamp, UserId};

use super::{
    AT_ONCE,
    account::{ACCOUNT, AccountRow},
    passwords::with_new_version,
};

/// Sessions in the database.
pub struct DbSessions(pub Database);

impl SessionRepository for DbSessions {
    fn open(&self, session: &NewSession) -> Result<SessionId, RepositoryError> {
        self.0.write(|conn, events| open(conn, events, session))
    }

    fn holder(
        &self,
        user: UserId,
        session: SessionId,
    ) -> Result<Option<SessionHolder>, RepositoryError> {
        let query = users::table
            .inner_join(sessions::table)
            .filter(sessions::id.eq(session.0).and(users::id.eq(user.0)))
            .select((ACCOUNT, sessions::last_used_at));
        let row: Option<(AccountRow, i64)> =
            self.0.read(|conn| on_backend!(conn, conn => query.first(conn)).optional())?;
        Ok(row.map(|(account, last_used_at)| SessionHolder {
            account: account.into(),
            last_used_at: Timestamp::from_unix_millis(last_used_at),
        }))
    }

    fn holders(
        &self,
        sessions: &[SessionId],
    ) -> Result<Vec<(SessionId, Account)>, RepositoryError> {
        self.0.read(|conn| {
            let mut holders = vec![];
            for ids in sessions.chunks(AT_ONCE) {
                let query = users::table
                    .inner_join(sessions::table)
                    .filter(padded_in(sessions::id, ids.iter().map(|id| id.0)))
                    .select((sessions::id, ACCOUNT));
                let rows: Vec<(i64, AccountRow)> = on_backend!(conn, conn => query.load(conn))?;
                holders.extend(rows.into_iter().map(|(id, row)| (SessionId(id), row.into())));
            }
            Ok(holders)
        })
    }

    fn mark_used(&self, session: SessionId, at: Timestamp) -> Result<(), RepositoryError> {
        let at = at.unix_millis();
        let earlier = sessions::table.find(session.0).filter(sessions::last_used_at.lt(at));
        self.0.write(|conn, _| {
            diesel::update(earlier).set(sessions::last_used_at.eq(at)).execute(conn)
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
            let ended = diesel::delete(row.filter(sessions::user_id.eq(user.0))).execute(conn)? > 0;
            if ended {
                events.record(Event::SessionEnded { user, session });
            }
            Ok(ended)
        })
    }

    fn end_others(&self, user: UserId, kept: &KeptSession) -> Result<(), RepositoryError> {
        self.0.write(|conn, events| {
            for session in delete_others(conn, user, kept)? {
                events.record(Event::SessionEnded { user, session });
            }
            Ok(())
        })
    }

    fn end_tokens(
        &self,
        user: UserId,
        version: i32,
        kept: &KeptSession,
    ) -> Result<Option<Account>, RepositoryError> {
        self.0.write(|conn, events| {
            let current = users::table.find(user.0).filter(users::session_version.eq(version));
            let row: Option<AccountRow> = diesel::update(current)
                .set(users::session_version.eq(users::session_version + 1))
                .returning(ACCOUNT)
                .get_result(conn)
                .optional()?;
            let Some(row) = row else { return Ok(None) };
            delete_others(conn, user, kept)?;
            Ok(Some(with_new_version(events, row)))
        })
    }

    fn delete_expired(&self, now: Timestamp) -> Result<usize, RepositoryError> {
        let expired = sessions::table.filter(sessions::expires_at.le(now.unix_millis()));
        self.0.write(|conn, _| diesel::delete(expired).execute(conn))
    }
}

fn open(
    conn: &mut DbConnection,
    events: &mut Events,
    session: &NewSession,
) -> QueryResult<SessionId> {
    let user = session.user;
    let of_account = sessions::table.filter(sessions::user_id.eq(user.0));
    let by_use = of_account.order((sessions::last_used_at.desc(), sessions::id.desc()));
    let too_many: Vec<i64> =
        by_use.offset(MAX_SESSIONS as i64 - 1).limit(i64::MAX).select(sessions::id).load(conn)?;
    for id in too_many {
        diesel::delete(sessions::table.find(id)).execute(conn)?;
        events.record(Event::SessionEnded { user, session: SessionId(id) });
    }
    let id = diesel::insert_into(sessions::table)
        .values((
            sessions::user_id.eq(user.0),
            sessions::method.eq(stored(session.method)),
            sessions::client.eq(&session.device.client),
            sessions::network.eq(&session.device.network),
            sessions::opened_at.eq(session.opened_at.unix_millis()),
            sessions::last_used_at.eq(session.opened_at.unix_millis()),
            sessions::expires_at.eq(session.ends_at.unix_millis()),
        ))
        .returning(sessions::id)
        .get_result(conn)?;
    Ok(SessionId(id))
}

/// Deletes all sessions of an account but one; returns them. The account's row keeps concurrent calls apart.
pub(super) fn delete_others(
    conn: &mut DbConnection,
    user: UserId,
    kept: &KeptSession,
) -> QueryResult<Vec<SessionId>> {
    diesel::update(sessions::table.find(kept.id.0))
        .set(sessions::expires_at.eq(kept.ends_at.unix_millis()))
        .execute(conn)?;
    let others = sessions::table.filter(sessions::user_id.eq(user.0));
    let ended: Vec<i64> = diesel::delete(others.filter(sessions::id.ne(kept.id.0)))
        .returning(sessions::id)
        .get_results(conn)?;
    Ok(ended.into_iter().map(SessionId).collect())
}

pub(super) fn delete_all(conn: &mut DbConnection, user: UserId) -> QueryResult<()> {
    diesel::delete(sessions::table.filter(sessions::user_id.eq(user.0))).execute(conn)?;
    Ok(())
}

/// The stored form of a method.
const fn stored(method: SignInMethod) -> i16 {
    match method {
        SignInMethod::Password => 0,
        SignInMethod::RecoveryCode => 1,
    }
}

const fn from_stored(method: i16) -> SignInMethod {
    match method {
        1 => SignInMethod::RecoveryCode,
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

use std::time::Duration;

use diesel::{
    dsl::{count_star, min},
    prelude::*,
};
use kernel::{RepositoryError, Timestamp, UserId};

use super::{Channel, Due, MAX_AGE, Outcome};
use crate::{Database, connection::DbConnection, schema::deliveries, sql::padded_in};

/// The waits after failures; the last one is repeated.
const RETRY_AFTER: [Duration; 5] = [
    Duration::from_mins(1),
    Duration::from_mins(5),
    Duration::from_mins(20),
    Duration::from_hours(1),
    Duration::from_hours(3),
];

#[derive(Queryable)]
struct Row {
    id: i64,
    user: Option<i64>,
    key: String,
    data: String,
    created_at: i64,
    attempts: i32,
}

/// The deliveries that wait.
pub(super) struct Backlog {
    pub(super) waiting: u64,
    pub(super) oldest_due: Option<Timestamp>,
}

impl Database {
    /// Claims deliveries that are due and that no other copy has claimed.
    pub(super) fn claim_deliveries(
        &self,
        channel: Channel,
        limit: usize,
        now: Timestamp,
    ) -> Result<Vec<Due>, RepositoryError> {
        self.write(|conn, _| {
            let rows = due(conn, channel, limit as i64, now)?;
            let lease = now.after(Due::LEASE);
            let ids: Vec<i64> = rows.iter().map(|row| row.id).collect();
            if !ids.is_empty() {
                let claimed = deliveries::table.filter(padded_in(deliveries::id, ids));
                let claim = diesel::update(claimed).set(deliveries::due_at.eq(lease.unix_millis()));
                on_backend!(conn, conn => claim.execute(conn))?;
            }
            Ok(rows.into_iter().map(|row| row.into_due(lease)).collect())
        })
    }

    /// Settles a claimed delivery, unless it was stored again meanwhile: then it waits for its next turn. Returns whether
    /// it was given up, because it can't arrive or has failed for a day.
    pub(super) fn settle_delivery(
        &self,
        claimed: &Due,
        outcome: &Outcome,
        now: Timestamp,
    ) -> Result<bool, RepositoryError> {
        let next = next(claimed, outcome, now);
        let row = deliveries::table
            .find(claimed.id)
            .filter(deliveries::due_at.eq(claimed.lease.unix_millis()));
        self.write(|conn, _| match next {
            Some(Next { due_at, created_at, attempts }) => {
                let change = (
                    deliveries::due_at.eq(due_at.unix_millis()),
                    deliveries::created_at.eq(created_at.unix_millis()),
                    deliveries::attempts.eq(attempts),
                );
                on_backend!(conn, conn => diesel::update(row).set(change).execute(conn))
            }
            None => on_backend!(conn, conn => diesel::delete(row).execute(conn)),
        })?;
        Ok(next.is_none() && *outcome != Outcome::Delivered)
    }

    pub(super) fn waiting_deliveries(&self, channel: Channel) -> Result<Backlog, RepositoryError> {
        self.read(|conn| {
            let query = deliveries::table
                .filter(deliveries::channel.eq(channel.code()))
                .select((count_star(), min(deliveries::due_at)));
            let (waiting, oldest): (i64, Option<i64>) =
                on_backend!(conn, conn => query.get_result(conn))?;
            let oldest_due = oldest.map(Timestamp::from_unix_millis);
            Ok(Backlog { waiting: waiting.unsigned_abs(), oldest_due })
        })
    }
}

impl Row {
    fn into_due(self, lease: Timestamp) -> Due {
        Due {
            id: self.id,
            user: self.user.map(UserId),
            key: self.key,
            data: self.data,
            created_at: Timestamp::from_unix_millis(self.created_at),
            attempts: self.attempts.unsigned_abs(),
            lease,
        }
    }
}

/// The next try of a delivery.
#[derive(Clone, Copy)]
struct Next {
    due_at: Timestamp,
    created_at: Timestamp,
    attempts: i32,
}

/// Returns the next try; `None` if there is none.
fn next(claimed: &Due, outcome: &Outcome, now: Timestamp) -> Option<Next> {
    match outcome {
        Outcome::Delivered | Outcome::GivenUp { .. } => None,
        // Its failures and its age begin anew: a digest is older than a day.
        Outcome::Again { at } => Some(Next { due_at: *at, created_at: *at, attempts: 0 }),
        Outcome::Retry { after, .. } => {
            let nth = (claimed.attempts as usize).min(RETRY_AFTER.len() - 1);
            // A receiver decides neither how long it is tried nor that it is tried without a pause.
            let wait = RETRY_AFTER[nth].max(after.unwrap_or_default().min(MAX_AGE));
            (!claimed.is_last_try(now)).then(|| Next {
                due_at: now.after(wait),
                created_at: claimed.created_at,
                attempts: claimed.attempts as i32 + 1,
            })
        }
    }
}

fn due(
    conn: &mut DbConnection,
    channel: Channel,
    limit: i64,
    now: Timestamp,
) -> QueryResult<Vec<Row>> {
    let due = deliveries::table
        .filter(deliveries::channel.eq(channel.code()))
        .filter(deliveries::due_at.le(now.unix_millis()))
        .order((deliveries::due_at, deliveries::id))
        .limit(limit)
        .select((
            deliveries::id,
            deliveries::user_id,
            deliveries::key,
            deliveries::data,
            deliveries::created_at,
            deliveries::attempts,
        ));
    match conn {
        DbConnection::Postgres(conn) => due.for_update().skip_locked().load(conn),
        DbConnection::Sqlite(conn) => due.load(conn),
    }
}

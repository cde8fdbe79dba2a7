use std::{
    sync::atomic::{AtomicI64, Ordering},
    time::Duration,
};

use ::limits::{Budget, BudgetStore, Quota, SpendOutcome};
use database::{Database, DbConnection, Erasing, failure, schema::budgets, sql::cached};
use diesel::{
    PgConnection,
    dsl::case_when,
    prelude::*,
    result::Error as DieselError,
    sql_types::{BigInt, Bool},
};
use kernel::{RepositoryError, Timestamp};

/// The interval at which each process deletes full budgets.
const SWEEP_EVERY: Duration = Duration::from_mins(1);

/// Budgets in PostgreSQL, shared by all servers.
///
/// No response shows them, so changing one invalidates no cache: it is a single statement, one round
/// trip.
pub(super) struct SharedBudgets {
    database: Database,
    next_sweep: AtomicI64,
}

define_sql_function! {
    /// The greater of two numbers.
    fn greatest(one: BigInt, other: BigInt) -> BigInt;
}
define_sql_function! {
    /// The lesser of two numbers.
    fn least(one: BigInt, other: BigInt) -> BigInt;
}

impl SharedBudgets {
    /// Requires a PostgreSQL database; calls fail on any other.
    #[must_use]
    pub(super) fn new(database: &Database) -> Self {
        Self { database: database.clone(), next_sweep: AtomicI64::new(0) }
    }

    fn on_postgres<T>(
        &self,
        work: impl FnOnce(&mut Erasing<PgConnection>) -> QueryResult<T>,
    ) -> Result<T, RepositoryError> {
        let lent = self.database.write_connection()?;
        lent.with(|conn| match conn {
            DbConnection::Postgres(conn) => work(conn),
            DbConnection::Sqlite(_) => {
                Err(DieselError::QueryBuilderError("budgets are shared on PostgreSQL alone".into()))
            }
        })
        .map_err(failure)
    }

    /// Returns whether this call has to sweep.
    fn is_time_to_sweep(&self, now: Timestamp) -> bool {
        let due = self.next_sweep.load(Ordering::Relaxed);
        let next = now.after(SWEEP_EVERY).unix_millis();
        let taken = || {
            self.next_sweep
                .compare_exchange(due, next, Ordering::Relaxed, Ordering::Relaxed)
                .is_ok()
        };
        // A clock set back must not delay the next sweep.
        (due <= now.unix_millis() || due > next) && taken()
    }
}

impl BudgetStore for SharedBudgets {
    fn spend(
        &self,
        budget: &Budget,
        quota: &Quota,
        now: Timestamp,
    ) -> Result<SpendOutcome, RepositoryError> {
        let (full_at, allowed) = self.on_postgres(|conn| spend(conn, budget, quota, now))?;
        if self.is_time_to_sweep(now) {
            // There is no index on the time, which would slow down each change: a sweep reads some thousand rows
            // once a minute.
            let full = budgets::table.filter(budgets::full_at.le(now.unix_millis()));
            self.on_postgres(|conn| diesel::delete(full).execute(conn))?;
        }
        Ok(SpendOutcome { allowed, full_at: Timestamp::from_unix_millis(full_at) })
    }
}

/// Applies [`Quota::spend`] as SQL: one statement is one round trip, atomic without a lock held between
/// statements. Deciding in Rust would take four (`BEGIN`, `SELECT … FOR UPDATE`, upsert, `COMMIT`) before
/// every limited request. The contract tests compare both over 200 steps of the clock.
fn spend(
    conn: &mut Erasing<PgConnection>,
    budget: &Budget,
    quota: &Quota,
    now: Timestamp,
) -> QueryResult<(i64, bool)> {
    let interval = quota.interval.as_millis() as i64;
    let (now, latest) = (now.unix_millis(), now.after(quota.window()).unix_millis());
    let full_at = || least(greatest(budgets::full_at, now), latest);
    let allowed = || (full_at() + interval.into_sql::<BigInt>()).le(latest);
    cached(
        diesel::insert_into(budgets::table)
            .values((
                budgets::budget.eq(budget.to_string()),
                budgets::full_at.eq(now + interval),
                budgets::allowed.eq(true),
            ))
            .on_conflict(budgets::budget)
            .do_update()
            .set((
                budgets::full_at.eq(case_when(
                    allowed(),
                    full_at() + interval.into_sql::<BigInt>(),
                )
                .otherwise(full_at())),
                budgets::allowed.eq(case_when(allowed(), true.into_sql::<Bool>())
                    .otherwise(false.into_sql::<Bool>())),
            ))
            .returning((budgets::full_at, budgets::allowed)),
    )
    .get_result(conn)
}

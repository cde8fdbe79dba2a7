use ::notifications::NotificationRetention;
use database::{Database, DbConnection, locks::AdvisoryLock, on_backend, schema::notifications};
use diesel::{QueryResult, QueryableByName, RunQueryDsl, prelude::*, sql_query, sql_types::BigInt};
use kernel::RepositoryError;

use super::execute;

/// How many rows are deleted in one transaction.
const AT_ONCE: i64 = 500;

/// Deletes what is too old, and of each member the oldest of too many that were read.
pub(super) fn delete_old(
    database: &Database,
    retention: NotificationRetention,
) -> Result<usize, RepositoryError> {
    let mut deleted = 0;
    loop {
        let batch = database.write(|conn, _| delete_expired(conn, retention))?;
        deleted += batch;
        if batch < AT_ONCE as usize {
            break;
        }
    }
    for user in database.read(crowded)? {
        deleted += database.write(|conn, _| delete_read(conn, user))?;
    }
    Ok(deleted)
}

fn delete_expired(conn: &mut DbConnection, retention: NotificationRetention) -> QueryResult<usize> {
    AdvisoryLock::Notifications.lock(conn)?;
    let start = retention.start.unix_millis();
    let old = notifications::table
        .filter(notifications::updated_at.le(start))
        .order(notifications::updated_at)
        .limit(AT_ONCE)
        .select(notifications::id);
    let ids: Vec<i64> = on_backend!(conn, conn => old.load(conn))?;
    diesel::delete(notifications::table.filter(notifications::id.eq_any(ids))).execute(conn)
}

#[derive(QueryableByName)]
struct Member {
    #[diesel(sql_type = BigInt)]
    user_id: i64,
}

/// Returns the members with too many notifications that were read.
fn crowded(conn: &mut DbConnection) -> QueryResult<Vec<i64>> {
    let query = sql_query(format!(
        "SELECT user_id FROM notifications WHERE read GROUP BY user_id HAVING count(*) > {}",
        NotificationRetention::MAX_READ
    ));
    let members: Vec<Member> = on_backend!(conn, conn => query.load(conn))?;
    Ok(members.into_iter().map(|member| member.user_id).collect())
}

fn delete_read(conn: &mut DbConnection, user: i64) -> QueryResult<usize> {
    AdvisoryLock::Notifications.lock(conn)?;
    let most = NotificationRetention::MAX_READ;
    let statement = format!(
        "DELETE FROM notifications WHERE user_id = {user} AND read AND id NOT IN
            (SELECT id FROM notifications WHERE user_id = {user} AND read
                ORDER BY updated_at DESC, id DESC LIMIT {most})"
    );
    execute(conn, statement)
}

//! Sign-ins that are begun and not finished: how many a network has, and all have.

use ::users::{MAX_BEGUN, MAX_BEGUN_OF_NETWORK};
use database::{DbConnection, on_backend};
use diesel::{
    QueryResult, QueryableByName, RunQueryDsl, sql_query,
    sql_types::{BigInt, Text},
};

/// Where they are stored.
#[derive(Clone, Copy)]
pub(super) enum Begun {
    PasskeyChallenges,
    ProviderRequests,
}

#[derive(QueryableByName)]
struct Count {
    #[diesel(sql_type = BigInt)]
    n: i64,
}

/// Ends the oldest beyond both bounds, so that there is room for another of this network.
pub(super) fn make_room(conn: &mut DbConnection, begun: Begun, network: &str) -> QueryResult<()> {
    let of_visitors = match begun {
        Begun::PasskeyChallenges => "passkey_challenges WHERE user_id IS NULL",
        Begun::ProviderRequests => "provider_requests WHERE user_id IS NULL",
    };
    let beyond = format!(
        "DELETE FROM {of_visitors} AND network = $1 AND expires_at <= (
            SELECT expires_at FROM {of_visitors} AND network = $1
            ORDER BY expires_at DESC LIMIT 1 OFFSET {})",
        MAX_BEGUN_OF_NETWORK - 1
    );
    on_backend!(&mut *conn, conn => sql_query(beyond).bind::<Text, _>(network).execute(conn))?;
    let count = sql_query(format!("SELECT count(*) AS n FROM {of_visitors}"));
    let Count { n } = on_backend!(&mut *conn, conn => count.get_result(conn))?;
    if n < MAX_BEGUN as i64 {
        return Ok(());
    }
    let oldest = sql_query(format!(
        "WITH largest AS (SELECT network, min(expires_at) AS oldest FROM {of_visitors}
            GROUP BY network ORDER BY count(*) DESC LIMIT 1)
         DELETE FROM {of_visitors} AND network = (SELECT network FROM largest)
         AND expires_at = (SELECT oldest FROM largest)"
    ));
    on_backend!(conn, conn => oldest.execute(conn))?;
    Ok(())
}

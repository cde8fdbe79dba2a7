use std::time::Duration;

use database::{DbConnection, schema::deliveries};
use diesel::{QueryDsl, RunQueryDsl, sql_query};
use infrastructure::SystemClock;
use kernel::Clock;

use super::TestApp;

impl TestApp {
    /// The number of mails and messages that wait or are being carried.
    pub(crate) fn waiting_deliveries(&self) -> i64 {
        let count = |conn: &mut DbConnection| deliveries::table.count().get_result(conn);
        self.database.read(count).unwrap()
    }

    /// The number of those that are due, or being carried.
    pub(crate) fn due_deliveries(&self) -> usize {
        let now = SystemClock.now().unix_millis();
        let claimed = |due_at: i64| due_at - now > 14 * 60_000 && due_at - now <= 15 * 60_000;
        let times = |conn: &mut DbConnection| {
            deliveries::table.select(deliveries::due_at).load::<i64>(conn)
        };
        let times = self.database.read(times).unwrap();
        times.into_iter().filter(|due_at| *due_at <= now || claimed(*due_at)).count()
    }

    /// Makes those that wait due so much earlier.
    pub(crate) fn hasten_deliveries(&self, time: Duration) {
        self.make_older("deliveries", "due_at", time);
    }

    /// Makes mails, and what they tell of, so much older.
    pub(crate) fn let_mails_pass(&self, time: Duration) {
        self.make_older("posts", "created_at", time);
        self.make_older("notifications", "updated_at", time);
        self.make_older("notifications", "mailed", time);
        self.make_older("notification_settings", "mailed_at", time);
        self.hasten_deliveries(time);
    }

    /// But what never was.
    fn make_older(&self, table: &str, column: &str, time: Duration) {
        let millis = time.as_millis();
        let statement =
            format!("UPDATE {table} SET {column} = {column} - {millis} WHERE {column} > 0");
        self.database.write(|conn, _| sql_query(statement).execute(conn)).unwrap();
    }
}

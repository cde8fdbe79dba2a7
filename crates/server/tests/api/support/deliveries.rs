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

    /// Makes mails older, sent ones and those that wait.
    pub(crate) fn let_mails_pass(&self, time: Duration) {
        let millis = time.as_millis();
        for statement in [
            format!(
                "UPDATE notification_settings SET mailed_at = mailed_at - {millis} WHERE mailed_at > 0"
            ),
            format!("UPDATE deliveries SET due_at = due_at - {millis}"),
        ] {
            self.database.write(|conn, _| sql_query(statement).execute(conn)).unwrap();
        }
    }
}

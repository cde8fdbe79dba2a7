//! Deliveries of notifications to subscribed browsers.

use database::{
    Channel, DbConnection, on_backend,
    sql::prepared::{Value, prepared},
};
use diesel::prelude::*;
use kernel::{Timestamp, UserId};

/// As [`database::enqueue`], for many. Without the `WHERE`, SQLite takes `ON CONFLICT` for the condition of a join.
const ENQUEUE: &str = "
    INSERT INTO deliveries (channel, user_id, key, data, created_at, due_at)
    SELECT ?, s.user_id, s.id || ' ' || s.user_id || ' ' || ?, '', ?, ?
    FROM push_subscriptions s LEFT JOIN notification_settings n ON n.user_id = s.user_id
    WHERE s.user_id IN ? AND coalesce(n.push, TRUE)
    ON CONFLICT (channel, key) DO UPDATE SET due_at = CASE
        WHEN deliveries.due_at > excluded.due_at THEN excluded.due_at ELSE deliveries.due_at END";

/// Stores a delivery for each subscription of these members who want it, about a subject.
pub(crate) fn enqueue(
    conn: &mut DbConnection,
    members: Value,
    subject: &str,
    now: Timestamp,
) -> QueryResult<()> {
    let statement = prepared::<()>(ENQUEUE)
        .bind(i64::from(Channel::Push.code()))
        .bind(subject.to_owned())
        .bind(now.unix_millis())
        .bind(now.unix_millis())
        .bind(members);
    on_backend!(conn, conn => statement.execute(conn))?;
    Ok(())
}

/// Which browser a delivery is for, and about what: its key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Addressed<'a> {
    pub(super) subscription: i64,
    pub(super) user: UserId,
    pub(super) subject: &'a str,
}

impl<'a> Addressed<'a> {
    pub(super) fn read(key: &'a str) -> Option<Self> {
        let (subscription, rest) = key.split_once(' ')?;
        let (user, subject) = rest.split_once(' ')?;
        let (subscription, user) = (subscription.parse().ok()?, UserId(user.parse().ok()?));
        Some(Self { subscription, user, subject })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_names_browser_member_and_subject() {
        let addressed = Addressed { subscription: 7, user: UserId(8), subject: "m21p9" };
        assert_eq!(Addressed::read("7 8 m21p9"), Some(addressed));
        for key in ["", "7", "7 8", "x 8 p9", "7 x p9"] {
            assert_eq!(Addressed::read(key), None, "{key}");
        }
    }
}

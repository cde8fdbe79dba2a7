use infrastructure::DbNotifications;
use kernel::{NotificationId, Reader, UserId};
use notifications::{NotificationRepository, NotificationRetention, Unread};

use super::{at, page};
use crate::support::{T0, TestDb, contract};

contract! {
    notifications_page_latest_first,
    unread_ones_are_listed_and_counted,
    more_unread_ones_than_a_statement_has_parameters_are_read,
    old_and_too_many_read_ones_are_not_shown,
    old_and_too_many_read_ones_are_deleted,
}

const DAY: i64 = 86_400_000;

fn list(db: &TestDb) -> DbNotifications {
    DbNotifications(db.database.clone())
}

/// A notification of moderation, one millisecond after the last.
fn add(db: &TestDb, user: UserId, millis: i64, read: bool) {
    let (at, read) = (at(millis).unix_millis(), if read { "TRUE" } else { "FALSE" });
    db.run(&format!(
        "INSERT INTO notifications (user_id, kind, act, subject, count, updated_at, read)
            VALUES ({user}, 4, 1, 'm{millis}', 1, {at}, {read})"
    ));
}

fn notifications_page_latest_first(db: &TestDb) {
    let ann = db.add_user("ann");
    for millis in [3, 1, 2] {
        add(db, ann, millis, millis == 2);
    }
    let retention = NotificationRetention::at(T0);
    let first = list(db).list(ann, Reader::Insider(ann), false, retention, &page(2, None)).unwrap();
    let times: Vec<_> = first.items.iter().map(|one| one.updated_at).collect();
    assert_eq!(times, [at(3), at(2)]);
    let second =
        list(db).list(ann, Reader::Insider(ann), false, retention, &page(2, first.next)).unwrap();
    assert_eq!((second.items[0].updated_at, second.next), (at(1), None));
    let unread = list(db).list(ann, Reader::Insider(ann), true, retention, &page(1, None)).unwrap();
    assert_eq!(unread.items[0].updated_at, at(3));
    let last =
        list(db).list(ann, Reader::Insider(ann), true, retention, &page(1, unread.next)).unwrap();
    assert_eq!((last.items[0].updated_at, last.next), (at(1), None));
}

fn unread_ones_are_listed_and_counted(db: &TestDb) {
    let [ann, bob] = ["ann", "bob"].map(|name| db.add_user(name));
    for millis in 1..=3 {
        add(db, ann, millis, false);
    }
    let retention = NotificationRetention::at(T0);
    let counted = |db| {
        let counts: Vec<Unread> = list(db).unread(&[ann, bob], T0).unwrap();
        counts.iter().find(|one| one.user == ann).map_or(0, |one| one.notifications)
    };
    assert_eq!(counted(db), 3);
    let id =
        list(db).list(ann, Reader::Insider(ann), true, retention, &page(1, None)).unwrap().items[0]
            .id;
    assert!(!list(db).mark_read(bob, Reader::Insider(bob), id, None, retention).unwrap());
    assert!(
        !list(db)
            .mark_read(ann, Reader::Insider(ann), NotificationId(id.0 + 100), None, retention)
            .unwrap()
    );
    // Something was merged into it after the member saw it.
    assert!(list(db).mark_read(ann, Reader::Insider(ann), id, Some(at(2)), retention).unwrap());
    assert_eq!(counted(db), 3);
    for _ in 0..2 {
        assert!(list(db).mark_read(ann, Reader::Insider(ann), id, Some(at(3)), retention).unwrap());
    }
    assert_eq!(counted(db), 2);
    list(db).mark_read_up_to(ann, Reader::Insider(ann), at(1)).unwrap();
    assert_eq!(counted(db), 1);
    list(db).mark_read_up_to(ann, Reader::Insider(ann), at(9)).unwrap();
    assert_eq!(counted(db), 0);
}

fn more_unread_ones_than_a_statement_has_parameters_are_read(db: &TestDb) {
    let ann = db.add_user("ann");
    add(db, ann, 1, false);
    db.run(
        "INSERT INTO notifications (user_id, kind, act, subject, count, updated_at, read)
            WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 66000)
            SELECT user_id, kind, act, 'n' || n, count, updated_at, read FROM notifications, numbers",
    );
    list(db).mark_read_up_to(ann, Reader::Insider(ann), at(1)).unwrap();
    assert_eq!(db.number("SELECT count(*) AS n FROM notifications WHERE NOT read"), 0);
}

/// One that is too old, one that is just not, and 502 that were read.
fn add_too_many(db: &TestDb, user: UserId) {
    add(db, user, -90 * DAY, false);
    add(db, user, -90 * DAY + 1, false);
    for millis in -502..0 {
        add(db, user, millis, true);
    }
}

fn shown(db: &TestDb, user: UserId) -> i64 {
    let (mut count, mut after) = (0, None);
    loop {
        let retention = NotificationRetention::at(T0);
        let page = list(db)
            .list(user, Reader::Insider(user), false, retention, &page(100, after))
            .unwrap();
        count += page.items.len() as i64;
        after = page.next;
        if after.is_none() {
            return count;
        }
    }
}

fn old_and_too_many_read_ones_are_not_shown(db: &TestDb) {
    let ann = db.add_user("ann");
    add_too_many(db, ann);
    assert_eq!(shown(db, ann), 501);
    let counts = list(db).unread(&[ann], T0).unwrap();
    assert_eq!(counts[0].notifications, 1);
}

fn old_and_too_many_read_ones_are_deleted(db: &TestDb) {
    let [ann, bob] = ["ann", "bob"].map(|name| db.add_user(name));
    add_too_many(db, ann);
    add(db, bob, -1, true);
    assert_eq!(infrastructure::delete_old_notifications(&db.database, T0).unwrap(), 3);
    assert_eq!(db.number("SELECT count(*) AS n FROM notifications"), 502);
    assert_eq!(infrastructure::delete_old_notifications(&db.database, T0).unwrap(), 0);
    assert_eq!((shown(db, ann), shown(db, bob)), (501, 1));
}

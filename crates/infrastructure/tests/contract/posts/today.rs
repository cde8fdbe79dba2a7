use kernel::{ForumId, Timestamp};
use posts::Selection;

use super::{NONE, add, most_popular, newest, set_score};
use crate::support::{T0, TestDb, contract};

contract! {
    today_starts_exactly_24_hours_ago,
    today_pages_over_two_calendar_days,
    today_at_midnight_covers_one_whole_day,
    today_in_a_forum_has_its_own_posts_only,
    today_with_a_keyword_has_recent_matches_only,
}

const DAY: i64 = 86_400_000;

fn ago(millis: i64) -> Timestamp {
    Timestamp::from_unix_millis(T0.unix_millis() - millis)
}

/// The 24 hours before [`T0`].
fn today(forum: Option<ForumId>, keyword: Option<&str>) -> Selection {
    let keyword = keyword.map(str::to_owned);
    Selection { forum, since: Some(ago(DAY)), keyword, ..Selection::default() }
}

fn today_starts_exactly_24_hours_ago(db: &TestDb) {
    let ann = db.add_user("ann");
    let forum = db.add_forum(ann, "One");
    for (title, millis) in [("too old", DAY + 1), ("just not", DAY), ("now", 0)] {
        add(db, ann, forum, title, ago(millis));
    }
    for forum in [None, Some(forum)] {
        for keyword in [None, Some("text")] {
            let selection = today(forum, keyword);
            assert_eq!(newest(db, &selection, 10), ["now", "just not"], "{selection:?}");
            assert_eq!(most_popular(db, &selection, 10), ["now", "just not"], "{selection:?}");
        }
    }
}

fn today_pages_over_two_calendar_days(db: &TestDb) {
    let ann = db.add_user("ann");
    let forum = db.add_forum(ann, "One");
    // It is about 11 o'clock, so anything older than 11 hours is of yesterday.
    let hour = 3_600_000;
    for (title, hours, score) in [
        ("older", 30, 100),
        ("y5", 20, 5),
        ("y0", 19, 0),
        ("y5b", 18, 5),
        ("y-1", 12, -1),
        ("t7", 5, 7),
        ("t5", 4, 5),
        ("t0", 3, 0),
        ("t-2", 2, -2),
    ] {
        set_score(db, add(db, ann, forum, title, ago(hours * hour)), score);
    }
    let expected = ["t7", "t5", "y5b", "y5", "t0", "y0", "y-1", "t-2"];
    for forum in [None, Some(forum)] {
        for limit in 1..=9 {
            assert_eq!(most_popular(db, &today(forum, None), limit), expected, "{limit}");
        }
    }
}

fn today_at_midnight_covers_one_whole_day(db: &TestDb) {
    let ann = db.add_user("ann");
    let forum = db.add_forum(ann, "One");
    let midnight = i64::from(T0.day()) * DAY;
    for (title, at) in [
        ("two days ago", midnight - DAY - 1),
        ("yesterday's first", midnight - DAY),
        ("yesterday's last", midnight - 1),
        ("midnight", midnight),
    ] {
        add(db, ann, forum, title, Timestamp::from_unix_millis(at));
    }
    let since = Some(Timestamp::from_unix_millis(midnight - DAY));
    let selection = Selection { since, ..Selection::default() };
    let expected = ["midnight", "yesterday's last", "yesterday's first"];
    assert_eq!(newest(db, &selection, 10), expected);
    assert_eq!(most_popular(db, &selection, 10), expected);
}

fn today_in_a_forum_has_its_own_posts_only(db: &TestDb) {
    let ann = db.add_user("ann");
    let forums = ["One", "Two", "Three"].map(|topic| db.add_forum(ann, topic));
    add(db, ann, forums[0], "one", T0);
    add(db, ann, forums[1], "two", T0);
    for (forum, expected) in
        [(forums[0], vec!["one"]), (forums[1], vec!["two"]), (forums[2], vec![])]
    {
        assert_eq!(newest(db, &today(Some(forum), None), 10), expected);
        assert_eq!(most_popular(db, &today(Some(forum), None), 10), expected);
    }
}

fn today_with_a_keyword_has_recent_matches_only(db: &TestDb) {
    let ann = db.add_user("ann");
    let forum = db.add_forum(ann, "One");
    for (title, millis) in [
        ("seeds of old", DAY + 2),
        ("roots of old", DAY + 1),
        ("seeds 1", 3),
        ("roots", 2),
        ("seeds 2", 1),
    ] {
        add(db, ann, forum, title, ago(millis));
    }
    for limit in 1..=3 {
        assert_eq!(newest(db, &today(None, Some("seeds")), limit), ["seeds 2", "seeds 1"]);
        assert_eq!(most_popular(db, &today(None, Some("seeds")), limit), ["seeds 2", "seeds 1"]);
    }
    assert_eq!(newest(db, &today(None, Some("old")), 10), NONE);
}

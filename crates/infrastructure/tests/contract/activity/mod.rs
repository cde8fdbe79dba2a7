//! The most active forums, and the activity of a week that they are found by.

mod random_writes;

use std::{cmp::Reverse, collections::BTreeMap};

use forums::{Forum, ForumRepository};
use infrastructure::maintenance;
use infrastructure::{DbForums, DbPosts, DbReplies};
use kernel::{ForumId, Limit, PageRequest, PostId, Reader, ReplyId, Timestamp, UserId};
use posts::{NewPost, PostContent, PostRepository};
use replies::{InsertOutcome, NewReply, ReplyRepository};

use crate::support::{ACT, T0, TestDb, contract, sixteen_at_once};

contract! {
    forums_are_ordered_by_activity_then_newest,
    pages_of_active_forums_are_complete,
    activity_covers_a_sliding_week,
    old_weeks_are_deleted,
    midnight_drops_the_oldest_of_seven_days,
    a_forum_quiet_for_a_week_has_no_activity,
    forums_losing_activity_at_midnight_hide_no_others,
    equally_active_forums_come_newest_first,
    a_late_write_counts_on_its_own_day,
    writes_of_tomorrow_hide_nothing_of_today,
    concurrent_writes_at_midnight_are_all_counted,
}

/// What there is of each forum and day.
type Counts = BTreeMap<(ForumId, i64), i64>;

/// Returns the time this many days after [`T0`].
fn day(days: i64) -> Timestamp {
    Timestamp::from_unix_millis(T0.unix_millis() + days * 86_400_000)
}

fn add_forums(db: &TestDb, author: UserId, number: usize) -> Vec<ForumId> {
    (0..number).map(|nth| db.add_forum(author, &format!("Forum {nth}"))).collect()
}

/// Writes the activity of a forum on a day directly into the database.
fn plant(db: &TestDb, days: &[(ForumId, i64, i64)]) {
    let weeks = days.iter().flat_map(|(forum, days, activity)| {
        (0..7).map(move |ahead| (forum, day(days + ahead).day(), activity))
    });
    let rows = weeks.map(|(forum, day, activity)| {
        format!(
            "INSERT INTO forum_weeks (forum_id, day, activity) VALUES ({forum}, {day}, {activity})
             ON CONFLICT (forum_id, day) DO UPDATE
                SET activity = forum_weeks.activity + excluded.activity;"
        )
    });
    db.run(&rows.collect::<String>());
}

/// Returns the list this many days after [`T0`].
fn active(db: &TestDb, days: i64, limit: usize) -> Vec<ForumId> {
    let page = PageRequest { limit: Limit::new(limit as u8).unwrap(), after: None };
    let listed =
        DbForums(db.database.clone()).most_active(Reader::Visitor, day(days), &page).unwrap();
    listed.items.into_iter().map(|forum| forum.id).collect()
}

/// The whole list, read in pages of this many.
fn paged(db: &TestDb, days: i64, limit: u8) -> Vec<Forum> {
    let forums = DbForums(db.database.clone());
    let mut page = PageRequest { limit: Limit::new(limit).unwrap(), after: None };
    let mut all = vec![];
    loop {
        let found = forums.most_active(Reader::Visitor, day(days), &page).unwrap();
        all.extend(found.items);
        page.after = found.next;
        if page.after.is_none() {
            return all;
        }
    }
}

fn post(db: &TestDb, author: UserId, forum: ForumId, at: Timestamp) -> PostId {
    let content = PostContent {
        title: posts::Title::parse("Title").unwrap(),
        description: posts::Description::parse("Text").unwrap(),
        image: None,
        image_description: None,
    };
    let new = NewPost { request: None, forum, author, content, created_at: at };
    DbPosts::new(db.database.clone()).insert(&new).unwrap().inserted().unwrap().id
}

fn reply(db: &TestDb, author: UserId, post: PostId, at: Timestamp) -> ReplyId {
    let description = replies::Description::parse("Text").unwrap();
    let new =
        NewReply { request: None, post, responds_to: None, description, author, created_at: at };
    match DbReplies(db.database.clone()).insert(&new).unwrap() {
        InsertOutcome::Inserted(reply) => reply.id,
        other => panic!("{other:?}"),
    }
}

fn forums_are_ordered_by_activity_then_newest(db: &TestDb) {
    let ids = add_forums(db, db.add_user("ann"), 5);
    let [busy, old, new, quiet, past] = ids.try_into().unwrap();
    plant(db, &[(busy, 0, 2), (busy, -6, 3), (old, 0, 1), (new, -1, 1), (past, -7, 100)]);
    assert_eq!(active(db, 0, 10), [busy, new, old, past, quiet]);
    assert_eq!(active(db, 0, 2), [busy, new]);
}

fn pages_of_active_forums_are_complete(db: &TestDb) {
    let forums = add_forums(db, db.add_user("ann"), 12);
    let days = [(0, 3), (1, 3), (3, 1), (4, 7), (5, 3), (8, 0)];
    plant(db, &days.map(|(nth, activity): (usize, i64)| (forums[nth], -1, activity)));
    let expected = [4, 5, 1, 0, 3, 11, 10, 9, 8, 7, 6, 2].map(|nth: usize| forums[nth]);
    for limit in 1..=13 {
        let ids: Vec<ForumId> = paged(db, 0, limit).into_iter().map(|forum| forum.id).collect();
        assert_eq!(ids, expected, "{limit}");
    }
    let activity: Vec<i64> = paged(db, 0, 5).into_iter().map(|forum| forum.activity).collect();
    assert_eq!(activity[..6], [7, 3, 3, 3, 1, 0]);
}

fn activity_covers_a_sliding_week(db: &TestDb) {
    let ann = db.add_user("ann");
    let forum = db.add_forum(ann, "Gardening");
    let first = post(db, ann, forum, day(0));
    reply(db, ann, first, day(2));
    let forums = DbForums(db.database.clone());
    let activity = |days| forums.find(forum, day(days)).unwrap().unwrap().activity;
    assert_eq!([-1, 0, 1, 2, 6, 7, 8, 9].map(activity), [0, 1, 1, 2, 2, 1, 1, 0]);
}

fn old_weeks_are_deleted(db: &TestDb) {
    let ann = db.add_user("ann");
    let forum = db.add_forum(ann, "Gardening");
    let old = post(db, ann, forum, day(0));
    let weeks = || db.number("SELECT count(*) AS n FROM forum_weeks");
    for days in 1..40 {
        post(db, ann, forum, day(days));
        assert!(weeks() <= 14, "{days}");
    }
    assert_eq!(maintenance::check(&db.database, &|_, _| ()).unwrap(), []);
    assert!(DbPosts::new(db.database.clone()).delete(old, &ACT).unwrap());
    assert_eq!(maintenance::check(&db.database, &|_, _| ()).unwrap(), []);
}

fn midnight_drops_the_oldest_of_seven_days(db: &TestDb) {
    let ids = add_forums(db, db.add_user("ann"), 3);
    let [falling, steady, _] = ids.try_into().unwrap();
    plant(db, &[(falling, -6, 5), (falling, 0, 1), (steady, 0, 3)]);
    assert_eq!(active(db, 0, 2), [falling, steady]);
    assert_eq!(active(db, 1, 2), [steady, falling]);
    assert_eq!(active(db, 1, 1), [steady]);
}

fn a_forum_quiet_for_a_week_has_no_activity(db: &TestDb) {
    let ids = add_forums(db, db.add_user("ann"), 3);
    let [resting, barely, newest] = ids.try_into().unwrap();
    plant(db, &[(resting, -8, 100), (barely, -6, 1)]);
    assert_eq!(active(db, -2, 10), [resting, barely, newest]);
    assert_eq!(active(db, 0, 10), [barely, newest, resting]);
    assert_eq!(active(db, 1, 10), [newest, barely, resting]);
}

/// Thirty whose week was good stand before the others until their activity is looked at.
fn forums_losing_activity_at_midnight_hide_no_others(db: &TestDb) {
    let forums = add_forums(db, db.add_user("ann"), 40);
    let (steady, falling) = forums.split_at(10);
    let falling = falling.iter().flat_map(|forum| [(*forum, -7, 100), (*forum, -1, 1)]);
    let steady = steady.iter().zip(5..).map(|(forum, activity)| (*forum, -1, activity));
    plant(db, &falling.chain(steady).collect::<Vec<_>>());
    let mut expected: Vec<ForumId> = forums[..10].iter().rev().copied().collect();
    expected.extend(forums[10..].iter().rev());
    for limit in [1, 2, 9, 10, 11, 39, 40] {
        assert_eq!(active(db, 0, limit), expected[..limit], "{limit}");
    }
}

fn equally_active_forums_come_newest_first(db: &TestDb) {
    let forums = add_forums(db, db.add_user("ann"), 40);
    let days = forums.iter().zip([0, -3, 0, -1, -6, -1, -2].iter().cycle());
    plant(db, &days.map(|(forum, day)| (*forum, *day, 2)).collect::<Vec<_>>());
    let expected: Vec<ForumId> = forums.iter().rev().copied().collect();
    for limit in [1, 3, 10, 40] {
        assert_eq!(active(db, 0, limit), expected[..limit], "{limit}");
    }
}

fn a_late_write_counts_on_its_own_day(db: &TestDb) {
    let ann = db.add_user("ann");
    let ids = add_forums(db, ann, 2);
    let [late, other] = ids.try_into().unwrap();
    for (forum, days) in [(late, 1), (late, 0), (other, 1), (late, -6), (other, 1)] {
        post(db, ann, forum, day(days));
    }
    assert_eq!(active(db, 0, 1), [late]);
    assert_eq!(active(db, 1, 1), [other]);
    let of_week = format!(
        "SELECT activity AS n FROM forum_weeks
        WHERE forum_id = {late} AND day = {}",
        day(1).day()
    );
    assert_eq!(db.number(&of_week), 2);
    assert_eq!(maintenance::check(&db.database, &|_, _| ()).unwrap(), []);
}

/// A read in the last moment of a day, or with a slow clock.
fn writes_of_tomorrow_hide_nothing_of_today(db: &TestDb) {
    let forums = add_forums(db, db.add_user("ann"), 15);
    let days = forums.iter().zip(0..).flat_map(|(forum, nth)| {
        [(*forum, -6, nth + 1), (*forum, nth % 3, 50), (*forum, 400 * (nth % 2), 1)]
    });
    let mut counts = Counts::new();
    for (forum, day, activity) in days {
        *counts.entry((forum, day)).or_default() += activity;
    }
    let rows: Vec<_> = counts.iter().map(|(&(forum, day), &n)| (forum, day, n)).collect();
    plant(db, &rows);
    for limit in [1, 3, 15] {
        for today in [0, 1, 2] {
            let expected = ranked(&counts, today, limit);
            assert_eq!(active(db, today, limit)[..expected.len()], expected, "{today}");
        }
    }
}

/// Computes the expected list from the counts by forum and day.
fn ranked(counts: &Counts, today: i64, limit: usize) -> Vec<ForumId> {
    let mut sums: BTreeMap<ForumId, i64> = BTreeMap::new();
    for ((forum, day), count) in counts {
        if (today - 6..=today).contains(day) {
            *sums.entry(*forum).or_default() += count;
        }
    }
    let mut ranks: Vec<_> = sums.into_iter().filter(|(_, sum)| *sum > 0).collect();
    ranks.sort_by_key(|(forum, sum)| Reverse((*sum, *forum)));
    ranks.truncate(limit);
    ranks.into_iter().map(|(forum, _)| forum).collect()
}

/// Of each day some are the first, some come late, some remove: none may wait for another in vain.
fn concurrent_writes_at_midnight_are_all_counted(db: &TestDb) {
    let ann = db.add_user("ann");
    let forum = db.add_forum(ann, "Gardening");
    let (posts, replies) = (DbPosts::new(db.database.clone()), DbReplies(db.database.clone()));
    for round in 1..6 {
        let old: Vec<PostId> = (0..4).map(|_| post(db, ann, forum, day(round - 1))).collect();
        let removed = reply(db, ann, old[0], day(round - 1));
        for nth in -8..0 {
            reply(db, ann, old[3], day(round + nth));
        }
        sixteen_at_once(|number| match number {
            0..6 => drop(post(db, ann, forum, day(round))),
            6..9 => drop(reply(db, ann, old[0], day(round))),
            9..12 => drop(post(db, ann, forum, day(round - 1))),
            12 => assert!(replies.remove(removed, &ACT).unwrap()),
            _ => assert!(posts.delete(old[number as usize - 12], &ACT).unwrap()),
        });
        assert_eq!(maintenance::check(&db.database, &|_, _| ()).unwrap(), []);
        let last = db.number("SELECT CAST(max(day) AS BIGINT) AS n FROM forum_weeks");
        assert_eq!(last, i64::from(day(round + 6).day()));
    }
}

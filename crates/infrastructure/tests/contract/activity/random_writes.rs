//! Much is written, removed and restored in no order.

use infrastructure::maintenance;
use infrastructure::{DbPosts, DbReplies};
use kernel::{ForumId, PostId, RemovalRetention, ReplyId, UserId};
use posts::PostRepository;
use replies::ReplyRepository;

use super::{Counts, active, add_forums, day, post, ranked, reply};
use crate::support::{ACT, T0, TestDb, contract};

contract! { random_writes_keep_the_order_of_seven_days }

/// Numbers that look like chance, and are the same each time.
struct Chance(u64);

impl Chance {
    fn below(&mut self, most: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % most as u64) as usize
    }
}

/// What there is: `hidden` is what moderators removed.
#[derive(Default)]
struct All {
    shown: Vec<StoredPost>,
    hidden: Vec<StoredPost>,
}

/// A post with its forum and day, and the replies to it that are left, each with its day.
struct StoredPost {
    post: PostId,
    forum: ForumId,
    day: i64,
    replies: Vec<(ReplyId, i64)>,
}

fn counts(written: &[StoredPost]) -> Counts {
    let mut counts = Counts::new();
    for StoredPost { forum, day, replies, .. } in written {
        for day in replies.iter().map(|(_, day)| day).chain([day]) {
            *counts.entry((*forum, *day)).or_default() += 1;
        }
    }
    counts
}

/// Writes, removes or restores something of the day `at` or shortly before.
fn act(db: &TestDb, chance: &mut Chance, forums: &[ForumId], at: i64, all: &mut All) {
    let ann = UserId(db.number("SELECT min(id) AS n FROM users"));
    let (posts, replies) = (DbPosts::new(db.database.clone()), DbReplies(db.database.clone()));
    let at = at - chance.below(3) as i64;
    // A few forums have most of it, and some are left alone.
    let forum = forums[chance.below(forums.len()).min(chance.below(forums.len()))];
    let nth = chance.below(all.shown.len().max(1));
    match (chance.below(11), all.shown.get_mut(nth)) {
        (4..8, Some(to)) => to.replies.push((reply(db, ann, to.post, day(at)), at)),
        (8, Some(to)) if !to.replies.is_empty() => {
            assert!(replies.remove(to.replies.swap_remove(0).0, &ACT).unwrap());
        }
        (9, Some(_)) => {
            let post = all.shown.swap_remove(nth);
            assert!(posts.delete(post.post, &ACT).unwrap());
            all.hidden.push(post);
        }
        (10, _) if !all.hidden.is_empty() => {
            let post = all.hidden.swap_remove(nth % all.hidden.len());
            let kept = RemovalRetention::at(T0);
            assert!(posts.restore(post.post, &ACT, kept).unwrap().is_some());
            all.shown.push(post);
        }
        _ => {
            let post = post(db, ann, forum, day(at));
            all.shown.push(StoredPost { post, forum, day: at, replies: vec![] });
        }
    }
}

fn random_writes_keep_the_order_of_seven_days(db: &TestDb) {
    let forums = add_forums(db, db.add_user("ann"), 14);
    let (mut chance, mut all) = (Chance(11), All::default());
    for step in 0..400 {
        act(db, &mut chance, &forums, step / 25, &mut all);
        if step % 10 != 9 {
            continue;
        }
        let counts = counts(&all.shown);
        for (days, limit) in [(-1, 3), (0, 1), (0, 3), (1, 10), (4, 4), (8, 3)] {
            let today = step / 25 + days;
            let expected = ranked(&counts, today, limit);
            assert_eq!(active(db, today, limit)[..expected.len()], expected, "{step}, {today}");
        }
    }
    assert_eq!(maintenance::check(&db.database, &|_, _| ()).unwrap(), []);
}

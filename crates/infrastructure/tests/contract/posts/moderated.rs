use infrastructure::{DbModeration, DbReplies};
use kernel::{
    ForumId, Limit, Page, PageRequest, PostId, Reader, ReplyId, Timestamp, UserId, VoteCommand,
};
use moderation::ModerationRepository;
use posts::{LockChange, LockReason, Pin, PinOutcome, PostRepository, Selection, WriteOutcome};
use replies::{Description, EditOutcome, InsertOutcome, NewReply, ReplyRepository, VoteOutcome};

use super::{add, content, find, posts, second};
use crate::support::{ACT, T0, TestDb, contract, sixteen_at_once};

contract! {
    a_lock_is_shown_with_its_reason,
    in_a_locked_post_only_moderators_write_edit_and_vote,
    a_locked_post_can_be_deleted,
    at_most_three_posts_of_a_forum_are_pinned,
    concurrent_pins_keep_to_three,
    a_pin_ends_by_the_clock,
    lists_leave_out_the_posts_that_they_are_told_to,
    votes_and_a_lock_at_once_leave_counters_equal,
}

fn lock(db: &TestDb, post: PostId, by: UserId, locked: bool) {
    let reason = Some(LockReason::parse("Off the rails").unwrap());
    posts(db).set_lock(&LockChange { post, locked, reason, by, at: T0 }).unwrap().unwrap();
}

fn reply(db: &TestDb, post: PostId, author: UserId) -> InsertOutcome {
    let description = Description::parse("Text").unwrap();
    let new =
        NewReply { request: None, post, responds_to: None, description, author, created_at: T0 };
    DbReplies(db.database.clone()).insert(&new).unwrap()
}

fn reply_id(outcome: InsertOutcome) -> ReplyId {
    match outcome {
        InsertOutcome::Inserted(reply) => reply.id,
        other => panic!("{other:?}"),
    }
}

fn a_lock_is_shown_with_its_reason(db: &TestDb) {
    let ann = db.add_user("ann");
    let post = add(db, ann, db.add_forum(ann, "Gardening"), "Seeds", T0);
    lock(db, post, ann, true);
    let found = find(db, post);
    assert_eq!((found.locked, found.lock_reason.as_deref()), (true, Some("Off the rails")));
    lock(db, post, ann, false);
    assert!(!find(db, post).locked);
    let missing = LockChange { post: PostId(99), locked: true, reason: None, by: ann, at: T0 };
    assert_eq!(posts(db).set_lock(&missing).unwrap(), None);
}

/// Tries each kind of write as `member`, on a post that has a reply by that member. Returns which ones succeeded.
fn writes(db: &TestDb, post: PostId, own: ReplyId, member: UserId) -> [bool; 5] {
    let replies = DbReplies(db.database.clone());
    let text = Description::parse("Other words").unwrap();
    [
        matches!(reply(db, post, member), InsertOutcome::Inserted(_)),
        matches!(replies.update(own, &text, member, T0).unwrap(), EditOutcome::Edited(_)),
        matches!(
            replies.vote(own, member, VoteCommand::Upvote, T0).unwrap(),
            VoteOutcome::Counted(_)
        ),
        posts(db).vote(post, member, VoteCommand::Upvote, T0).unwrap() != WriteOutcome::Locked,
        posts(db).update(post, &content("New", "Text"), member, T0).unwrap()
            != WriteOutcome::Locked,
    ]
}

fn in_a_locked_post_only_moderators_write_edit_and_vote(db: &TestDb) {
    let people = ["ann", "bob", "carl", "dora"].map(|name| db.add_user(name));
    let [founder, author, moderator, admin] = people;
    let forum = db.add_forum(founder, "Gardening");
    let moderation = DbModeration(db.database.clone());
    moderation.add_moderator(forum, moderator, &ACT).unwrap();
    moderation.make_admin(admin, &ACT).unwrap();
    let post = add(db, author, forum, "Seeds", T0);
    let own = reply_id(reply(db, post, author));
    lock(db, post, moderator, true);
    for (member, may) in [(author, false), (moderator, true), (admin, true)] {
        assert_eq!(writes(db, post, own, member), [may; 5], "{member:?}");
    }
    lock(db, post, moderator, false);
    assert_eq!(writes(db, post, own, author), [true; 5]);
}

fn a_locked_post_can_be_deleted(db: &TestDb) {
    let ann = db.add_user("ann");
    let post = add(db, ann, db.add_forum(ann, "Gardening"), "Seeds", T0);
    let own = reply_id(reply(db, post, ann));
    lock(db, post, ann, true);
    assert!(DbReplies(db.database.clone()).remove(own, &ACT).unwrap());
    assert!(posts(db).delete(post, &ACT).unwrap());
}

fn pin(db: &TestDb, id: PostId, until: Option<Timestamp>, now: Timestamp) -> bool {
    let by = find(db, id).author;
    matches!(posts(db).set_pin(id, Some(Pin { until }), by, now).unwrap(), PinOutcome::Changed(_))
}

fn pinned(db: &TestDb, forum: ForumId, now: Timestamp) -> Vec<PostId> {
    let pinned = posts(db).pinned(forum, Reader::Visitor, now).unwrap();
    pinned.into_iter().map(|post| post.id).collect()
}

fn five_posts(db: &TestDb) -> (ForumId, Vec<PostId>) {
    let ann = db.add_user("ann");
    let forum = db.add_forum(ann, "Gardening");
    (forum, (0..5).map(|n| add(db, ann, forum, "Seeds", second(n))).collect())
}

fn at_most_three_posts_of_a_forum_are_pinned(db: &TestDb) {
    let (forum, ids) = five_posts(db);
    for (n, id) in ids[..3].iter().enumerate() {
        assert!(pin(db, *id, None, second(n as i64)));
    }
    assert!(!pin(db, ids[3], None, T0));
    // Another end of one that is pinned is no fourth.
    assert!(pin(db, ids[2], Some(second(60)), second(3)));
    assert_eq!(pinned(db, forum, second(4)), [ids[2], ids[1], ids[0]]);
    posts(db).set_pin(ids[1], None, UserId(1), T0).unwrap();
    assert!(pin(db, ids[3], None, second(5)));
    assert_eq!(pinned(db, forum, second(6)), [ids[3], ids[2], ids[0]]);
    let missing = posts(db).set_pin(PostId(99), None, UserId(1), T0).unwrap();
    assert_eq!(missing, PinOutcome::NotFound);
}

fn concurrent_pins_keep_to_three(db: &TestDb) {
    let (forum, ids) = five_posts(db);
    let done = sixteen_at_once(|n| pin(db, ids[n as usize % 5], None, T0));
    assert!(done.contains(&false));
    assert_eq!(pinned(db, forum, T0).len(), 3);
}

fn a_pin_ends_by_the_clock(db: &TestDb) {
    let (forum, ids) = five_posts(db);
    for id in &ids[..3] {
        assert!(pin(db, *id, Some(second(10)), T0));
    }
    let before = Timestamp::from_unix_millis(second(10).unix_millis() - 1);
    assert_eq!(pinned(db, forum, before).len(), 3);
    assert!(!pin(db, ids[3], None, before));
    assert_eq!(pinned(db, forum, second(10)), []);
    assert!(pin(db, ids[3], None, second(10)));
}

/// Returns the posts of all pages.
fn all<P>(limit: Limit, list: impl Fn(&PageRequest<P>) -> Page<posts::Post, P>) -> Vec<PostId> {
    let mut request = PageRequest { limit, after: None };
    let mut found = vec![];
    loop {
        let page = list(&request);
        found.extend(page.items.iter().map(|post| post.id));
        request.after = page.next;
        if request.after.is_none() {
            return found;
        }
    }
}

fn lists_leave_out_the_posts_that_they_are_told_to(db: &TestDb) {
    let (forum, ids) = five_posts(db);
    let without = vec![ids[4], ids[1]];
    let selection = Selection { forum: Some(forum), without, ..Selection::default() };
    let limit = Limit::new(2).unwrap();
    let wanted = [[ids[3], ids[2]].as_slice(), &[ids[0]]].concat();
    let posts = posts(db);
    assert_eq!(all(limit, |page| posts.newest(&selection, page).unwrap()), wanted);
    assert_eq!(all(limit, |page| posts.hottest(&selection, page).unwrap()), wanted);
    assert_eq!(all(limit, |page| posts.latest_active(&selection, page).unwrap()), wanted);
    assert_eq!(all(limit, |page| posts.most_popular(&selection, page).unwrap()), wanted);
}

fn votes_and_a_lock_at_once_leave_counters_equal(db: &TestDb) {
    let ann = db.add_user("ann");
    let forum = db.add_forum(ann, "Gardening");
    let voters: Vec<_> = (0..16).map(|n| db.add_user(&format!("voter{n}"))).collect();
    let post = add(db, ann, forum, "Seeds", T0);
    for round in 0..10 {
        let locked = round % 2 == 0;
        sixteen_at_once(|n| match n {
            0 => lock(db, post, ann, locked),
            n => drop(posts(db).vote(post, voters[n as usize], VoteCommand::Upvote, T0).unwrap()),
        });
        assert_eq!(find(db, post).locked, locked);
        let stored = db.number("SELECT count(*) AS n FROM post_votes");
        assert_eq!(find(db, post).votes.upvotes, stored);
    }
}

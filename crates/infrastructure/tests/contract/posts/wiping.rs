//! Hidden posts are wiped after thirty days, or with their author or forum.

use std::time::Duration;

use forums::ForumRepository;
use infrastructure::{DbForums, DbUsers};
use kernel::{Act, Reader, RemovalRetention, Timestamp, VoteCommand, Votes};
use posts::{LockChange, PostRepository};
use replies::ReplyRepository;
use users::{DeleteOutcome, UserRepository};

use super::{
    add, posts,
    removal::{is_sound, kept, remove, replies, reply, restore, two_posts},
    second,
};
use crate::support::{ACT, HASH, T0, TestDb, contract, own};

/// The time after which what was removed at [`T0`] is gone.
const END: Duration = RemovalRetention::MAX_AGE;

contract! {
    a_hidden_post_is_kept_for_thirty_days_exactly,
    only_what_is_kept_no_longer_is_wiped,
    a_post_deleted_by_its_author_is_wiped,
    a_removed_post_is_wiped_by_its_author_alone,
    a_locked_post_stays_hidden_after_its_authors_deletion,
    a_deleted_account_leaves_no_hidden_post,
    a_deleted_forum_leaves_no_hidden_post,
    votes_on_hidden_posts_go_with_their_voter,
}

fn a_hidden_post_is_kept_for_thirty_days_exactly(db: &TestDb) {
    let ([ann, _], forum, [_, post]) = two_posts(db);
    assert_eq!(posts(db).find_removed(post, kept()).unwrap(), None);
    remove(db, post);
    let last = Timestamp::from_unix_millis(T0.after(END).unix_millis() - 1);
    let [last, over] = [last, T0.after(END)].map(RemovalRetention::at);
    assert_eq!(posts(db).find_removed(post, last).unwrap(), Some(forum));
    assert_eq!(posts(db).find_removed(post, over).unwrap(), None);
    let act = Act { by: Some(ann), ..ACT };
    assert_eq!(posts(db).restore(post, &act, over).unwrap(), None);
    assert_eq!(posts(db).wipe_removed(last).unwrap(), 0);
    assert!(posts(db).restore(post, &act, last).unwrap().is_some());
}

fn only_what_is_kept_no_longer_is_wiped(db: &TestDb) {
    let ([ann, bob], _, [shown, post]) = two_posts(db);
    reply(db, post, ann, T0);
    posts(db).vote(post, ann, VoteCommand::Upvote, T0).unwrap();
    remove(db, post);
    let forum = db.add_forum(ann, "Boats");
    let later = add(db, bob, forum, "Sails", T0);
    assert!(posts(db).delete(later, &Act { at: second(1), ..ACT }).unwrap());
    let over = RemovalRetention::at(T0.after(END));
    assert_eq!(posts(db).wipe_removed(over).unwrap(), 1);
    assert_eq!(posts(db).wipe_removed(over).unwrap(), 0);
    assert_eq!(restore(db, post, ann), None);
    for (table, left) in [("posts", 2), ("replies", 0), ("post_votes", 0), ("post_words", 1)] {
        assert_eq!(db.number(&format!("SELECT count(*) AS n FROM {table}")), left, "{table}");
    }
    assert!(posts(db).find(shown).unwrap().is_some());
    assert!(restore(db, later, ann).is_some());
    is_sound(db);
}

fn a_post_deleted_by_its_author_is_wiped(db: &TestDb) {
    let ([_, bob], _, [_, post]) = two_posts(db);
    assert!(posts(db).delete(post, &own(bob)).unwrap());
    assert_eq!(posts(db).find_removed(post, kept()).unwrap(), None);
    assert_eq!(db.number("SELECT count(*) AS n FROM posts"), 1);
    is_sound(db);
}

fn a_removed_post_is_wiped_by_its_author_alone(db: &TestDb) {
    let ([ann, bob], _, [shown, post]) = two_posts(db);
    reply(db, post, ann, T0);
    remove(db, post);
    assert!(!posts(db).delete_removed(post, Reader::Insider(ann), &own(ann)).unwrap());
    assert!(!posts(db).delete_removed(post, Reader::Member, &ACT).unwrap());
    assert!(!posts(db).delete_removed(shown, Reader::Insider(ann), &own(ann)).unwrap());
    assert!(posts(db).delete_removed(post, Reader::Insider(bob), &own(bob)).unwrap());
    assert!(!posts(db).delete_removed(post, Reader::Insider(bob), &own(bob)).unwrap());
    assert_eq!(restore(db, post, ann), None);
    assert_eq!(db.number("SELECT count(*) AS n FROM replies"), 0);
    is_sound(db);
}

fn a_locked_post_stays_hidden_after_its_authors_deletion(db: &TestDb) {
    let ([ann, bob], _, [_, post]) = two_posts(db);
    let answer = reply(db, post, bob, T0);
    let lock = LockChange { post, locked: true, reason: None, by: ann, at: T0 };
    posts(db).set_lock(&lock).unwrap().unwrap();
    assert!(replies(db).remove(answer, &own(bob)).unwrap());
    assert!(replies(db).find_removed(answer, kept()).unwrap().is_some());
    assert!(posts(db).delete(post, &own(bob)).unwrap());
    assert!(posts(db).delete_removed(post, Reader::Insider(bob), &own(bob)).unwrap());
    assert!(replies(db).remove_under_removed(answer, Reader::Insider(bob), &own(bob)).unwrap());
    assert!(restore(db, post, ann).is_some());
    assert!(replies(db).restore(answer, &own(ann), kept()).unwrap().is_some());
    is_sound(db);
}

fn a_deleted_account_leaves_no_hidden_post(db: &TestDb) {
    let ([ann, bob], _, [mine, post]) = two_posts(db);
    let others = reply(db, post, ann, T0);
    let [hidden, under] = [T0, second(1)].map(|at| reply(db, mine, bob, at));
    assert!(replies(db).remove(hidden, &ACT).unwrap());
    remove(db, post);
    remove(db, mine);
    let outcome = DbUsers(db.database.clone()).delete(bob, HASH, T0).unwrap();
    assert_eq!(outcome, DeleteOutcome::Deleted);
    is_sound(db);
    assert_eq!(restore(db, post, ann), None);
    assert_eq!(db.number(&format!("SELECT count(*) AS n FROM replies WHERE id = {others}")), 0);
    assert_eq!(db.number("SELECT count(*) AS n FROM removed_replies"), 0);
    assert!(restore(db, mine, ann).is_some());
    assert_eq!(
        replies(db).get(under, Reader::Admin).unwrap().unwrap().content.unwrap().username,
        "[deleted]"
    );
    is_sound(db);
}

fn a_deleted_forum_leaves_no_hidden_post(db: &TestDb) {
    let ([ann, _], forum, [_, post]) = two_posts(db);
    reply(db, post, ann, T0);
    remove(db, post);
    assert!(DbForums(db.database.clone()).delete(forum, &ACT).unwrap());
    assert_eq!(restore(db, post, ann), None);
    for table in ["posts", "replies", "removed_replies", "post_words"] {
        assert_eq!(db.number(&format!("SELECT count(*) AS n FROM {table}")), 0, "{table}");
    }
    is_sound(db);
}

fn votes_on_hidden_posts_go_with_their_voter(db: &TestDb) {
    let ([ann, bob], _, [post, _]) = two_posts(db);
    let answer = reply(db, post, ann, T0);
    posts(db).vote(post, bob, VoteCommand::Upvote, T0).unwrap();
    replies(db).vote(answer, bob, VoteCommand::Upvote, T0).unwrap();
    remove(db, post);
    DbUsers(db.database.clone()).delete(bob, HASH, T0).unwrap();
    is_sound(db);
    assert_eq!(restore(db, post, ann).unwrap().votes, Votes::default());
    is_sound(db);
}

use forums::ForumRepository;
use infrastructure::DbForums;
use kernel::{ForumId, PostId, Reader, ReplyId, Role, VoteCommand, Votes};
use replies::{
    InsertOutcome, MAX_DEPTH, Refusal, Reply, ReplyContent, ReplyLocation, ReplyRepository, Sort,
    ThreadRequest,
};

use super::support::{add, assert_counters_agree, author_and_post, new_reply, replies};
use crate::support::{ACT, T0, TestDb, contract, sixteen_at_once};

contract! {
    a_stored_reply_is_found_again,
    a_reply_counts_in_post_parent_and_activity,
    a_missing_post_takes_no_replies,
    a_reply_of_another_post_cannot_be_answered,
    replies_nest_at_most_60_levels,
    concurrent_answers_are_all_counted,
    a_reply_that_cannot_be_counted_is_not_stored,
    an_answer_its_parent_cannot_count_is_not_stored,
    deleting_a_forum_deletes_replies_and_votes,
    deleting_a_forum_during_replies_does_not_deadlock,
}

fn a_stored_reply_is_found_again(db: &TestDb) {
    let (ann, post) = author_and_post(db);
    let bob = db.add_user("bob");
    let first = add(db, bob, post, None);
    let expected = Reply {
        id: first.id,
        post,
        responds_to: None,
        depth: 0,
        content: Some(ReplyContent {
            description: "Well said".to_owned(),
            html: "<p>Well said</p>\n".to_owned(),
            username: "bob".to_owned(),
            user_image: "/images/avatars/default.svg".to_owned(),
            user_role: Role::User,
        }),
        created_at: T0,
        edited_at: None,
        votes: Votes::default(),
        child_count: 0,
        held: false,
    };
    assert_eq!(first, expected);
    let answer = add(db, ann, post, Some(first.id));
    assert_eq!((answer.responds_to, answer.depth), (Some(first.id), 1));

    let shown = replies(db)
        .thread(post, Reader::Admin, ThreadRequest::First(Sort::Old), 10)
        .unwrap()
        .unwrap();
    assert_eq!(shown.items.len(), 2);
    assert!(shown.items.contains(&Reply { child_count: 1, ..first.clone() }));
    assert!(shown.items.contains(&answer));

    let forum = ForumId(db.number("SELECT id AS n FROM forums"));
    let place = replies(db).find(first.id, Reader::Admin).unwrap();
    assert_eq!(place, Some(ReplyLocation { reply: first.id, forum, author: bob }));
    assert_eq!(replies(db).find(ReplyId(answer.id.0 + 1), Reader::Admin).unwrap(), None);
}

fn a_reply_counts_in_post_parent_and_activity(db: &TestDb) {
    let (ann, post) = author_and_post(db);
    let first = add(db, ann, post, None);
    add(db, ann, post, Some(first.id));
    add(db, ann, post, Some(first.id));
    assert_counters_agree(db);
    assert_eq!(db.number("SELECT reply_count AS n FROM posts"), 3);
    let day = T0.day();
    let activity = format!("SELECT activity AS n FROM forum_weeks WHERE day = {day}");
    assert_eq!(db.number(&activity), 3);
}

fn a_missing_post_takes_no_replies(db: &TestDb) {
    let (ann, post) = author_and_post(db);
    let missing = PostId(post.0 + 1);
    let outcome = replies(db).insert(&new_reply(ann, missing, None)).unwrap();
    assert_eq!(outcome, InsertOutcome::NoSuchPost);
    assert!(replies(db).has_post(post, Reader::Admin).unwrap());
    assert!(!replies(db).has_post(missing, Reader::Admin).unwrap());
    assert_eq!(db.number("SELECT count(*) AS n FROM forum_weeks"), 0);
}

fn a_reply_of_another_post_cannot_be_answered(db: &TestDb) {
    let (ann, post) = author_and_post(db);
    let elsewhere = db.add_post(ann, db.add_forum(ann, "Boats"));
    let reply = add(db, ann, elsewhere, None);
    for parent in [reply.id, ReplyId(reply.id.0 + 1), ReplyId(0), ReplyId(-1)] {
        let outcome = replies(db).insert(&new_reply(ann, post, Some(parent))).unwrap();
        assert_eq!(outcome, InsertOutcome::Refused(Refusal::NotOfThisPost), "{parent}");
    }
    assert_eq!(db.number("SELECT count(*) AS n FROM replies"), 1);
    assert_counters_agree(db);
}

fn replies_nest_at_most_60_levels(db: &TestDb) {
    let (ann, post) = author_and_post(db);
    let mut last = add(db, ann, post, None);
    for depth in 1..=MAX_DEPTH {
        last = add(db, ann, post, Some(last.id));
        assert_eq!(last.depth, depth);
    }
    assert_eq!(last.depth, 60);
    let deeper = replies(db).insert(&new_reply(ann, post, Some(last.id))).unwrap();
    assert_eq!(deeper, InsertOutcome::Refused(Refusal::TooDeep));
    assert_eq!(db.number("SELECT count(*) AS n FROM replies"), 61);
    assert_counters_agree(db);
}

fn concurrent_answers_are_all_counted(db: &TestDb) {
    let (ann, post) = author_and_post(db);
    let first = add(db, ann, post, None);
    sixteen_at_once(|number| add(db, ann, post, (number % 2 == 0).then_some(first.id)));
    assert_eq!(db.number("SELECT reply_count AS n FROM posts"), 17);
    let answers = format!("SELECT child_count AS n FROM replies WHERE id = {}", first.id);
    assert_eq!(db.number(&answers), 8);
    assert_eq!(db.number("SELECT activity AS n FROM forum_weeks"), 17);
    assert_counters_agree(db);
}

fn a_reply_that_cannot_be_counted_is_not_stored(db: &TestDb) {
    let (ann, post) = author_and_post(db);
    db.break_inserts("forum_weeks");
    assert!(replies(db).insert(&new_reply(ann, post, None)).is_err());
    assert_eq!(db.number("SELECT count(*) AS n FROM replies"), 0);
    assert_eq!(db.number("SELECT reply_count AS n FROM posts"), 0);
}

fn an_answer_its_parent_cannot_count_is_not_stored(db: &TestDb) {
    let (ann, post) = author_and_post(db);
    let first = add(db, ann, post, None);
    db.break_updates("replies");
    assert!(replies(db).insert(&new_reply(ann, post, Some(first.id))).is_err());
    assert_eq!(db.number("SELECT count(*) AS n FROM replies"), 1);
    assert_eq!(db.number("SELECT reply_count AS n FROM posts"), 1);
    assert_eq!(db.number("SELECT activity AS n FROM forum_weeks"), 1);
}

fn deleting_a_forum_deletes_replies_and_votes(db: &TestDb) {
    let (ann, post) = author_and_post(db);
    let first = add(db, ann, post, None);
    let answer = add(db, ann, post, Some(first.id));
    replies(db).vote(answer.id, ann, VoteCommand::Upvote, T0).unwrap();
    let forum = ForumId(db.number("SELECT id AS n FROM forums"));
    assert!(DbForums(db.database.clone()).delete(forum, &ACT).unwrap());
    for table in ["replies", "reply_votes", "forum_weeks"] {
        assert_eq!(db.number(&format!("SELECT count(*) AS n FROM {table}")), 0, "{table}");
    }
}

/// Each command ends well, before the deletion or after it, and leaves nothing behind.
fn deleting_a_forum_during_replies_does_not_deadlock(db: &TestDb) {
    let ann = db.add_user("ann");
    let (replies, forums) = (replies(db), DbForums(db.database.clone()));
    for round in 0..4 {
        let forum = db.add_forum(ann, &format!("Forum {round}"));
        let post = db.add_post(ann, forum);
        let reply = add(db, ann, post, None).id;
        sixteen_at_once(|number| match number {
            0..8 => match replies.insert(&new_reply(ann, post, Some(reply))).unwrap() {
                InsertOutcome::Inserted(_)
                | InsertOutcome::NoSuchPost
                | InsertOutcome::Refused(Refusal::Removed) => {}
                other => panic!("{other:?}"),
            },
            8..12 => drop(replies.vote(reply, ann, VoteCommand::Upvote, T0).unwrap()),
            12..15 => drop(replies.remove(reply, &ACT).unwrap()),
            _ => assert!(forums.delete(forum, &ACT).unwrap()),
        });
    }
    for table in ["posts", "replies", "reply_votes", "forum_weeks"] {
        assert_eq!(db.number(&format!("SELECT count(*) AS n FROM {table}")), 0, "{table}");
    }
}

use kernel::{PostId, Reader, ReplyId, Vote, VoteCommand, Votes};
use replies::{InsertOutcome, Refusal, Reply, ReplyRepository, Sort, ThreadRequest, VoteOutcome};

use super::support::{
    add, assert_counters_agree, author_and_post, new_reply, own_vote, replies, second,
};
use crate::support::{ACT, T0, TestDb, contract, own, sixteen_at_once};

contract! {
    a_removed_reply_leaves_no_text,
    a_removed_reply_keeps_its_place_its_answers_and_its_votes,
    a_removed_reply_leaves_the_count_of_its_day,
    removing_again_changes_nothing,
    concurrent_removals_count_once,
    a_removed_reply_takes_no_answers_and_no_votes,
    concurrent_answers_votes_and_removal_keep_counters,
    a_removal_that_cannot_be_counted_removes_nothing,
}

fn shown(db: &TestDb, post: PostId, id: ReplyId) -> Reply {
    let thread = replies(db)
        .thread(post, Reader::Admin, ThreadRequest::First(Sort::Old), 10)
        .unwrap()
        .unwrap();
    thread.items.into_iter().find(|reply| reply.id == id).unwrap()
}

fn a_removed_reply_leaves_no_text(db: &TestDb) {
    let (ann, post) = author_and_post(db);
    let reply = add(db, ann, post, None);
    assert!(replies(db).remove(reply.id, &own(ann)).unwrap());
    assert_eq!(db.number("SELECT count(*) AS n FROM removed_replies"), 0);
    assert_eq!(shown(db, post, reply.id).content, None);
    assert_eq!(db.number("SELECT count(*) AS n FROM replies WHERE description = ''"), 1);
    let (alone, _) = replies(db)
        .subtree(reply.id, Reader::Admin, ThreadRequest::First(Sort::Old), 10)
        .unwrap()
        .unwrap();
    assert_eq!(alone.content, None);
}

fn a_removed_reply_keeps_its_place_its_answers_and_its_votes(db: &TestDb) {
    let (ann, post) = author_and_post(db);
    let first = add(db, ann, post, None);
    let second = add(db, ann, post, Some(first.id));
    let third = add(db, ann, post, Some(second.id));
    replies(db).vote(second.id, ann, VoteCommand::Upvote, T0).unwrap();
    assert!(replies(db).remove(second.id, &ACT).unwrap());
    let votes = Votes { upvotes: 1, downvotes: 0 };
    assert_eq!(
        shown(db, post, second.id),
        Reply { content: None, votes, child_count: 1, ..second.clone() }
    );
    let alone = replies(db).get(second.id, Reader::Admin).unwrap();
    assert_eq!(alone, Some(shown(db, post, second.id)));
    assert_eq!(replies(db).get(ReplyId(third.id.0 + 1), Reader::Admin).unwrap(), None);
    assert_eq!(shown(db, post, third.id), third);
    assert_eq!(shown(db, post, first.id).child_count, 1);
    assert_counters_agree(db);
}

fn a_removed_reply_leaves_the_count_of_its_day(db: &TestDb) {
    let (ann, post) = author_and_post(db);
    let on_day = |day: i64| {
        let reply =
            replies::NewReply { created_at: second(day * 86_400), ..new_reply(ann, post, None) };
        match replies(db).insert(&reply).unwrap() {
            InsertOutcome::Inserted(reply) => reply.id,
            other => panic!("{other:?}"),
        }
    };
    let (first, _second, _third) = (on_day(0), on_day(0), on_day(1));
    assert!(replies(db).remove(first, &ACT).unwrap());
    let activity =
        |day: i32| db.number(&format!("SELECT activity AS n FROM forum_weeks WHERE day = {day}"));
    assert_eq!((activity(T0.day()), activity(T0.day() + 1)), (1, 2));
    assert_eq!(db.number("SELECT reply_count AS n FROM posts"), 2);
    assert_counters_agree(db);
}

fn removing_again_changes_nothing(db: &TestDb) {
    let (ann, post) = author_and_post(db);
    let reply = add(db, ann, post, None);
    for _ in 0..2 {
        assert!(replies(db).remove(reply.id, &ACT).unwrap());
        assert_eq!(db.number("SELECT reply_count AS n FROM posts"), 0);
        assert_eq!(db.number("SELECT activity AS n FROM forum_weeks"), 0);
    }
    assert!(!replies(db).remove(ReplyId(reply.id.0 + 1), &ACT).unwrap());
}

fn concurrent_removals_count_once(db: &TestDb) {
    let (ann, post) = author_and_post(db);
    add(db, ann, post, None);
    let reply = add(db, ann, post, None);
    let replies = replies(db);
    assert!(
        sixteen_at_once(|_| replies.remove(reply.id, &ACT).unwrap()).into_iter().all(|there| there)
    );
    assert_eq!(db.number("SELECT reply_count AS n FROM posts"), 1);
    assert_eq!(db.number("SELECT activity AS n FROM forum_weeks"), 1);
}

fn a_removed_reply_takes_no_answers_and_no_votes(db: &TestDb) {
    let (ann, post) = author_and_post(db);
    let reply = add(db, ann, post, None);
    replies(db).vote(reply.id, ann, VoteCommand::Upvote, T0).unwrap();
    replies(db).remove(reply.id, &ACT).unwrap();
    let answer = replies(db).insert(&new_reply(ann, post, Some(reply.id))).unwrap();
    assert_eq!(answer, InsertOutcome::Refused(Refusal::Removed));
    for command in
        [VoteCommand::Upvote, VoteCommand::Downvote, VoteCommand::Unlike, VoteCommand::Undislike]
    {
        assert_eq!(
            replies(db).vote(reply.id, ann, command, T0).unwrap(),
            VoteOutcome::ReplyRemoved
        );
    }
    assert_eq!(own_vote(db, ann, reply.id), Some(Vote::Up));
    assert_counters_agree(db);
}

/// Whichever comes first: none may wait for another that waits for it.
fn concurrent_answers_votes_and_removal_keep_counters(db: &TestDb) {
    let (ann, post) = author_and_post(db);
    let parent = add(db, ann, post, None).id;
    let replies = replies(db);
    for _ in 0..4 {
        let reply = add(db, ann, post, Some(parent)).id;
        let answered = sixteen_at_once(|number| match number % 4 {
            0 => {
                let outcome = replies.insert(&new_reply(ann, post, Some(reply))).unwrap();
                matches!(outcome, InsertOutcome::Inserted(_))
            }
            1 => {
                replies.vote(reply, ann, VoteCommand::Upvote, T0).unwrap();
                false
            }
            2 => {
                replies.insert(&new_reply(ann, post, Some(parent))).unwrap();
                false
            }
            _ => {
                replies.remove(reply, &ACT).unwrap();
                false
            }
        });
        let answers = answered.into_iter().filter(|answered| *answered).count() as i64;
        let counted = format!("SELECT child_count AS n FROM replies WHERE id = {reply}");
        assert_eq!(db.number(&counted), answers);
    }
    assert_counters_agree(db);
}

fn a_removal_that_cannot_be_counted_removes_nothing(db: &TestDb) {
    let (ann, post) = author_and_post(db);
    let reply = add(db, ann, post, None);
    db.break_updates("posts");
    assert!(replies(db).remove(reply.id, &ACT).is_err());
    assert_eq!(shown(db, post, reply.id), reply);
}

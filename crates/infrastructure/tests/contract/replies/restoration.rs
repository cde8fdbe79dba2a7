use std::time::Duration;

use infrastructure::DbUsers;
use kernel::{
    Act, ById, PageRequest, Reader, RemovalRetention, ReplyId, Timestamp, UserId, VoteCommand,
};
use replies::{Description, EditOutcome, InsertOutcome, Reply, ReplyRepository};
use users::{DeleteOutcome, UserRepository};

use super::support::{add, author_and_post, new_reply, replies, second};
use crate::support::{ACT, HASH, T0, TestDb, contract, own};

contract! {
    a_restored_reply_is_as_it_was,
    a_hidden_text_is_kept_for_thirty_days_exactly,
    only_texts_that_are_kept_no_longer_are_wiped,
    a_reply_removed_by_its_author_is_wiped,
    an_authors_removal_after_a_moderators_leaves_nothing_to_restore,
    versions_of_a_removed_reply_are_kept_and_wiped_with_it,
    a_deleted_account_leaves_no_hidden_text,
    a_restored_reply_takes_answers_and_votes,
}

fn kept() -> RemovalRetention {
    RemovalRetention::at(T0)
}

fn restore(db: &TestDb, id: ReplyId, by: UserId) -> Option<Reply> {
    replies(db).restore(id, &Act { by: Some(by), ..ACT }, kept()).unwrap()
}

fn counters(db: &TestDb, author: UserId) -> [i64; 5] {
    [
        "SELECT reply_count AS n FROM posts".to_owned(),
        "SELECT active_at AS n FROM posts".to_owned(),
        format!("SELECT reply_count AS n FROM users WHERE id = {author}"),
        format!("SELECT score AS n FROM users WHERE id = {author}"),
        "SELECT CAST(sum(activity * day) AS BIGINT) AS n FROM forum_weeks".to_owned(),
    ]
    .map(|query| db.number(&query))
}

fn a_restored_reply_is_as_it_was(db: &TestDb) {
    let (ann, post) = author_and_post(db);
    add(db, ann, post, None);
    let description = Description::parse("Well **said**, @ann").unwrap();
    let new =
        replies::NewReply { description, created_at: second(90_000), ..new_reply(ann, post, None) };
    let InsertOutcome::Inserted(reply) = replies(db).insert(&new).unwrap() else { panic!() };
    replies(db).vote(reply.id, ann, VoteCommand::Upvote, T0).unwrap();
    let (shown, before) = (replies(db).get(reply.id, Reader::Admin).unwrap(), counters(db, ann));
    let mentions = "SELECT count(*) AS n FROM reply_mentions";
    for _ in 0..2 {
        assert!(replies(db).remove(reply.id, &ACT).unwrap());
        assert_eq!(replies(db).get(reply.id, Reader::Admin).unwrap().unwrap().content, None);
        assert_eq!(db.number(mentions), 0);
        assert_ne!(counters(db, ann), before);
        assert_eq!(restore(db, reply.id, ann), shown);
        assert_eq!(db.number(mentions), 1);
        assert_eq!(counters(db, ann), before);
    }
    assert_eq!(restore(db, reply.id, ann), None, "it is not removed any more");
}

fn a_hidden_text_is_kept_for_thirty_days_exactly(db: &TestDb) {
    let (ann, post) = author_and_post(db);
    let reply = add(db, ann, post, None).id;
    assert_eq!(replies(db).find_removed(reply, kept()).unwrap(), None);
    assert!(replies(db).remove(reply, &ACT).unwrap());
    let end = T0.after(RemovalRetention::MAX_AGE);
    let [last, over] =
        [Timestamp::from_unix_millis(end.unix_millis() - 1), end].map(RemovalRetention::at);
    assert!(replies(db).find_removed(reply, last).unwrap().is_some());
    assert_eq!(replies(db).find_removed(reply, over).unwrap(), None);
    assert_eq!(replies(db).restore(reply, &own(ann), over).unwrap(), None);
    assert_eq!(replies(db).wipe_removed(last).unwrap(), 0);
    assert!(replies(db).restore(reply, &own(ann), last).unwrap().is_some());
}

fn only_texts_that_are_kept_no_longer_are_wiped(db: &TestDb) {
    let (ann, post) = author_and_post(db);
    let [early, late] = [0, 1].map(|at| {
        let id = add(db, ann, post, None).id;
        assert!(replies(db).remove(id, &Act { at: second(at), ..ACT }).unwrap());
        id
    });
    let over = RemovalRetention::at(T0.after(RemovalRetention::MAX_AGE));
    assert_eq!(replies(db).wipe_removed(over).unwrap(), 1);
    assert_eq!(replies(db).wipe_removed(over).unwrap(), 0);
    assert_eq!(restore(db, early, ann), None);
    assert!(restore(db, late, ann).is_some());
}

fn a_reply_removed_by_its_author_is_wiped(db: &TestDb) {
    let (ann, post) = author_and_post(db);
    let reply = add(db, ann, post, None).id;
    assert!(replies(db).remove(reply, &own(ann)).unwrap());
    assert_eq!(db.number("SELECT count(*) AS n FROM removed_replies"), 0);
    assert_eq!(restore(db, reply, ann), None);
}

fn an_authors_removal_after_a_moderators_leaves_nothing_to_restore(db: &TestDb) {
    let (ann, post) = author_and_post(db);
    let reply = add(db, ann, post, None).id;
    assert!(replies(db).remove(reply, &ACT).unwrap());
    let after_one = counters(db, ann);
    for by in [own(ann), ACT] {
        assert!(replies(db).remove(reply, &by).unwrap());
        assert_eq!(db.number("SELECT count(*) AS n FROM removed_replies"), 0);
        assert_eq!(db.number("SELECT count(*) AS n FROM reply_revisions"), 0);
    }
    assert_eq!(restore(db, reply, ann), None);
    assert_eq!(counters(db, ann), after_one);
}

fn versions_of_a_removed_reply_are_kept_and_wiped_with_it(db: &TestDb) {
    let (ann, post) = author_and_post(db);
    let id = add(db, ann, post, None).id;
    let later = T0.after(Duration::from_mins(10));
    let edit = replies(db).update(id, &Description::parse("Better").unwrap(), ann, later).unwrap();
    assert!(matches!(edit, EditOutcome::Edited(_)));
    let page = PageRequest::<ById>::default();
    let shown = replies(db).revisions(id, false, &page).unwrap();
    assert_eq!(shown.as_ref().unwrap().items.len(), 2);
    assert_eq!(replies(db).removed_revisions(id, &page).unwrap(), None);
    assert!(replies(db).remove(id, &ACT).unwrap());
    assert_eq!(replies(db).revisions(id, false, &page).unwrap(), None);
    assert_eq!(replies(db).removed_revisions(id, &page).unwrap(), shown);
    let over = RemovalRetention::at(T0.after(RemovalRetention::MAX_AGE));
    replies(db).wipe_removed(over).unwrap();
    assert_eq!(replies(db).removed_revisions(id, &page).unwrap(), None);
    assert_eq!(db.number("SELECT count(*) AS n FROM reply_revisions"), 0);
}

fn a_deleted_account_leaves_no_hidden_text(db: &TestDb) {
    let (ann, post) = author_and_post(db);
    let bob = db.add_user("bob");
    let [of_ann, of_bob] = [ann, bob].map(|author| {
        let id = add(db, author, post, None).id;
        assert!(replies(db).remove(id, &ACT).unwrap());
        id
    });
    let outcome = DbUsers(db.database.clone()).delete(bob, HASH, T0).unwrap();
    assert_eq!(outcome, DeleteOutcome::Deleted);
    assert_eq!(restore(db, of_bob, ann), None);
    assert!(restore(db, of_ann, ann).is_some());
}

fn a_restored_reply_takes_answers_and_votes(db: &TestDb) {
    let (ann, post) = author_and_post(db);
    let reply = add(db, ann, post, None).id;
    assert!(replies(db).remove(reply, &ACT).unwrap());
    assert!(restore(db, reply, ann).is_some());
    add(db, ann, post, Some(reply));
    let vote = replies(db).vote(reply, ann, VoteCommand::Upvote, T0).unwrap();
    assert!(matches!(vote, replies::VoteOutcome::Counted(_)));
}

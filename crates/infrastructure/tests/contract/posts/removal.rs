use forums::ForumRepository;
use infrastructure::maintenance;
use infrastructure::{DbForums, DbReader, DbReplies, DbSaved};
use kernel::{
    Act, ById, ByTime, ForumId, PageRequest, PostId, Reader, Reason, RemovalRetention, ReplyId,
    Timestamp, UserId, Vote, VoteCommand, Votes,
};
use notifications::ReaderRepository;
use posts::{LockChange, Pin, PinOutcome, PostRepository, Selection, WriteOutcome};
use replies::{
    Description, EditOutcome, InsertOutcome, NewReply, ReplyRepository, Sort, ThreadRequest,
    VoteOutcome,
};
use saved::{SavedRepository, Target};

use super::{NONE, add, content, find, most_popular, newest, own_vote, posts, second, with};
use crate::support::{ACT, T0, TestDb, contract, own};

contract! {
    a_hidden_post_is_in_no_list,
    a_hidden_post_counts_nowhere_and_a_restored_one_as_before,
    a_restored_post_has_all_that_was_under_it,
    a_hidden_post_takes_no_writes,
    replies_to_a_hidden_post_are_not_found,
    versions_of_a_hidden_post_are_kept,
    a_restored_pin_gives_way_to_three_others,
    a_reply_removed_before_stays_removed,
    a_reply_that_its_author_removes_under_a_removed_post_is_not_restored_with_it,
    a_restoration_that_cannot_be_counted_restores_nothing,
}

pub(super) fn kept() -> RemovalRetention {
    RemovalRetention::at(T0)
}

pub(super) fn is_sound(db: &TestDb) {
    assert_eq!(maintenance::check(&db.database, &|_, _| ()).unwrap(), []);
}

pub(super) fn replies(db: &TestDb) -> DbReplies {
    DbReplies(db.database.clone())
}

pub(super) fn reply(db: &TestDb, post: PostId, author: UserId, at: Timestamp) -> ReplyId {
    let description = Description::parse("Well said").unwrap();
    let new =
        NewReply { request: None, post, responds_to: None, description, author, created_at: at };
    match replies(db).insert(&new).unwrap() {
        InsertOutcome::Inserted(reply) => reply.id,
        other => panic!("{other:?}"),
    }
}

pub(super) fn remove(db: &TestDb, post: PostId) {
    assert!(posts(db).delete(post, &ACT).unwrap());
}

pub(super) fn restore(db: &TestDb, post: PostId, by: UserId) -> Option<posts::Post> {
    let reason = Some(Reason::parse("It was no spam").unwrap());
    posts(db).restore(post, &Act { by: Some(by), reason, at: T0 }, kept()).unwrap()
}

/// Ann with a forum, and posts of hers and of Bob in it.
pub(super) fn two_posts(db: &TestDb) -> ([UserId; 2], ForumId, [PostId; 2]) {
    let [ann, bob] = ["ann", "bob"].map(|name| db.add_user(name));
    let forum = db.add_forum(ann, "Gardening");
    let posts = [add(db, ann, forum, "Seeds", T0), add(db, bob, forum, "Roots", second(1))];
    ([ann, bob], forum, posts)
}

fn a_hidden_post_is_in_no_list(db: &TestDb) {
    let ([ann, bob], forum, [_, post]) = two_posts(db);
    DbForums(db.database.clone()).add_favorite(ann, forum, T0).unwrap();
    DbSaved(db.database.clone()).save(ann, Target::Post(post), T0).unwrap();
    let answer = reply(db, post, ann, second(2));
    DbSaved(db.database.clone()).save(ann, Target::Reply(answer), T0).unwrap();
    remove(db, post);
    assert_eq!(posts(db).find(post).unwrap(), None);
    let since = Some(Timestamp::from_unix_millis(T0.unix_millis() - 1_000));
    for forum in [None, Some(forum)] {
        let all = Selection { forum, ..Selection::default() };
        for of in [all.clone(), Selection { since, ..all.clone() }] {
            assert_eq!(newest(db, &of, 1), ["Seeds"]);
            assert_eq!(most_popular(db, &of, 1), ["Seeds"]);
            assert_eq!(newest(db, &Selection { forum, ..with("roots") }, 1), NONE);
            assert_eq!(most_popular(db, &Selection { forum, ..with("roots") }, 1), NONE);
        }
        let page = PageRequest::default();
        assert_eq!(posts(db).hottest(&all, &page).unwrap().items.len(), 1);
        let page = PageRequest::default();
        assert_eq!(posts(db).latest_active(&all, &page).unwrap().items.len(), 1);
    }
    let page = PageRequest::<ByTime>::default();
    assert_eq!(posts(db).following(ann, Reader::Insider(ann), &page).unwrap().items.len(), 1);
    let page = PageRequest::<ById>::default();
    assert_eq!(posts(db).by_author(bob, Reader::Visitor, &page).unwrap().items, []);
    assert_eq!(replies(db).by_author(ann, Reader::Admin, &page).unwrap().items, []);
    assert_eq!(
        DbSaved(db.database.clone()).list(ann, Reader::Insider(ann), &page).unwrap().items,
        []
    );
    assert_eq!(posts(db).latest_activity(post, post).unwrap(), []);
    assert_ne!(posts(db).last_id().unwrap(), Some(post));
    is_sound(db);
    restore(db, post, ann).unwrap();
    assert_eq!(newest(db, &with("roots"), 1), ["Roots"]);
    assert_eq!(
        DbSaved(db.database.clone()).list(ann, Reader::Insider(ann), &page).unwrap().items.len(),
        2
    );
    assert_eq!(replies(db).by_author(ann, Reader::Admin, &page).unwrap().items.len(), 1);
}

/// Every counter of forums and members.
fn counters(db: &TestDb) -> Vec<i64> {
    [
        "sum(post_count) AS BIGINT) AS n FROM forums",
        "max(latest_id) AS BIGINT) AS n FROM forums",
        "sum(post_count * id) AS BIGINT) AS n FROM users",
        "sum(reply_count * id) AS BIGINT) AS n FROM users",
        "sum(score * id) AS BIGINT) AS n FROM users",
        "sum(activity * day) AS BIGINT) AS n FROM forum_weeks",
        "sum(reply_count) AS BIGINT) AS n FROM posts",
    ]
    .map(|counted| db.number(&format!("SELECT CAST({counted}")))
    .into()
}

fn a_hidden_post_counts_nowhere_and_a_restored_one_as_before(db: &TestDb) {
    let ([ann, bob], forum, [_, post]) = two_posts(db);
    let before_replies = counters(db);
    for days in [0, 1, 5] {
        let answer = reply(db, post, ann, second(days * 86_400));
        replies(db).vote(answer, bob, VoteCommand::Upvote, T0).unwrap();
    }
    posts(db).vote(post, ann, VoteCommand::Downvote, T0).unwrap();
    let before = counters(db);
    assert_ne!(before, before_replies);
    let latest = || {
        let found = DbForums(db.database.clone()).find(forum, T0).unwrap().unwrap();
        found.latest.map(|latest| latest.title)
    };
    assert_eq!(latest().as_deref(), Some("Roots"));
    for _ in 0..2 {
        remove(db, post);
        is_sound(db);
        assert_eq!(latest().as_deref(), Some("Seeds"));
        assert_ne!(counters(db), before);
        assert!(restore(db, post, ann).is_some());
        is_sound(db);
        assert_eq!(counters(db), before);
        assert_eq!(latest().as_deref(), Some("Roots"));
    }
}

fn a_restored_post_has_all_that_was_under_it(db: &TestDb) {
    let ([ann, bob], _, [_, post]) = two_posts(db);
    let answer = reply(db, post, ann, second(2));
    replies(db).vote(answer, ann, VoteCommand::Upvote, T0).unwrap();
    posts(db).vote(post, ann, VoteCommand::Upvote, T0).unwrap();
    let before = find(db, post);
    let thread = || {
        let first = ThreadRequest::First(Sort::Old);
        replies(db).thread(post, Reader::Admin, first, 10).unwrap().map(|page| page.items)
    };
    let replies_before = thread();
    remove(db, post);
    assert_eq!(thread(), None);
    assert_eq!(restore(db, post, ann), Some(before.clone()));
    assert_eq!(find(db, post), before);
    assert_eq!(before.votes, Votes { upvotes: 1, downvotes: 0 });
    assert_eq!(own_vote(db, ann, post), Some(Vote::Up));
    assert_eq!(replies(db).states(ann, &[answer]).unwrap()[0].vote, Some(Vote::Up));
    assert_eq!(thread(), replies_before);
    assert_eq!(restore(db, post, bob), None, "it is not removed any more");
}

fn a_hidden_post_takes_no_writes(db: &TestDb) {
    let ([ann, _], forum, [_, post]) = two_posts(db);
    let answer = reply(db, post, ann, T0);
    remove(db, post);
    assert!(!posts(db).delete(post, &own(ann)).unwrap());
    let edit = posts(db).update(post, &content("New", "Text"), ann, T0).unwrap();
    assert_eq!(edit, WriteOutcome::NotFound);
    assert_eq!(posts(db).vote(post, ann, VoteCommand::Upvote, T0).unwrap(), WriteOutcome::NotFound);
    let lock = LockChange { post, locked: true, reason: None, by: ann, at: T0 };
    assert_eq!(posts(db).set_lock(&lock).unwrap(), None);
    let pin = Some(Pin { until: None });
    assert_eq!(posts(db).set_pin(post, pin, ann, T0).unwrap(), PinOutcome::NotFound);
    let description = Description::parse("Late").unwrap();
    let new = NewReply {
        request: None,
        post,
        responds_to: None,
        description,
        author: ann,
        created_at: T0,
    };
    assert_eq!(replies(db).insert(&new).unwrap(), InsertOutcome::NoSuchPost);
    let text = Description::parse("Other").unwrap();
    assert_eq!(replies(db).update(answer, &text, ann, T0).unwrap(), EditOutcome::NotFound);
    let vote = replies(db).vote(answer, ann, VoteCommand::Upvote, T0).unwrap();
    assert_eq!(vote, VoteOutcome::NotFound);
    assert!(!replies(db).remove(answer, &own(ann)).unwrap());
    let (saved, reader) = (DbSaved(db.database.clone()), DbReader(db.database.clone()));
    assert!(!saved.save(ann, Target::Post(post), T0).unwrap());
    assert!(!saved.save(ann, Target::Reply(answer), T0).unwrap());
    assert_eq!(reader.visit(ann, post, T0, T0).unwrap(), None);
    assert!(!reader.watch_post(ann, post, notifications::WatchLevel::Watching).unwrap());
    assert_eq!(posts(db).pinned(forum, Reader::Visitor, T0).unwrap(), []);
    is_sound(db);
}

fn replies_to_a_hidden_post_are_not_found(db: &TestDb) {
    let ([ann, _], _, [_, post]) = two_posts(db);
    let answer = reply(db, post, ann, T0);
    remove(db, post);
    assert!(!replies(db).has_post(post, Reader::Admin).unwrap());
    assert_eq!(replies(db).find(answer, Reader::Admin).unwrap(), None);
    assert_eq!(replies(db).get(answer, Reader::Admin).unwrap(), None);
    let first = ThreadRequest::First(Sort::Old);
    assert_eq!(replies(db).subtree(answer, Reader::Admin, first, 10).unwrap(), None);
    let page = PageRequest::<ById>::default();
    assert_eq!(replies(db).revisions(answer, false, &page).unwrap(), None);
    assert_eq!(replies(db).find_removed(answer, kept()).unwrap(), None);
    assert_eq!(replies(db).restore(answer, &ACT, kept()).unwrap(), None);
}

fn versions_of_a_hidden_post_are_kept(db: &TestDb) {
    let ([_, bob], _, [_, post]) = two_posts(db);
    let later = second(600);
    posts(db).update(post, &content("Roots again", "Other"), bob, later).unwrap().done().unwrap();
    let page = PageRequest::<ById>::default();
    assert_eq!(posts(db).removed_revisions(post, &page).unwrap(), None);
    let shown = posts(db).revisions(post, false, &page).unwrap();
    remove(db, post);
    assert_eq!(posts(db).revisions(post, false, &page).unwrap(), None);
    assert_eq!(posts(db).removed_revisions(post, &page).unwrap(), shown);
    assert_eq!(shown.unwrap().items.len(), 2);
}

fn a_restored_pin_gives_way_to_three_others(db: &TestDb) {
    let ([ann, _], forum, [first, post]) = two_posts(db);
    let pin = Some(Pin { until: None });
    for pinned in [first, post] {
        posts(db).set_pin(pinned, pin, ann, T0).unwrap();
    }
    remove(db, post);
    assert!(restore(db, post, ann).unwrap().pin.is_some());
    remove(db, post);
    for title in ["Leaves", "Buds"] {
        posts(db).set_pin(add(db, ann, forum, title, T0), pin, ann, T0).unwrap();
    }
    assert_eq!(restore(db, post, ann).unwrap().pin, None);
    assert_eq!(posts(db).pinned(forum, Reader::Visitor, T0).unwrap().len(), 3);
}

fn a_reply_that_its_author_removes_under_a_removed_post_is_not_restored_with_it(db: &TestDb) {
    let ([ann, bob], _, [_, post]) = two_posts(db);
    let [first, second, third] = [2, 3, 4].map(|at| reply(db, post, bob, second(at)));
    assert!(replies(db).remove(first, &ACT).unwrap());
    remove(db, post);
    for (id, by) in [(second, own(ann)), (second, ACT)] {
        assert!(!replies(db).remove_under_removed(id, Reader::Member, &by).unwrap());
    }
    for _ in 0..2 {
        for id in [first, third] {
            assert!(replies(db).remove_under_removed(id, Reader::Insider(bob), &own(bob)).unwrap());
        }
    }
    is_sound(db);
    restore(db, post, ann).unwrap();
    is_sound(db);
    assert!(!replies(db).remove_under_removed(second, Reader::Insider(bob), &own(bob)).unwrap());
    for id in [first, third] {
        assert_eq!(replies(db).find_removed(id, kept()).unwrap(), None);
        assert_eq!(replies(db).get(id, Reader::Admin).unwrap().unwrap().content, None);
    }
    let restored = posts(db).find(post).unwrap().unwrap();
    assert_eq!(restored.reply_count, 1);
    assert!(replies(db).get(second, Reader::Admin).unwrap().unwrap().content.is_some());
}

fn a_reply_removed_before_stays_removed(db: &TestDb) {
    let ([ann, bob], _, [_, post]) = two_posts(db);
    let [by_others, by_ann] = [T0, second(2)].map(|at| reply(db, post, ann, at));
    assert!(replies(db).remove(by_others, &ACT).unwrap());
    assert!(replies(db).remove(by_ann, &own(ann)).unwrap());
    remove(db, post);
    is_sound(db);
    assert_eq!(restore(db, post, bob).unwrap().reply_count, 0);
    is_sound(db);
    let act = Act { by: Some(bob), ..ACT };
    assert!(replies(db).restore(by_others, &act, kept()).unwrap().is_some());
    assert_eq!(replies(db).restore(by_ann, &act, kept()).unwrap(), None);
    is_sound(db);
}

fn a_restoration_that_cannot_be_counted_restores_nothing(db: &TestDb) {
    let ([ann, _], _, [_, post]) = two_posts(db);
    remove(db, post);
    db.break_updates("forums");
    let act = Act { by: Some(ann), ..ACT };
    assert!(posts(db).restore(post, &act, kept()).is_err());
    assert_eq!(posts(db).find(post).unwrap(), None);
    assert_eq!(newest(db, &with("roots"), 1), NONE);
}

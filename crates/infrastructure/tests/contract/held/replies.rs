use ::moderation::reports::{DecideOutcome, ReportState};
use ::notifications::ReaderRepository;
use ::posts::PostRepository;
use ::replies::{
    EditOutcome, InsertOutcome, Refusal, ReplyRepository, Sort, ThreadRequest, VoteOutcome,
};
use infrastructure::DbReader;
use kernel::{Act, ById, Limit, PageRequest, PostId, Reader, ReplyId, Timestamp, VoteCommand};
use users::{DeleteOutcome, UserRepository};

use super::{
    add_reply, asked, decide, forum, hold_reply, is_sound, kept, new_reply, posts_of, queue,
    replies_of,
};
use crate::support::{ACT, HASH, T0, TestDb, contract};

contract! {
    a_held_reply_is_found_by_no_read,
    a_held_reply_takes_no_writes_and_no_answers,
    own_held_replies_are_paged,
    an_approved_reply_takes_its_place,
    a_rejected_reply_is_a_removed_one,
    a_withdrawn_reply_leaves_nothing,
    a_held_reply_outlives_the_removal_of_its_post,
    a_reply_approved_under_a_removed_post_is_shown_with_it,
    a_held_reply_is_not_counted_as_new,
    a_deleted_account_takes_its_held_replies_along,
    a_reply_is_held_only_where_it_could_be_stored,
}

fn thread(db: &TestDb, post: PostId) -> Vec<ReplyId> {
    let first = ThreadRequest::First(Sort::Old);
    let page = replies_of(db).thread(post, Reader::Admin, first, 100).unwrap().unwrap();
    page.items.iter().map(|reply| reply.id).collect()
}

fn a_held_reply_is_found_by_no_read(db: &TestDb) {
    let (ann, bob, _, post) = forum(db);
    let parent = add_reply(db, ann, post);
    let id = hold_reply(db, bob, post, Some(parent));
    let replies = replies_of(db);
    let held = replies.find_held(id).unwrap().unwrap();
    assert_eq!((held.author, held.reply.held, held.reply.depth), (bob, true, 1));
    assert_eq!(held.reply.responds_to, Some(parent));
    assert_eq!(replies.find_held(parent).unwrap(), None);
    assert_eq!(thread(db, post), [parent]);
    assert_eq!(replies.get(id, Reader::Admin).unwrap(), None);
    assert_eq!(replies.get(parent, Reader::Admin).unwrap().unwrap().child_count, 0);
    let own = replies.by_author(bob, Reader::Admin, &PageRequest::<ById>::default()).unwrap();
    assert!(own.items.is_empty());
    assert_eq!(replies.revisions(id, false, &PageRequest::default()).unwrap(), None);
    assert_eq!(replies.find_removed(id, kept()).unwrap(), None);
    assert_eq!(posts_of(db).find(post).unwrap().unwrap().reply_count, 1);
    infrastructure::index_words(&db.database, || true).unwrap();
    assert_eq!(db.number("SELECT count(*) AS n FROM reply_words"), 1);
    is_sound(db);
}

fn a_held_reply_takes_no_writes_and_no_answers(db: &TestDb) {
    let (ann, bob, _, post) = forum(db);
    let id = hold_reply(db, bob, post, None);
    let replies = replies_of(db);
    let text = new_reply(bob, post, None).description;
    assert_eq!(replies.update(id, &text, bob, T0).unwrap(), EditOutcome::NotFound);
    assert_eq!(replies.vote(id, ann, VoteCommand::Upvote, T0).unwrap(), VoteOutcome::NotFound);
    assert!(!replies.remove(id, &ACT).unwrap());
    let answer = replies.insert(&new_reply(bob, post, Some(id))).unwrap();
    assert_eq!(answer, InsertOutcome::Refused(Refusal::NotOfThisPost));
    is_sound(db);
}

fn own_held_replies_are_paged(db: &TestDb) {
    let (ann, bob, forum, post) = forum(db);
    let own = [0; 3].map(|_| hold_reply(db, bob, post, None));
    hold_reply(db, ann, post, None);
    hold_reply(db, bob, db.add_post(ann, forum), None);
    let mut request = PageRequest::<ById> { limit: Limit::new(2).unwrap(), after: None };
    let mut found = vec![];
    loop {
        let page = replies_of(db).held_in(post, bob, &request).unwrap();
        found.extend(page.items.into_iter().map(|reply| reply.id));
        request.after = page.next;
        if request.after.is_none() {
            break;
        }
    }
    assert_eq!(found, own);
}

fn an_approved_reply_takes_its_place(db: &TestDb) {
    let (ann, bob, _, post) = forum(db);
    let parent = add_reply(db, ann, post);
    let id = hold_reply(db, bob, post, Some(parent));
    decide(db, asked(db).id, ReportState::Resolved, ann);
    let replies = replies_of(db);
    let shown = replies.get(id, Reader::Admin).unwrap().unwrap();
    assert_eq!((shown.held, shown.created_at), (false, T0));
    assert_eq!(thread(db, post), [parent, id]);
    assert_eq!(replies.get(parent, Reader::Admin).unwrap().unwrap().child_count, 1);
    infrastructure::index_words(&db.database, || true).unwrap();
    assert_eq!(db.number("SELECT count(*) AS n FROM reply_words"), 2);
    assert_eq!(queue(db), []);
    is_sound(db);
    assert!(replies.remove(id, &ACT).unwrap());
    is_sound(db);
}

fn a_rejected_reply_is_a_removed_one(db: &TestDb) {
    let (ann, bob, _, post) = forum(db);
    let parent = add_reply(db, ann, post);
    let id = hold_reply(db, bob, post, Some(parent));
    let report = asked(db).id;
    decide(db, report, ReportState::Rejected, ann);
    let replies = replies_of(db);
    let removed = replies.get(id, Reader::Admin).unwrap().unwrap();
    assert_eq!((removed.content, removed.held), (None, false));
    is_sound(db);
    let late = decide(db, report, ReportState::Resolved, ann);
    assert!(matches!(late, DecideOutcome::DecidedBefore(_)));
    let by_ann = Act { by: Some(ann), ..ACT };
    let restored = replies.restore(id, &by_ann, kept()).unwrap().unwrap();
    assert!(restored.content.unwrap().description.contains("https://a.example"));
    is_sound(db);
}

fn a_withdrawn_reply_leaves_nothing(db: &TestDb) {
    let (ann, bob, _, post) = forum(db);
    let id = hold_reply(db, bob, post, None);
    let report = asked(db).id;
    let shown = add_reply(db, ann, post);
    assert!(replies_of(db).withdraw(id).unwrap());
    assert!(!replies_of(db).withdraw(id).unwrap());
    assert!(!replies_of(db).withdraw(shown).unwrap());
    assert_eq!(queue(db), []);
    assert_eq!(decide(db, report, ReportState::Resolved, ann), DecideOutcome::NotFound);
    assert_eq!(db.number("SELECT count(*) AS n FROM replies"), 1);
    is_sound(db);
}

fn a_held_reply_outlives_the_removal_of_its_post(db: &TestDb) {
    let (ann, bob, _, post) = forum(db);
    let id = hold_reply(db, bob, post, None);
    let by_ann = Act { by: Some(ann), ..ACT };
    assert!(posts_of(db).delete(post, &ACT).unwrap());
    is_sound(db);
    posts_of(db).restore(post, &by_ann, kept()).unwrap().unwrap();
    is_sound(db);
    assert_eq!(thread(db, post), []);
    assert!(replies_of(db).find_held(id).unwrap().is_some());
    assert!(posts_of(db).delete(post, &by_ann).unwrap());
    assert_eq!(replies_of(db).find_held(id).unwrap(), None);
}

fn a_reply_approved_under_a_removed_post_is_shown_with_it(db: &TestDb) {
    let (ann, bob, _, post) = forum(db);
    let [approved, refused] = [0; 2].map(|_| hold_reply(db, bob, post, None));
    let [first, second] = queue(db).try_into().unwrap();
    assert!(posts_of(db).delete(post, &ACT).unwrap());
    decide(db, first.id, ReportState::Resolved, ann);
    decide(db, second.id, ReportState::Rejected, ann);
    is_sound(db);
    assert_eq!(replies_of(db).get(approved, Reader::Admin).unwrap(), None);
    posts_of(db).restore(post, &Act { by: Some(ann), ..ACT }, kept()).unwrap().unwrap();
    is_sound(db);
    assert_eq!(thread(db, post), [approved, refused]);
    assert_eq!(replies_of(db).get(refused, Reader::Admin).unwrap().unwrap().content, None);
    assert_eq!(posts_of(db).find(post).unwrap().unwrap().reply_count, 1);
}

fn a_held_reply_is_not_counted_as_new(db: &TestDb) {
    let (ann, bob, _, post) = forum(db);
    let reader = DbReader(db.database.clone());
    let before = T0.before(std::time::Duration::from_mins(1));
    reader.visit(ann, post, before, Timestamp::from_unix_millis(0)).unwrap();
    hold_reply(db, bob, post, None);
    let new = || reader.states(ann, &[post]).unwrap()[0].new_replies;
    assert_eq!(new(), Some(0));
    decide(db, asked(db).id, ReportState::Resolved, ann);
    assert_eq!(new(), Some(1));
}

fn a_deleted_account_takes_its_held_replies_along(db: &TestDb) {
    let (_, bob, _, post) = forum(db);
    let id = hold_reply(db, bob, post, None);
    let users = infrastructure::DbUsers(db.database.clone());
    assert_eq!(users.delete(bob, HASH, T0).unwrap(), DeleteOutcome::Deleted);
    assert_eq!(replies_of(db).find_held(id).unwrap(), None);
    assert_eq!((queue(db).len(), thread(db, post)), (0, vec![]));
    is_sound(db);
}

fn a_reply_is_held_only_where_it_could_be_stored(db: &TestDb) {
    let (_, bob, _, post) = forum(db);
    let hold = |post, responds_to| replies_of(db).hold(&new_reply(bob, post, responds_to)).unwrap();
    assert_eq!(hold(PostId(99), None), InsertOutcome::NoSuchPost);
    let refused = InsertOutcome::Refused(Refusal::NotOfThisPost);
    assert_eq!(hold(post, Some(ReplyId(99))), refused);
    assert_eq!(queue(db), []);
}

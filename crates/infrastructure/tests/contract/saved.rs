use std::time::Duration;

use infrastructure::{DbPosts, DbReader, DbReplies, DbSaved};
use kernel::{ById, Limit, PageRequest, PostId, Reader, ReplyId, UserId, VoteCommand};
use notifications::ReaderRepository;
use posts::PostRepository;
use replies::{Description, InsertOutcome, NewReply, ReplyRepository};
use saved::{SavedItem, SavedRepository, Target};

use crate::{
    posts::readers::Places,
    support::{ACT, T0, TestDb, contract, sixteen_at_once},
};

contract! {
    the_latest_saved_comes_first,
    saving_again_changes_nothing,
    concurrent_saves_of_a_thing_are_one,
    missing_or_removed_texts_cannot_be_saved,
    removed_replies_and_deleted_posts_leave_the_list,
    a_saved_reply_shows_its_post_and_its_author,
    members_see_what_they_saved,
    what_is_in_a_forum_that_its_reader_left_leaves_the_list_without_gaps,
}

fn saved(db: &TestDb) -> DbSaved {
    DbSaved(db.database.clone())
}

fn replies(db: &TestDb) -> DbReplies {
    DbReplies(db.database.clone())
}

fn posts(db: &TestDb, author: UserId, number: usize) -> Vec<PostId> {
    let forum = db.add_forum(author, "Gardening");
    (0..number).map(|_| db.add_post(author, forum)).collect()
}

fn reply(db: &TestDb, author: UserId, post: PostId, text: &str) -> ReplyId {
    let description = Description::parse(text).unwrap();
    let created_at = T0.after(Duration::from_mins(1));
    let new = NewReply { request: None, post, responds_to: None, description, author, created_at };
    match replies(db).insert(&new).unwrap() {
        InsertOutcome::Inserted(reply) => reply.id,
        other => panic!("{other:?}"),
    }
}

fn save(db: &TestDb, member: UserId, target: Target) -> bool {
    saved(db).save(member, target, T0).unwrap()
}

fn list(db: &TestDb, member: UserId) -> Vec<SavedItem> {
    saved(db).list(member, Reader::Insider(member), &PageRequest::default()).unwrap().items
}

fn targets(items: &[SavedItem]) -> Vec<Target> {
    items.iter().map(|item| item.target).collect()
}

fn the_latest_saved_comes_first(db: &TestDb) {
    let [ann, bob] = ["ann", "bob"].map(|name| db.add_user(name));
    let ids = posts(db, ann, 3);
    let answer = Target::Reply(reply(db, ann, ids[0], "Yes"));
    let wanted = [Target::Post(ids[1]), answer, Target::Post(ids[2]), Target::Post(ids[0])];
    for target in wanted.iter().rev() {
        assert!(save(db, bob, *target));
    }
    assert_eq!(targets(&list(db, bob)), wanted);
    let mut page = PageRequest { limit: Limit::new(3).unwrap(), after: None::<ById> };
    let first = saved(db).list(bob, Reader::Insider(bob), &page).unwrap();
    assert_eq!(targets(&first.items), wanted[..3]);
    page.after = first.next;
    let last = saved(db).list(bob, Reader::Insider(bob), &page).unwrap();
    assert_eq!((targets(&last.items), last.next), (wanted[3..].to_vec(), None));
    assert_eq!(list(db, ann), []);
}

fn saving_again_changes_nothing(db: &TestDb) {
    let ann = db.add_user("ann");
    let ids = posts(db, ann, 2);
    let both = [Target::Post(ids[0]), Target::Reply(reply(db, ann, ids[0], "Yes"))];
    for _ in 0..2 {
        for target in both {
            assert!(save(db, ann, target));
        }
    }
    let items = list(db, ann);
    assert_eq!(targets(&items), [both[1], both[0]]);
    for _ in 0..2 {
        assert!(saved(db).unsave(ann, both[0]).unwrap());
        assert_eq!(list(db, ann), items[..1]);
    }
    assert!(saved(db).unsave(ann, both[1]).unwrap());
    assert_eq!(list(db, ann), []);
}

fn concurrent_saves_of_a_thing_are_one(db: &TestDb) {
    let ann = db.add_user("ann");
    let post = posts(db, ann, 1)[0];
    let answer = reply(db, ann, post, "Yes");
    for target in [Target::Post(post), Target::Reply(answer)] {
        sixteen_at_once(|_| assert!(save(db, ann, target)));
    }
    assert_eq!(db.number("SELECT count(*) AS n FROM saved"), 2);
}

fn missing_or_removed_texts_cannot_be_saved(db: &TestDb) {
    let ann = db.add_user("ann");
    let post = posts(db, ann, 1)[0];
    let answer = reply(db, ann, post, "Yes");
    replies(db).remove(answer, &ACT).unwrap();
    let missing = [Target::Post(PostId(99)), Target::Reply(ReplyId(99)), Target::Reply(answer)];
    for target in missing {
        assert!(!save(db, ann, target) && !saved(db).unsave(ann, target).unwrap(), "{target:?}");
    }
    assert_eq!(db.number("SELECT count(*) AS n FROM saved"), 0);
}

fn removed_replies_and_deleted_posts_leave_the_list(db: &TestDb) {
    let ann = db.add_user("ann");
    let ids = posts(db, ann, 2);
    let answers = ids.clone().into_iter().map(|post| reply(db, ann, post, "Yes"));
    let answers: Vec<_> = answers.collect();
    for target in ids.iter().copied().map(Target::Post) {
        save(db, ann, target);
    }
    for target in answers.iter().copied().map(Target::Reply) {
        save(db, ann, target);
    }
    replies(db).remove(answers[0], &ACT).unwrap();
    assert_eq!(list(db, ann).len(), 3);
    assert!(DbPosts::new(db.database.clone()).delete(ids[1], &ACT).unwrap());
    assert_eq!(targets(&list(db, ann)), [Target::Post(ids[0])]);
}

fn a_saved_reply_shows_its_post_and_its_author(db: &TestDb) {
    let [ann, bob] = ["ann", "bob"].map(|name| db.add_user(name));
    let post = posts(db, ann, 1)[0];
    let answer = reply(db, bob, post, "**Yes**, ||they|| do");
    replies(db).vote(answer, ann, VoteCommand::Downvote, T0).unwrap();
    save(db, ann, Target::Reply(answer));
    save(db, ann, Target::Post(post));
    let items = list(db, ann);
    assert_eq!(items.iter().map(|item| item.post).collect::<Vec<_>>(), [post, post]);
    assert_eq!((&*items[0].author_name, &*items[1].author_name), ("ann", "bob"));
    assert_eq!((items[0].score, items[1].score), (0, -1));
    assert_eq!(items[1].post_title, items[0].post_title);
    assert_eq!(&*items[1].forum_topic, "Gardening");
    assert_eq!(items[1].forum_visibility, kernel::Visibility::Public);
    assert_eq!(items[1].created_at, T0.after(Duration::from_mins(1)));
    assert!(items[1].excerpt.starts_with("Yes,"), "{}", items[1].excerpt);
    assert!(!items[1].excerpt.contains("they"), "{}", items[1].excerpt);
}

fn members_see_what_they_saved(db: &TestDb) {
    let [ann, bob] = ["ann", "bob"].map(|name| db.add_user(name));
    let ids = posts(db, ann, 2);
    let answers = [reply(db, ann, ids[0], "Yes"), reply(db, ann, ids[0], "No")];
    save(db, ann, Target::Post(ids[1]));
    save(db, ann, Target::Reply(answers[0]));
    let reader = DbReader(db.database.clone());
    let of = |member| {
        let found = reader.states(member, &ids).unwrap();
        found.iter().map(|state| state.saved).collect::<Vec<_>>()
    };
    assert_eq!((of(ann), of(bob)), (vec![false, true], vec![false, false]));
    let found = replies(db).states(ann, &answers).unwrap();
    let found: Vec<_> = found.iter().map(|state| (state.reply, state.vote, state.saved)).collect();
    assert_eq!(found, [(answers[0], None, true)]);
    replies(db).vote(answers[0], ann, VoteCommand::Upvote, T0).unwrap();
    let found = replies(db).states(ann, &answers).unwrap();
    assert_eq!((found.len(), found[0].vote, found[0].saved), (1, Some(kernel::Vote::Up), true));
    assert_eq!(replies(db).states(bob, &answers).unwrap(), []);
}

fn what_is_in_a_forum_that_its_reader_left_leaves_the_list_without_gaps(db: &TestDb) {
    let places = Places::of(db);
    let [ann, bob, _] = places.people;
    for [first, second, _] in places.posts {
        assert!(save(db, bob, Target::Post(first)));
        assert!(save(db, bob, Target::Reply(reply(db, ann, second, "Yes"))));
    }
    let limit = Limit::new(1).unwrap();
    for (reader, forums) in places.readers() {
        let (mut forums_shown, mut after) = (vec![], None);
        loop {
            let page = saved(db).list(bob, reader, &PageRequest { limit, after }).unwrap();
            assert_eq!(page.items.len(), 1, "{reader:?}");
            forums_shown.push(page.items[0].forum);
            after = page.next;
            if after.is_none() {
                break;
            }
        }
        let latest_first = places.forums[..forums].iter().rev().flat_map(|&forum| [forum; 2]);
        assert!(forums_shown.into_iter().eq(latest_first), "{reader:?}");
    }
}

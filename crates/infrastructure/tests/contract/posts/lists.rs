use kernel::{ForumId, Limit, PageRequest, UserId, Vote, VoteCommand};
use posts::{PostRepository, Selection};

use super::{NONE, add, most_popular, newest, own_vote, posts, second, set_score};
use crate::support::{T0, TestDb, contract};

contract! {
    the_newest_posts_come_first_ties_by_id,
    the_most_popular_posts_come_first_ties_by_id,
    a_forum_lists_its_own_posts_only,
    pages_of_each_order_are_complete,
    a_post_between_two_pages_shifts_nothing,
    a_page_that_is_exactly_full_is_the_last,
    votes_of_a_member_on_listed_posts_are_found,
}

/// Posts of two forums, made in this order: title, forum, second, score.
const POSTS: [(&str, usize, i64, i64); 8] = [
    ("c", 0, 3, 0),
    ("a", 0, 1, -2),
    ("b1", 0, 2, 5),
    ("b2", 0, 2, 5),
    ("x", 1, 2, 5),
    ("d", 0, 4, 0),
    ("y", 1, 9, -3),
    ("e", 0, 5, 1),
];

const BY_TIME: [&str; 8] = ["y", "e", "d", "c", "x", "b2", "b1", "a"];
const BY_SCORE: [&str; 8] = ["x", "b2", "b1", "e", "d", "c", "a", "y"];

fn add_all(db: &TestDb) -> (UserId, [ForumId; 2]) {
    let ann = db.add_user("ann");
    let forums = ["One", "Two"].map(|topic| db.add_forum(ann, topic));
    for (title, forum, at, score) in POSTS {
        set_score(db, add(db, ann, forums[forum], title, second(at)), score);
    }
    (ann, forums)
}

fn the_newest_posts_come_first_ties_by_id(db: &TestDb) {
    add_all(db);
    assert_eq!(newest(db, &Selection::default(), 100), BY_TIME);
}

fn the_most_popular_posts_come_first_ties_by_id(db: &TestDb) {
    add_all(db);
    assert_eq!(most_popular(db, &Selection::default(), 100), BY_SCORE);
}

fn a_forum_lists_its_own_posts_only(db: &TestDb) {
    let (_, forums) = add_all(db);
    let of = |forum| Selection { forum: Some(forum), ..Selection::default() };
    assert_eq!(newest(db, &of(forums[0]), 100), ["e", "d", "c", "b2", "b1", "a"]);
    assert_eq!(most_popular(db, &of(forums[0]), 100), ["b2", "b1", "e", "d", "c", "a"]);
    assert_eq!(newest(db, &of(forums[1]), 100), ["y", "x"]);
    assert_eq!(most_popular(db, &of(forums[1]), 100), ["x", "y"]);
    let missing = of(ForumId(forums[1].0 + 1));
    assert_eq!(newest(db, &missing, 100), NONE);
    assert_eq!(most_popular(db, &missing, 100), NONE);
}

fn pages_of_each_order_are_complete(db: &TestDb) {
    let (_, forums) = add_all(db);
    let all = Selection::default();
    let one = Selection { forum: Some(forums[0]), ..Selection::default() };
    for limit in 1..=8 {
        assert_eq!(newest(db, &all, limit), BY_TIME, "{limit}");
        assert_eq!(most_popular(db, &all, limit), BY_SCORE, "{limit}");
        assert_eq!(newest(db, &one, limit), ["e", "d", "c", "b2", "b1", "a"], "{limit}");
        assert_eq!(most_popular(db, &one, limit), ["b2", "b1", "e", "d", "c", "a"], "{limit}");
    }
}

fn a_post_between_two_pages_shifts_nothing(db: &TestDb) {
    let (ann, forums) = add_all(db);
    let limit = Limit::new(4).unwrap();
    let all = Selection::default();
    let first = posts(db).newest(&all, &PageRequest { limit, after: None }).unwrap();
    add(db, ann, forums[0], "new", second(10));
    let second = posts(db).newest(&all, &PageRequest { limit, after: first.next }).unwrap();
    let seen: Vec<_> = first.items.iter().chain(&second.items).map(|post| &post.title).collect();
    assert_eq!(seen, BY_TIME.iter().collect::<Vec<_>>());
}

fn a_page_that_is_exactly_full_is_the_last(db: &TestDb) {
    add_all(db);
    let limit = Limit::new(8).unwrap();
    let all = Selection::default();
    let newest = posts(db).newest(&all, &PageRequest { limit, after: None }).unwrap();
    let popular = posts(db).most_popular(&all, &PageRequest { limit, after: None }).unwrap();
    assert_eq!((newest.items.len(), newest.next), (8, None));
    assert_eq!((popular.items.len(), popular.next), (8, None));
}

fn votes_of_a_member_on_listed_posts_are_found(db: &TestDb) {
    let (ann, bob) = (db.add_user("ann"), db.add_user("bob"));
    let forum = db.add_forum(ann, "One");
    let ids = ["a", "b", "c"].map(|title| add(db, ann, forum, title, T0));
    posts(db).vote(ids[0], bob, VoteCommand::Upvote, T0).unwrap();
    posts(db).vote(ids[1], bob, VoteCommand::Downvote, T0).unwrap();
    posts(db).vote(ids[2], ann, VoteCommand::Upvote, T0).unwrap();
    let word = Some("text".to_owned());
    for keyword in [None, word] {
        let selection = Selection { keyword, ..Selection::default() };
        let page = posts(db).newest(&selection, &PageRequest::default()).unwrap();
        let votes: Vec<_> = page.items.iter().map(|post| own_vote(db, bob, post.id)).collect();
        assert_eq!(votes, [None, Some(Vote::Down), Some(Vote::Up)]);
        let page = posts(db).most_popular(&selection, &PageRequest::default()).unwrap();
        let votes: Vec<_> = page.items.iter().map(|post| own_vote(db, bob, post.id)).collect();
        assert_eq!(votes, [None, Some(Vote::Up), Some(Vote::Down)]);
    }
}

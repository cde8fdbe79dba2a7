//! Posts by heat, by latest activity, and the popular ones of a longer time.

use forums::ForumRepository;
use infrastructure::maintenance;
use infrastructure::{DbForums, DbReader, DbReplies, DbUsers};
use kernel::{
    ByTime, ForumId, PageRequest, PostId, Reader, ReplyId, Timestamp, UserId, Vote, VoteCommand,
};
use notifications::{ReaderRepository, WatchLevel};
use posts::{Period, PostRepository, Selection};
use replies::{Description, InsertOutcome, NewReply, ReplyRepository};
use users::UserRepository;

use super::{add, most_popular, own_vote, posts, second, set_score, titles};
use crate::support::{ACT, HASH, T0, TestDb, contract};

contract! {
    votes_and_time_make_posts_hot,
    latest_reply_makes_a_post_active,
    popular_posts_of_a_period_begin_with_it,
    popular_posts_of_many_days_are_merged,
    following_lists_posts_of_favorite_forums,
    following_orders_posts_of_one_moment_by_id,
    following_lists_watched_forums_and_no_muted_ones,
    ranges_of_ids_list_posts_with_their_activity,
    deleting_an_account_ranks_what_it_voted_on_anew,
}

const HOUR: i64 = 3_600;

fn hottest(db: &TestDb, forum: Option<ForumId>) -> Vec<String> {
    titles(2, |page| posts(db).hottest(&Selection { forum, ..Selection::default() }, page))
}

fn latest_active(db: &TestDb, forum: Option<ForumId>) -> Vec<String> {
    titles(2, |page| posts(db).latest_active(&Selection { forum, ..Selection::default() }, page))
}

fn is_consistent(db: &TestDb) {
    assert_eq!(maintenance::check(&db.database, &|_, _| ()).unwrap(), []);
}

fn reply(db: &TestDb, author: UserId, post: PostId, created_at: Timestamp) -> ReplyId {
    let description = Description::parse("Text").unwrap();
    let new = NewReply { request: None, post, responds_to: None, description, author, created_at };
    match DbReplies(db.database.clone()).insert(&new).unwrap() {
        InsertOutcome::Inserted(reply) => reply.id,
        other => panic!("{other:?}"),
    }
}

fn votes_and_time_make_posts_hot(db: &TestDb) {
    let people: Vec<_> = (0..11).map(|nth| db.add_user(&format!("user{nth}"))).collect();
    let forums = ["One", "Two"].map(|topic| db.add_forum(people[0], topic));
    let liked = add(db, people[0], forums[0], "liked", second(0));
    let disliked = add(db, people[0], forums[0], "disliked", second(13 * HOUR));
    add(db, people[0], forums[1], "newer", second(12 * HOUR));
    add(db, people[0], forums[1], "newest", second(13 * HOUR));
    for person in &people[1..] {
        posts(db).vote(liked, *person, VoteCommand::Upvote, T0).unwrap();
        posts(db).vote(disliked, *person, VoteCommand::Downvote, T0).unwrap();
    }
    // Ten votes weigh as much as twelve and a half hours.
    assert_eq!(hottest(db, None), ["newest", "liked", "newer", "disliked"]);
    assert_eq!(hottest(db, Some(forums[0])), ["liked", "disliked"]);
    posts(db).vote(disliked, people[1], VoteCommand::Undislike, T0).unwrap();
    is_consistent(db);
}

fn latest_reply_makes_a_post_active(db: &TestDb) {
    let ann = db.add_user("ann");
    let forums = ["One", "Two"].map(|topic| db.add_forum(ann, topic));
    let first = add(db, ann, forums[0], "first", second(0));
    let other = add(db, ann, forums[0], "other", second(1));
    add(db, ann, forums[1], "last", second(2));
    assert_eq!(latest_active(db, None), ["last", "other", "first"]);
    let early = reply(db, ann, first, second(3));
    let late = reply(db, ann, first, second(9));
    reply(db, ann, other, second(5));
    assert_eq!(latest_active(db, None), ["first", "other", "last"]);
    assert_eq!(latest_active(db, Some(forums[1])), ["last"]);
    let replies = DbReplies(db.database.clone());
    replies.remove(late, &ACT).unwrap();
    assert_eq!(latest_active(db, None), ["other", "first", "last"]);
    is_consistent(db);
    replies.remove(early, &ACT).unwrap();
    assert_eq!(latest_active(db, None), ["other", "last", "first"]);
    is_consistent(db);
}

fn popular_posts_of_a_period_begin_with_it(db: &TestDb) {
    let ann = db.add_user("ann");
    let forum = db.add_forum(ann, "One");
    let other = db.add_forum(ann, "Two");
    let day = 24 * HOUR;
    for (title, days) in [("now", 0), ("week", 7), ("month", 30), ("year", 365)] {
        add(db, ann, forum, title, second(-days * day));
        add(db, ann, forum, &format!("before the {title}"), second(-days * day - 1));
    }
    let popular = add(db, ann, other, "popular", second(-29 * day));
    posts(db).vote(popular, ann, VoteCommand::Upvote, T0).unwrap();
    for (period, days, wanted) in
        [(Period::Week, 7, 0), (Period::Month, 30, 2), (Period::Year, 365, 4)]
    {
        let since = Some(Timestamp::from_unix_millis(T0.unix_millis() - days * day * 1_000));
        for forum in [None, Some(forum)] {
            let selection = Selection { forum, since, period, ..Selection::default() };
            let found = most_popular(db, &selection, 2);
            let of_all = usize::from(forum.is_none() && days > 7);
            assert_eq!(found.len(), 3 + wanted + of_all, "{selection:?} {found:?}");
            assert_eq!(found[0] == "popular", of_all == 1, "{found:?}");
        }
    }
}

fn popular_posts_of_many_days_are_merged(db: &TestDb) {
    let ann = db.add_user("ann");
    let forum = db.add_forum(ann, "One");
    let mut ranked: Vec<_> = (0..60)
        .map(|nth| {
            let id = add(db, ann, forum, &nth.to_string(), second(-(nth % 23) * 24 * HOUR));
            let score = nth * 7 % 5 - 2;
            set_score(db, id, score);
            (score, id, nth.to_string())
        })
        .collect();
    ranked.sort_by(|one, other| other.cmp(one));
    let wanted: Vec<_> = ranked.into_iter().map(|(.., title)| title).collect();
    let since = Some(second(-30 * 24 * HOUR));
    for forum in [None, Some(forum)] {
        let selection = Selection { forum, since, period: Period::Month, ..Selection::default() };
        for limit in [1, 2, 7, 40, 100] {
            assert_eq!(most_popular(db, &selection, limit), wanted, "{forum:?}, {limit}");
        }
    }
}

fn following_lists_posts_of_favorite_forums(db: &TestDb) {
    let [ann, bob] = ["ann", "bob"].map(|name| db.add_user(name));
    let forums = ["One", "Two", "Three", "Empty"].map(|topic| db.add_forum(ann, topic));
    let repository = DbForums(db.database.clone());
    for forum in [forums[0], forums[1], forums[3]] {
        repository.add_favorite(bob, forum, T0).unwrap();
    }
    for nth in 0..9 {
        add(db, ann, forums[nth % 3], &nth.to_string(), second(nth as i64 / 2));
    }
    let of = |member| {
        move |page: &PageRequest<ByTime>| posts(db).following(member, Reader::Insider(member), page)
    };
    for limit in [1, 2, 50] {
        assert_eq!(titles(limit, of(bob)), ["7", "6", "4", "3", "1", "0"]);
        assert_eq!(titles(limit, of(ann)), [""; 0]);
    }
    let liked =
        posts(db).following(bob, Reader::Insider(bob), &PageRequest::default()).unwrap().items[0]
            .id;
    posts(db).vote(liked, bob, VoteCommand::Upvote, T0).unwrap();
    let first = posts(db)
        .following(bob, Reader::Insider(bob), &PageRequest::default())
        .unwrap()
        .items
        .remove(0);
    assert_eq!((first.votes.upvotes, own_vote(db, bob, first.id)), (1, Some(Vote::Up)));
}

/// More forums than a page has posts: the latest posts are in the first of them.
fn following_orders_posts_of_one_moment_by_id(db: &TestDb) {
    let ann = db.add_user("ann");
    let forums: Vec<_> = (0..13).map(|nth| db.add_forum(ann, &format!("Forum {nth}"))).collect();
    for (nth, forum) in forums.into_iter().rev().enumerate() {
        DbForums(db.database.clone()).add_favorite(ann, forum, T0).unwrap();
        add(db, ann, forum, &nth.to_string(), T0);
    }
    let wanted: Vec<_> = (0..13).rev().map(|nth| nth.to_string()).collect();
    for limit in [1, 2, 50] {
        let found = titles(limit, |page: &PageRequest<ByTime>| {
            posts(db).following(ann, Reader::Insider(ann), page)
        });
        assert_eq!(found, wanted, "{limit}");
    }
}

fn following_lists_watched_forums_and_no_muted_ones(db: &TestDb) {
    let [ann, bob] = ["ann", "bob"].map(|name| db.add_user(name));
    let forums = ["One", "Two", "Three", "Four"].map(|topic| db.add_forum(ann, topic));
    for (nth, forum) in forums.into_iter().enumerate() {
        add(db, ann, forum, &nth.to_string(), second(nth as i64));
    }
    let (favorites, reader) = (DbForums(db.database.clone()), DbReader(db.database.clone()));
    for forum in [forums[0], forums[1]] {
        favorites.add_favorite(bob, forum, T0).unwrap();
    }
    let following = || {
        let page = posts(db).following(bob, Reader::Insider(bob), &PageRequest::default()).unwrap();
        page.items.into_iter().map(|post| post.title).collect::<Vec<_>>()
    };
    for (forum, level, wanted) in [
        (2, WatchLevel::Watching, &["2", "1", "0"] as &[&str]),
        (1, WatchLevel::Watching, &["2", "1", "0"]),
        (0, WatchLevel::Muted, &["2", "1"]),
        (3, WatchLevel::Muted, &["2", "1"]),
        (2, WatchLevel::Normal, &["1"]),
        (0, WatchLevel::Normal, &["1", "0"]),
    ] {
        assert!(reader.watch_forum(bob, forums[forum], level).unwrap());
        assert_eq!(following(), wanted);
    }
}

fn ranges_of_ids_list_posts_with_their_activity(db: &TestDb) {
    let ann = db.add_user("ann");
    let repository = DbForums(db.database.clone());
    assert_eq!((posts(db).last_id().unwrap(), repository.last_id().unwrap()), (None, None));
    let forum = db.add_forum(ann, "One");
    let ids = [0, 1, 2].map(|at| add(db, ann, forum, "Seeds", second(at)));
    reply(db, ann, ids[0], second(9));
    let listed = posts(db).latest_activity(ids[0], ids[1]).unwrap();
    assert_eq!(listed, [(ids[0], second(9)), (ids[1], second(1))]);
    assert_eq!(posts(db).last_id().unwrap(), Some(ids[2]));
    assert_eq!(repository.ids(forum, forum).unwrap(), [forum]);
    assert_eq!(repository.last_id().unwrap(), Some(forum));
}

fn deleting_an_account_ranks_what_it_voted_on_anew(db: &TestDb) {
    let [ann, bob, eve] = ["ann", "bob", "eve"].map(|name| db.add_user(name));
    let forum = db.add_forum(ann, "One");
    let post = add(db, ann, forum, "Seeds", second(0));
    let answer = reply(db, ann, post, second(1));
    for (person, command) in [(bob, VoteCommand::Upvote), (eve, VoteCommand::Downvote)] {
        posts(db).vote(post, person, command, T0).unwrap();
        DbReplies(db.database.clone()).vote(answer, person, command, T0).unwrap();
    }
    for person in [bob, eve] {
        DbUsers(db.database.clone()).delete(person, HASH, T0).unwrap();
        is_consistent(db);
    }
}

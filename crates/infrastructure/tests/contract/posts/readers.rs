use std::collections::BTreeSet;

use forums::ForumRepository;
use infrastructure::{DbForums, DbPosts, DbReplies};
use kernel::{ForumId, Limit, Page, PageRequest, PostId, Reader, UserId, VoteCommand};
use posts::{InsertOutcome, NewPost, Period, Pin, Post, PostRepository, Selection, WriteOutcome};
use replies::ReplyRepository;

use super::content;
use crate::{
    profiles::{post, reply},
    support::{ACT, T0, TestDb, contract, own},
};

contract! {
    lists_of_posts_hold_what_the_reader_may_read_without_gaps,
    lists_of_a_closed_forum_are_empty_for_others,
    searches_of_posts_hold_what_the_reader_may_read_without_gaps,
    common_words_rank_what_the_reader_may_read,
    a_vote_finds_no_post_that_the_voter_may_not_read,
    the_sitemap_knows_posts_of_public_forums_alone,
    an_author_wipes_what_was_removed_only_where_the_author_may_read,
    nobody_writes_where_they_may_not_read,
}

/// Three forums of ann's for everybody, for members, and for bob, each with three posts of hers.
pub(crate) struct Places {
    pub(crate) people: [UserId; 3],
    pub(crate) forums: [ForumId; 3],
    pub(crate) posts: [[PostId; 3]; 3],
}

impl Places {
    pub(crate) fn of(db: &TestDb) -> Self {
        let people @ [ann, bob, _] = ["ann", "bob", "eve"].map(|name| db.add_user(name));
        let forums = ["Open", "Inside", "Club"].map(|topic| db.add_forum(ann, topic));
        // Turn by turn, so that each page of a list spans several forums.
        let turns = [(); 3].map(|()| forums.map(|forum| post(db, ann, forum)));
        let posts = [0, 1, 2].map(|place| turns.map(|turn| turn[place]));
        let [_, inside, club] = forums;
        db.run(&format!(
            "UPDATE forums SET visibility = 1 WHERE id = {inside};
            UPDATE forums SET visibility = 2 WHERE id = {club};
            INSERT INTO forum_members (forum_id, user_id, since, by_id)
            VALUES ({club}, {bob}, 0, {ann})"
        ));
        Self { people, forums, posts }
    }

    /// The readers, and how many of the forums they read.
    pub(crate) fn readers(&self) -> [(Reader, usize); 6] {
        let [ann, bob, eve] = self.people;
        [
            (Reader::Visitor, 1),
            (Reader::Member, 2),
            (Reader::Insider(eve), 2),
            (Reader::Insider(ann), 3),
            (Reader::Insider(bob), 3),
            (Reader::Admin, 3),
        ]
    }

    fn readable(&self, forums: usize) -> BTreeSet<PostId> {
        self.posts[..forums].iter().flatten().copied().collect()
    }
}

/// Reads all pages of two posts each.
fn pages<P>(read: impl Fn(&PageRequest<P>) -> Page<Post, P>) -> BTreeSet<PostId> {
    let limit = Limit::new(2).unwrap();
    let (mut ids, mut after) = (BTreeSet::new(), None);
    loop {
        let page = read(&PageRequest { limit, after });
        assert!(page.items.len() == 2 || page.next.is_none());
        ids.extend(page.items.into_iter().map(|post| post.id));
        after = page.next;
        if after.is_none() {
            return ids;
        }
    }
}

fn lists_of_posts_hold_what_the_reader_may_read_without_gaps(db: &TestDb) {
    let places = Places::of(db);
    let [ann, bob, _] = places.people;
    let posts = DbPosts::new(db.database.clone());
    for forum in places.forums {
        DbForums(db.database.clone()).add_favorite(bob, forum, T0).unwrap();
    }
    for (reader, forums) in places.readers() {
        let readable = places.readable(forums);
        let all = Selection { reader, ..Selection::default() };
        let lately = Selection { since: Some(T0), period: Period::Year, ..all.clone() };
        assert_eq!(pages(|page| posts.newest(&all, page).unwrap()), readable, "{reader:?}");
        assert_eq!(pages(|page| posts.newest(&lately, page).unwrap()), readable, "{reader:?}");
        assert_eq!(pages(|page| posts.most_popular(&all, page).unwrap()), readable, "{reader:?}");
        let popular = pages(|page| posts.most_popular(&lately, page).unwrap());
        assert_eq!(popular, readable, "{reader:?}");
        assert_eq!(pages(|page| posts.hottest(&all, page).unwrap()), readable, "{reader:?}");
        assert_eq!(pages(|page| posts.latest_active(&all, page).unwrap()), readable, "{reader:?}");
        let written = pages(|page| posts.by_author(ann, reader, page).unwrap());
        assert_eq!(written, readable, "{reader:?}");
        let followed = pages(|page| posts.following(bob, reader, page).unwrap());
        assert_eq!(followed, readable, "{reader:?}");
    }
}

fn lists_of_a_closed_forum_are_empty_for_others(db: &TestDb) {
    let places = Places::of(db);
    let [.., club] = places.forums;
    let posts = DbPosts::new(db.database.clone());
    posts.set_pin(places.posts[2][0], Some(Pin { until: None }), places.people[0], T0).unwrap();
    for (reader, forums) in places.readers() {
        let may = forums == 3;
        let of_club = Selection { reader, forum: Some(club), ..Selection::default() };
        let found = pages(|page| posts.newest(&of_club, page).unwrap());
        assert_eq!(found.len(), if may { 3 } else { 0 }, "{reader:?}");
        let pinned = posts.pinned(club, reader, T0).unwrap();
        assert_eq!(pinned.len(), usize::from(may), "{reader:?}");
    }
}

fn searches_of_posts_hold_what_the_reader_may_read_without_gaps(db: &TestDb) {
    let places = Places::of(db);
    let posts = DbPosts::new(db.database.clone());
    for (reader, forums) in places.readers() {
        let keyword = Some("seeds".to_owned());
        let everywhere = Selection { reader, keyword, ..Selection::default() };
        let in_club = Selection { forum: Some(places.forums[2]), ..everywhere.clone() };
        let inside = if forums == 3 { places.posts[2].into() } else { BTreeSet::new() };
        for (selection, readable) in [(everywhere, places.readable(forums)), (in_club, inside)] {
            let found = pages(|page| posts.newest(&selection, page).unwrap());
            assert_eq!(found, readable, "{selection:?}");
            let found = pages(|page| posts.most_popular(&selection, page).unwrap());
            assert_eq!(found, readable, "{selection:?}");
        }
    }
}

/// With more matches than are sorted by score, and more in the closed forums than are ranked.
fn common_words_rank_what_the_reader_may_read(db: &TestDb) {
    let places = Places::of(db);
    let ([ann, ..], [open, inside, club]) = (places.people, places.forums);
    let (at, day) = (T0.unix_millis(), T0.day());
    db.run(&format!(
        "INSERT INTO posts (forum_id, author_id, created_at, day, score, upvotes, title, description)
            WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 6000)
            SELECT CASE WHEN n > 900 THEN {club} WHEN n % 3 = 0 THEN {open} ELSE {inside} END,
                {ann}, {at}, {day}, n % 7, n % 7, 'Roots', 'Text' FROM numbers;
        INSERT INTO post_words (post_id, forum_id, search_text)
            SELECT id, forum_id, 'roots text' FROM posts WHERE title = 'Roots'"
    ));
    db.analyze();
    let posts = DbPosts::new(db.database.clone());
    for (reader, forums) in places.readers() {
        let count = [300, 900, 5_000][forums - 1];
        let keyword = Some("roots".to_owned());
        let selection = Selection { reader, keyword, ..Selection::default() };
        // The second time the number of matches is known.
        for _ in 0..2 {
            let page = posts.most_popular(&selection, &PageRequest::default()).unwrap();
            assert!(page.items.iter().all(|post| post.forum_topic != "Club" || forums == 3));
            assert!(page.next.is_some(), "{reader:?}");
        }
        let limit = Limit::new(100).unwrap();
        let (mut found, mut after) = (0, None);
        loop {
            let page = posts.most_popular(&selection, &PageRequest { limit, after }).unwrap();
            found += page.items.len();
            after = page.next;
            if after.is_none() {
                break;
            }
        }
        assert_eq!(found, count, "{reader:?}");
        let newest = posts.newest(&selection, &PageRequest::default()).unwrap();
        assert_eq!(newest.items.len(), PageRequest::<()>::default().limit.get(), "{reader:?}");
    }
}

fn a_vote_finds_no_post_that_the_voter_may_not_read(db: &TestDb) {
    let places = Places::of(db);
    let [ann, bob, eve] = places.people;
    let posts = DbPosts::new(db.database.clone());
    let vote = |post, voter| posts.vote(post, voter, VoteCommand::Upvote, T0).unwrap();
    let club = places.posts[2][0];
    assert_eq!(vote(club, eve), WriteOutcome::NotFound);
    for voter in [ann, bob] {
        assert!(matches!(vote(club, voter), WriteOutcome::Done(_)));
    }
    assert!(matches!(vote(places.posts[1][0], eve), WriteOutcome::Done(_)));
    db.run(&format!("UPDATE users SET role = 2 WHERE id = {eve}"));
    assert!(matches!(vote(club, eve), WriteOutcome::Done(_)));
}

fn the_sitemap_knows_posts_of_public_forums_alone(db: &TestDb) {
    let places = Places::of(db);
    let posts = DbPosts::new(db.database.clone());
    let known = posts.latest_activity(PostId(1), PostId(99)).unwrap();
    assert_eq!(known.into_iter().map(|(id, _)| id).collect::<BTreeSet<_>>(), places.readable(1));
    assert_eq!(posts.last_id().unwrap(), Some(places.posts[0][2]));
}

fn an_author_wipes_what_was_removed_only_where_the_author_may_read(db: &TestDb) {
    let places = Places::of(db);
    let [ann, ..] = places.people;
    let (posts, replies) = (DbPosts::new(db.database.clone()), DbReplies(db.database.clone()));
    let [club, ..] = places.posts[2];
    let answer = reply(db, ann, club);
    assert!(posts.delete(club, &ACT).unwrap());
    for (reader, forums) in places.readers() {
        if forums < 3 {
            assert!(!replies.remove_under_removed(answer, reader, &own(ann)).unwrap());
            assert!(!posts.delete_removed(club, reader, &own(ann)).unwrap());
        }
    }
    let reader = Reader::Insider(ann);
    assert!(replies.remove_under_removed(answer, reader, &own(ann)).unwrap());
    assert!(posts.delete_removed(club, reader, &own(ann)).unwrap());
}

fn nobody_writes_where_they_may_not_read(db: &TestDb) {
    let places = Places::of(db);
    let [_, bob, eve] = places.people;
    let forum = places.forums[2];
    let posts = DbPosts::new(db.database.clone());
    for write in [DbPosts::insert, DbPosts::hold] {
        let new = |author| NewPost {
            request: None,
            forum,
            author,
            content: content("Seeds", "Text"),
            created_at: T0,
        };
        assert_eq!(write(&posts, &new(eve)).unwrap(), InsertOutcome::NoSuchForum);
        assert!(write(&posts, &new(bob)).unwrap().inserted().is_some());
    }
    let own = post(db, bob, forum);
    let edit = || posts.update(own, &content("Seeds", "Better said"), bob, T0).unwrap();
    assert!(edit().done().is_some());
    db.run(&format!("DELETE FROM forum_members WHERE user_id = {bob}"));
    assert_eq!(edit(), WriteOutcome::NotFound);
}

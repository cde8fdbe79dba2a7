use std::collections::BTreeSet;

use infrastructure::{DbForumRules, DbReplies};
use kernel::{
    ForumRules, Limit, PageRequest, Reader, ReplyId, Tally, UserId, VoteCommand, WritingPlace,
};
use replies::{
    Description, EditOutcome, InsertOutcome, ReplyRepository, Sort, ThreadRequest, VoteOutcome,
};

use super::support::{add, ids, new_reply, replies};
use crate::{
    posts::readers::Places,
    support::{T0, TestDb, contract},
};

contract! {
    a_thread_is_there_for_readers_of_its_forum_alone,
    a_reply_is_there_for_readers_of_its_forum_alone,
    replies_of_an_author_are_those_that_the_reader_may_read_without_gaps,
    a_place_to_reply_is_there_for_readers_of_its_forum_alone,
    a_vote_finds_no_reply_that_the_voter_may_not_read,
    nobody_writes_where_they_may_not_read,
}

/// A reply of ann's with an answer in the first post of each forum.
fn answered(db: &TestDb, places: &Places) -> [[ReplyId; 2]; 3] {
    let [ann, ..] = places.people;
    places.posts.map(|[post, ..]| {
        let reply = add(db, ann, post, None).id;
        [reply, add(db, ann, post, Some(reply)).id]
    })
}

fn a_thread_is_there_for_readers_of_its_forum_alone(db: &TestDb) {
    let places = Places::of(db);
    let replies = replies(db);
    let written = answered(db, &places);
    for (reader, forums) in places.readers() {
        for (place, [reply, answer]) in written.into_iter().enumerate() {
            let (post, may) = (places.posts[place][0], place < forums);
            assert_eq!(replies.has_post(post, reader).unwrap(), may, "{reader:?}");
            for sort in [Sort::Old, Sort::New, Sort::Top, Sort::Best] {
                let first = ThreadRequest::First(sort);
                for limit in [1, 10] {
                    let page = replies.thread(post, reader, first, limit).unwrap();
                    let shown = page.map(|page| ids(&page.items).len());
                    assert_eq!(shown, may.then_some(limit.min(2)), "{reader:?} {sort:?}");
                }
                let found = replies.get(reply, Reader::Admin).unwrap().unwrap();
                let after = ThreadRequest::After(sort.position(&found));
                let rest = replies.thread(post, reader, after, 10).unwrap();
                assert_eq!(rest.is_some(), may, "{reader:?} {sort:?}");
                let branch = replies.subtree(reply, reader, first, 10).unwrap();
                let below = branch.map(|(_, page)| ids(&page.items));
                assert_eq!(below, may.then(|| vec![answer.0]), "{reader:?} {sort:?}");
            }
        }
    }
}

fn a_reply_is_there_for_readers_of_its_forum_alone(db: &TestDb) {
    let places = Places::of(db);
    let replies = replies(db);
    for (reader, forums) in places.readers() {
        for (place, [reply, _]) in answered(db, &places).into_iter().enumerate() {
            let may = place < forums;
            assert_eq!(replies.find(reply, reader).unwrap().is_some(), may, "{reader:?}");
            assert_eq!(replies.get(reply, reader).unwrap().is_some(), may, "{reader:?}");
        }
    }
}

fn replies_of_an_author_are_those_that_the_reader_may_read_without_gaps(db: &TestDb) {
    let places = Places::of(db);
    let [ann, ..] = places.people;
    let written = answered(db, &places);
    let limit = Limit::new(1).unwrap();
    for (reader, forums) in places.readers() {
        let (mut found, mut after) = (BTreeSet::new(), None);
        loop {
            let request = PageRequest { limit, after };
            let page = replies(db).by_author(ann, reader, &request).unwrap();
            assert_eq!(page.items.len(), 1, "{reader:?}");
            found.extend(page.items.into_iter().map(|item| item.reply.id));
            after = page.next;
            if after.is_none() {
                break;
            }
        }
        let readable: BTreeSet<ReplyId> = written[..forums].iter().flatten().copied().collect();
        assert_eq!(found, readable, "{reader:?}");
    }
}

fn a_place_to_reply_is_there_for_readers_of_its_forum_alone(db: &TestDb) {
    let places = Places::of(db);
    let [ann, ..] = places.people;
    let rules = DbForumRules(db.database.clone());
    for (reader, forums) in places.readers() {
        for place in 0..3 {
            let (post, forum) = (places.posts[place][0], places.forums[place]);
            for wanted in [WritingPlace::Post(post), WritingPlace::Forum(forum)] {
                let found = rules.writing_rules(wanted, ann, reader).unwrap();
                let expected = (place < forums).then_some(forum);
                assert_eq!(found.map(|rules| rules.forum), expected, "{reader:?} {wanted:?}");
            }
        }
    }
}

fn a_vote_finds_no_reply_that_the_voter_may_not_read(db: &TestDb) {
    let places = Places::of(db);
    let [ann, bob, eve] = places.people;
    let [_, [inside, _], [club, _]] = answered(db, &places);
    let vote =
        |reply, voter: UserId| replies(db).vote(reply, voter, VoteCommand::Upvote, T0).unwrap();
    let counts = |outcome| matches!(outcome, VoteOutcome::Counted(Tally { own_vote: Some(_), .. }));
    assert_eq!(vote(club, eve), VoteOutcome::NotFound);
    assert!(counts(vote(club, ann)) && counts(vote(club, bob)) && counts(vote(inside, eve)));
    db.run(&format!("UPDATE users SET role = 2 WHERE id = {eve}"));
    assert!(counts(vote(club, eve)));
}

fn nobody_writes_where_they_may_not_read(db: &TestDb) {
    let places = Places::of(db);
    let [_, bob, eve] = places.people;
    let [club, ..] = places.posts[2];
    for write in [DbReplies::insert, DbReplies::hold] {
        let new = |author| new_reply(author, club, None);
        assert_eq!(write(&replies(db), &new(eve)).unwrap(), InsertOutcome::NoSuchPost);
        assert!(matches!(write(&replies(db), &new(bob)).unwrap(), InsertOutcome::Inserted(_)));
    }
    let own = add(db, bob, club, None).id;
    let edit = || {
        let text = Description::parse("Better said").unwrap();
        replies(db).update(own, &text, bob, T0).unwrap()
    };
    assert!(matches!(edit(), EditOutcome::Edited(_)));
    db.run(&format!("DELETE FROM forum_members WHERE user_id = {bob}"));
    assert_eq!(edit(), EditOutcome::NotFound);
}

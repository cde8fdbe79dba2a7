use kernel::{Reader, ReplyId, Tally, UserId, Vote, VoteCommand, Votes};
use replies::{ReplyRepository, Sort, ThreadRequest, VoteOutcome};

use super::support::{
    add, assert_counters_agree, author_and_post, own_vote, plant, planted, replies,
};
use crate::support::{T0, TestDb, contract, sixteen_at_once};

contract! {
    the_votes_of_a_user_on_replies_are_found,
    the_votes_of_a_user_on_many_replies_are_found,
    every_sequence_of_four_commands_counts_one_vote,
    concurrent_voters_are_all_counted,
    concurrent_votes_of_one_voter_count_once,
    a_vote_is_shown_to_its_voter_only,
    a_missing_reply_takes_no_votes,
    a_vote_that_cannot_be_stored_is_not_counted,
    a_vote_that_cannot_be_counted_is_not_stored,
}

const ACTS: [VoteCommand; 4] =
    [VoteCommand::Upvote, VoteCommand::Downvote, VoteCommand::Unlike, VoteCommand::Undislike];

fn every_sequence_of_four_commands_counts_one_vote(db: &TestDb) {
    let (ann, post) = author_and_post(db);
    let thread: Vec<_> = (1..=256).map(|id| planted(id, 0)).collect();
    plant(db, ann, post, &thread);
    for number in 0..256_usize {
        let id = ReplyId(number as i64 + 1);
        let mut expected = Tally::default();
        for digit in [number, number / 4, number / 16, number / 64] {
            let command = ACTS[digit % 4];
            expected = expected.with_own_vote(command.apply(expected.own_vote));
            let voted = replies(db).vote(id, ann, command, T0).unwrap();
            assert_eq!(voted, VoteOutcome::Counted(expected), "sequence {number}");
        }
    }
    assert_counters_agree(db);
}

fn concurrent_voters_are_all_counted(db: &TestDb) {
    let (ann, post) = author_and_post(db);
    let reply = add(db, ann, post, None).id;
    let voters: Vec<_> = (0..16).map(|number| db.add_user(&format!("voter{number}"))).collect();
    let replies = replies(db);
    sixteen_at_once(|number| {
        let command = if number < 10 { VoteCommand::Upvote } else { VoteCommand::Downvote };
        replies.vote(reply, voters[number as usize], command, T0).unwrap()
    });
    let shown = replies
        .subtree(reply, Reader::Admin, ThreadRequest::First(Sort::Old), 10)
        .unwrap()
        .unwrap()
        .0;
    assert_eq!(shown.votes, Votes { upvotes: 10, downvotes: 6 });
    assert_counters_agree(db);
}

fn concurrent_votes_of_one_voter_count_once(db: &TestDb) {
    let (ann, post) = author_and_post(db);
    let reply = add(db, ann, post, None).id;
    let replies = replies(db);
    let votes = Votes { upvotes: 1, downvotes: 0 };
    let up = Tally { votes, own_vote: Some(Vote::Up) };
    let tallies = sixteen_at_once(|_| replies.vote(reply, ann, VoteCommand::Upvote, T0).unwrap());
    assert!(tallies.into_iter().all(|tally| tally == VoteOutcome::Counted(up)));
    sixteen_at_once(|number| replies.vote(reply, ann, ACTS[number as usize % 4], T0).unwrap());
    assert_counters_agree(db);
}

fn a_vote_is_shown_to_its_voter_only(db: &TestDb) {
    let (ann, post) = author_and_post(db);
    let bob = db.add_user("bob");
    let reply = add(db, ann, post, None);
    replies(db).vote(reply.id, ann, VoteCommand::Downvote, T0).unwrap();
    let thread = replies(db)
        .thread(post, Reader::Admin, ThreadRequest::First(Sort::Old), 10)
        .unwrap()
        .unwrap();
    assert_eq!(thread.items[0].votes, Votes { upvotes: 0, downvotes: 1 });
    assert_eq!(own_vote(db, ann, reply.id), Some(Vote::Down));
    assert_eq!(own_vote(db, bob, reply.id), None);
}

fn a_missing_reply_takes_no_votes(db: &TestDb) {
    let (ann, _) = author_and_post(db);
    for command in ACTS {
        assert_eq!(replies(db).vote(ReplyId(7), ann, command, T0).unwrap(), VoteOutcome::NotFound);
    }
}

fn a_vote_that_cannot_be_stored_is_not_counted(db: &TestDb) {
    let (ann, post) = author_and_post(db);
    let reply = add(db, ann, post, None).id;
    db.break_inserts("reply_votes");
    assert!(replies(db).vote(reply, ann, VoteCommand::Upvote, T0).is_err());
    assert_counters_agree(db);
}

fn a_vote_that_cannot_be_counted_is_not_stored(db: &TestDb) {
    let (ann, post) = author_and_post(db);
    let reply = add(db, ann, post, None).id;
    replies(db).vote(reply, ann, VoteCommand::Upvote, T0).unwrap();
    db.break_updates("replies");
    for command in [VoteCommand::Downvote, VoteCommand::Unlike] {
        assert!(replies(db).vote(reply, ann, command, T0).is_err());
    }
    let bob = db.add_user("bob");
    assert!(replies(db).vote(reply, bob, VoteCommand::Upvote, T0).is_err());
    assert_eq!(db.number("SELECT count(*) AS n FROM reply_votes WHERE vote = 1"), 1);
    assert_counters_agree(db);
}

/// By reply.
fn votes_of(db: &TestDb, voter: UserId, of: &[ReplyId]) -> Vec<(ReplyId, Vote)> {
    let states = replies(db).states(voter, of).unwrap();
    let mut found: Vec<_> =
        states.into_iter().map(|state| (state.reply, state.vote.unwrap())).collect();
    found.sort_by_key(|(id, _)| *id);
    found
}

fn the_votes_of_a_user_on_replies_are_found(db: &TestDb) {
    let (ann, post) = author_and_post(db);
    let bob = db.add_user("bob");
    let ids: Vec<_> = (0..12).map(|_| add(db, ann, post, None).id).collect();
    assert_eq!(votes_of(db, ann, &[]), []);
    replies(db).vote(ids[0], ann, VoteCommand::Upvote, T0).unwrap();
    replies(db).vote(ids[11], ann, VoteCommand::Downvote, T0).unwrap();
    replies(db).vote(ids[5], bob, VoteCommand::Upvote, T0).unwrap();
    assert_eq!(votes_of(db, ann, &ids), [(ids[0], Vote::Up), (ids[11], Vote::Down)]);
    assert_eq!(votes_of(db, bob, &ids[..5]), []);
}

/// With other replies between the requested ones.
fn the_votes_of_a_user_on_many_replies_are_found(db: &TestDb) {
    let (ann, post) = author_and_post(db);
    let both: Vec<_> = (0..240).map(|_| add(db, ann, post, None).id).collect();
    let (ids, between): (Vec<_>, Vec<_>) = both.iter().partition(|id| id.0 % 2 == 0);
    let voted = |votes: &[ReplyId]| {
        for id in votes {
            replies(db).vote(*id, ann, VoteCommand::Upvote, T0).unwrap();
        }
        votes_of(db, ann, &ids).into_iter().map(|(id, _)| id).collect::<Vec<_>>()
    };
    assert_eq!(voted(&[]), []);
    assert_eq!(voted(&[ids[3], between[7], ids[90]]), [ids[3], ids[90]]);
    assert_eq!(voted(&between), [ids[3], ids[90]]);
    assert_eq!(voted(&ids), ids);
}

use kernel::{
    PostId, Tally, UserId, Vote,
    VoteCommand::{self, Downvote, Undislike, Unlike, Upvote},
    Votes,
};
use posts::{PostRepository, WriteOutcome};

use super::{add, find, own_vote, posts};
use crate::support::{T0, TestDb, contract, sixteen_at_once};

contract! {
    every_sequence_of_four_commands_counts_one_vote,
    a_vote_is_private_and_counted_for_all,
    a_vote_counts_on_one_post_only,
    a_vote_that_cannot_be_stored_is_not_counted,
    sixteen_concurrent_voters_are_all_counted,
    concurrent_votes_of_one_user_count_once,
    concurrent_commands_of_one_user_keep_the_counts,
    a_missing_post_takes_no_votes,
}

const ACTS: [VoteCommand; 4] = [Upvote, Downvote, Unlike, Undislike];

fn post(db: &TestDb) -> (UserId, PostId) {
    let ann = db.add_user("ann");
    let forum = db.add_forum(ann, "Gardening");
    (ann, add(db, ann, forum, "Seeds", T0))
}

/// Whether the counts of every post are those of its votes.
fn assert_counts_equal_votes(db: &TestDb) {
    let wrong = "SELECT count(*) AS n FROM posts
        WHERE upvotes <> (SELECT count(*) FROM post_votes WHERE post_id = id AND vote = 1)
           OR downvotes <> (SELECT count(*) FROM post_votes WHERE post_id = id AND vote = -1)
           OR score <> upvotes - downvotes";
    assert_eq!(db.number(wrong), 0);
}

/// One vote of the voter alone.
fn tally_of(own_vote: Option<Vote>) -> Tally {
    let votes = Votes {
        upvotes: i64::from(own_vote == Some(Vote::Up)),
        downvotes: i64::from(own_vote == Some(Vote::Down)),
    };
    Tally { votes, own_vote }
}

/// The votes on a post and that of a member, as they are read.
fn tally(db: &TestDb, id: PostId, member: UserId) -> Tally {
    Tally { votes: find(db, id).votes, own_vote: own_vote(db, member, id) }
}

fn every_sequence_of_four_commands_counts_one_vote(db: &TestDb) {
    let (ann, id) = post(db);
    let posts = posts(db);
    let sequences = (0..256_usize).map(|n| [n, n / 4, n / 16, n / 64].map(|digit| ACTS[digit % 4]));
    for sequence in sequences {
        let mut own_vote = None;
        for command in sequence {
            own_vote = command.apply(own_vote);
            let tally = posts.vote(id, ann, command, T0).unwrap().done();
            assert_eq!(tally, Some(tally_of(own_vote)), "{sequence:?}");
        }
        assert_eq!(tally(db, id, ann), tally_of(own_vote), "{sequence:?}");
        posts.vote(id, ann, Unlike, T0).unwrap();
        assert_eq!(posts.vote(id, ann, Undislike, T0).unwrap().done(), Some(Tally::default()));
    }
    assert_counts_equal_votes(db);
}

fn a_vote_is_private_and_counted_for_all(db: &TestDb) {
    let (ann, id) = post(db);
    let bob = db.add_user("bob");
    let answer = posts(db).vote(id, bob, Downvote, T0).unwrap().done();
    assert_eq!(answer, Some(tally_of(Some(Vote::Down))));
    let answer = posts(db).vote(id, ann, Upvote, T0).unwrap().done();
    let votes = Votes { upvotes: 1, downvotes: 1 };
    assert_eq!(answer, Some(Tally { votes, own_vote: Some(Vote::Up) }));
    for (member, own_vote) in
        [(ann, Some(Vote::Up)), (bob, Some(Vote::Down)), (db.add_user("cleo"), None)]
    {
        assert_eq!(tally(db, id, member), Tally { votes, own_vote });
    }
}

fn a_vote_counts_on_one_post_only(db: &TestDb) {
    let (ann, id) = post(db);
    let other = add(db, ann, find(db, id).forum, "Roots", T0);
    posts(db).vote(id, ann, Upvote, T0).unwrap();
    assert_eq!(tally(db, other, ann), Tally::default());
    assert_counts_equal_votes(db);
}

fn a_vote_that_cannot_be_stored_is_not_counted(db: &TestDb) {
    let (ann, id) = post(db);
    db.break_inserts("post_votes");
    assert!(posts(db).vote(id, ann, Upvote, T0).is_err());
    assert_eq!(tally(db, id, ann), Tally::default());
    assert_counts_equal_votes(db);
}

fn sixteen_concurrent_voters_are_all_counted(db: &TestDb) {
    let (_, id) = post(db);
    let people: Vec<UserId> = (0..16).map(|n| db.add_user(&format!("user{n}"))).collect();
    let posts = posts(db);
    sixteen_at_once(|n| {
        let command = if n % 4 == 0 { Downvote } else { Upvote };
        posts.vote(id, people[n as usize], command, T0).unwrap().done().unwrap()
    });
    assert_eq!(find(db, id).votes, Votes { upvotes: 12, downvotes: 4 });
    assert_counts_equal_votes(db);
}

fn concurrent_votes_of_one_user_count_once(db: &TestDb) {
    let (ann, id) = post(db);
    let posts = posts(db);
    let tallies = sixteen_at_once(|_| posts.vote(id, ann, Upvote, T0).unwrap().done());
    assert_eq!(tallies, [Some(tally_of(Some(Vote::Up))); 16]);
    assert_eq!(db.number("SELECT count(*) AS n FROM post_votes"), 1);
    assert_counts_equal_votes(db);
}

fn concurrent_commands_of_one_user_keep_the_counts(db: &TestDb) {
    let (ann, id) = post(db);
    let posts = posts(db);
    for round in 0..8 {
        let tallies = sixteen_at_once(|n| {
            posts.vote(id, ann, ACTS[(n + round) as usize % 4], T0).unwrap().done()
        });
        assert!(
            tallies
                .iter()
                .all(|tally| tally.is_some_and(|tally| tally == tally_of(tally.own_vote)))
        );
        assert_counts_equal_votes(db);
    }
}

fn a_missing_post_takes_no_votes(db: &TestDb) {
    let (ann, id) = post(db);
    for command in ACTS {
        assert_eq!(
            posts(db).vote(PostId(id.0 + 1), ann, command, T0).unwrap(),
            WriteOutcome::NotFound
        );
    }
}

//! Approvals, refusals and withdrawals at the same time, a hundred times each.

use ::moderation::reports::{DecideOutcome, ReportState};
use ::posts::PostRepository;
use ::replies::ReplyRepository;
use kernel::{Act, VoteCommand};

use super::{
    add_reply, asked, decide, forum, hold_post, hold_reply, is_sound, kept, posts_of, queue,
    replies_of,
};
use crate::support::{ACT, TestDb, contract, sixteen_at_once};

contract! {
    one_of_approval_rejection_and_withdrawal_of_a_post_happens,
    one_of_approval_rejection_and_withdrawal_of_a_reply_happens,
    approvals_of_replies_and_removals_of_their_post_keep_counters,
}

const ROUNDS: usize = 100;

fn one_of_approval_rejection_and_withdrawal_of_a_post_happens(db: &TestDb) {
    let (ann, bob, forum, _) = forum(db);
    let posts = posts_of(db);
    for _ in 0..ROUNDS {
        let id = hold_post(db, bob, forum);
        let report = asked(db).id;
        let done = sixteen_at_once(|number| match number % 4 {
            0 => changed(&decide(db, report, ReportState::Resolved, ann)),
            1 => changed(&decide(db, report, ReportState::Rejected, ann)),
            2 => posts.withdraw(id).unwrap(),
            _ => {
                posts.delete(id, &ACT).unwrap();
                false
            }
        });
        assert_eq!(done.into_iter().filter(|done| *done).count(), 1);
        assert_eq!((posts.find_held(id).unwrap(), queue(db).len()), (None, 0));
    }
    is_sound(db);
}

fn one_of_approval_rejection_and_withdrawal_of_a_reply_happens(db: &TestDb) {
    let (ann, bob, _, post) = forum(db);
    let replies = replies_of(db);
    let parent = add_reply(db, ann, post);
    for _ in 0..ROUNDS {
        let id = hold_reply(db, bob, post, Some(parent));
        let report = asked(db).id;
        let done = sixteen_at_once(|number| match number % 4 {
            0 => changed(&decide(db, report, ReportState::Resolved, ann)),
            1 => changed(&decide(db, report, ReportState::Rejected, ann)),
            2 => replies.withdraw(id).unwrap(),
            _ => {
                replies.vote(parent, bob, VoteCommand::Upvote, ACT.at).unwrap();
                false
            }
        });
        assert_eq!(done.into_iter().filter(|done| *done).count(), 1);
        assert_eq!((replies.find_held(id).unwrap(), queue(db).len()), (None, 0));
    }
    is_sound(db);
}

fn approvals_of_replies_and_removals_of_their_post_keep_counters(db: &TestDb) {
    let (ann, bob, _, post) = forum(db);
    let (posts, by_ann) = (posts_of(db), Act { by: Some(ann), ..ACT });
    for _ in 0..ROUNDS {
        posts.restore(post, &by_ann, kept()).unwrap();
        let ids = [0; 4].map(|_| hold_reply(db, bob, post, None));
        let reports = queue(db);
        sixteen_at_once(|number| match number {
            0 => drop(posts.delete(post, &ACT).unwrap()),
            1 => drop(posts.restore(post, &by_ann, kept()).unwrap()),
            2 | 3 => drop(decide(db, reports[number as usize].id, ReportState::Resolved, ann)),
            4 => drop(decide(db, reports[0].id, ReportState::Rejected, ann)),
            5 => drop(replies_of(db).withdraw(ids[1]).unwrap()),
            6 => drop(replies_of(db).insert(&super::new_reply(bob, post, None)).unwrap()),
            _ => {}
        });
        assert_eq!(queue(db).len(), 0);
    }
    is_sound(db);
}

fn changed(outcome: &DecideOutcome) -> bool {
    matches!(outcome, DecideOutcome::Changed(_))
}

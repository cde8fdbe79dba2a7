use kernel::{Reader, ReplyId, Vote, VoteCommand};
use replies::{Reply, ReplyPage, ReplyRepository, Sort, ThreadRequest};

use super::support::{Planted, author_and_post, ids, own_vote, plant, planted, replies};
use crate::support::{ACT, T0, TestDb, contract};

contract! {
    a_missing_reply_has_no_subtree,
    a_subtree_holds_a_reply_and_its_descendants,
    a_subtree_is_sorted_as_requested,
    a_subtree_of_1_100_answers_pages_completely,
    a_subtree_fills_with_deeper_replies,
    votes_of_a_member_in_a_subtree_are_found,
    a_lineage_ends_at_the_post_or_the_limit,
    a_lineage_shows_removed_replies_and_votes,
}

fn subtree(db: &TestDb, id: i64, request: ThreadRequest, limit: usize) -> (Reply, ReplyPage) {
    replies(db).subtree(ReplyId(id), Reader::Admin, request, limit).unwrap().unwrap()
}

fn a_missing_reply_has_no_subtree(db: &TestDb) {
    assert_eq!(
        replies(db)
            .subtree(ReplyId(1), Reader::Admin, ThreadRequest::First(Sort::Old), 10)
            .unwrap(),
        None
    );
    // The post itself, as parents are stored, is no reply.
    author_and_post(db);
    assert_eq!(
        replies(db)
            .subtree(ReplyId(0), Reader::Admin, ThreadRequest::First(Sort::Old), 10)
            .unwrap(),
        None
    );
}

fn a_subtree_holds_a_reply_and_its_descendants(db: &TestDb) {
    let (ann, post) = author_and_post(db);
    let thread =
        [planted(1, 0), planted(2, 1), planted(3, 2), planted(4, 2), planted(5, 4), planted(6, 1)];
    plant(db, ann, post, &thread);
    let (reply, below) = subtree(db, 2, ThreadRequest::First(Sort::Old), 10);
    assert_eq!((reply.id, reply.responds_to, reply.depth), (ReplyId(2), Some(ReplyId(1)), 1));
    assert_eq!((ids(&below.items), below.next), (vec![3, 4, 5], None));
    let (leaf, below) = subtree(db, 5, ThreadRequest::First(Sort::Old), 10);
    assert_eq!((leaf.id, below), (ReplyId(5), ReplyPage { items: vec![], next: None }));
}

fn a_subtree_is_sorted_as_requested(db: &TestDb) {
    let (ann, post) = author_and_post(db);
    let at = |id, second, score| Planted { id, parent: 1, second, score };
    plant(db, ann, post, &[planted(1, 0), at(2, 5, 2), at(3, 5, 3), at(4, 1, 2)]);
    for (sort, expected) in [(Sort::Old, [4, 2, 3]), (Sort::New, [3, 2, 4]), (Sort::Top, [3, 4, 2])]
    {
        assert_eq!(ids(&subtree(db, 1, ThreadRequest::First(sort), 10).1.items), expected);
    }
}

fn a_subtree_of_1_100_answers_pages_completely(db: &TestDb) {
    let (ann, post) = author_and_post(db);
    let mut thread = vec![planted(1, 0)];
    thread.extend((2..=1_101).map(|id| Planted { id, parent: 1, second: id % 3, score: id % 4 }));
    plant(db, ann, post, &thread);
    for sort in [Sort::Old, Sort::New, Sort::Top] {
        let (_, first) = subtree(db, 1, ThreadRequest::First(sort), 1_000);
        let (reply, second) = subtree(db, 1, ThreadRequest::After(first.next.unwrap()), 1_000);
        assert_eq!((first.items.len(), second.items.len()), (1_000, 100));
        assert_eq!((reply.id, second.next), (ReplyId(1), None));
        let mut shown = ids(first.items.iter().chain(&second.items));
        shown.sort_unstable();
        assert!(shown.into_iter().eq(2..=1_101), "{sort:?}");
    }
}

fn a_subtree_fills_with_deeper_replies(db: &TestDb) {
    let (ann, post) = author_and_post(db);
    let thread =
        [planted(1, 0), planted(2, 1), planted(3, 1), planted(4, 3), planted(5, 3), planted(6, 5)];
    plant(db, ann, post, &thread);
    for (limit, expected) in [(1, vec![2]), (3, vec![2, 3, 4]), (4, vec![2, 3, 4, 5])] {
        assert_eq!(ids(&subtree(db, 1, ThreadRequest::First(Sort::Old), limit).1.items), expected);
    }
}

fn votes_of_a_member_in_a_subtree_are_found(db: &TestDb) {
    let (ann, post) = author_and_post(db);
    plant(db, ann, post, &[planted(1, 0), planted(2, 1)]);
    replies(db).vote(ReplyId(2), ann, VoteCommand::Upvote, T0).unwrap();
    let (reply, below) = subtree(db, 1, ThreadRequest::First(Sort::Old), 10);
    assert_eq!((reply.votes.upvotes, own_vote(db, ann, reply.id)), (0, None));
    let answer = &below.items[0];
    assert_eq!((answer.votes.upvotes, own_vote(db, ann, answer.id)), (1, Some(Vote::Up)));
}

fn a_lineage_ends_at_the_post_or_the_limit(db: &TestDb) {
    let (ann, post) = author_and_post(db);
    let thread = [planted(1, 0), planted(2, 1), planted(3, 2), planted(4, 3), planted(5, 1)];
    plant(db, ann, post, &thread);
    let lineage = |id, limit| ids(&replies(db).lineage(ReplyId(id), limit).unwrap());
    assert_eq!(lineage(4, 3), [2, 3, 4]);
    assert_eq!(lineage(4, 9), [1, 2, 3, 4]);
    assert_eq!((lineage(1, 3), lineage(9, 3), lineage(0, 3)), (vec![1], vec![], vec![]));
}

fn a_lineage_shows_removed_replies_and_votes(db: &TestDb) {
    let (ann, post) = author_and_post(db);
    plant(db, ann, post, &[planted(1, 0), planted(2, 1)]);
    replies(db).vote(ReplyId(1), ann, VoteCommand::Upvote, T0).unwrap();
    replies(db).remove(ReplyId(2), &ACT).unwrap();
    let shown = replies(db).lineage(ReplyId(2), 3).unwrap();
    let votes = shown.iter().map(|reply| (reply.votes.upvotes, own_vote(db, ann, reply.id)));
    assert!(votes.eq([(1, Some(Vote::Up)), (0, None)]));
    assert!(shown[0].content.is_some() && shown[1].content.is_none());
}

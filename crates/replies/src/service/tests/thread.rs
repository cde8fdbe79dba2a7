//! Threads and single replies.

use super::*;

#[test]
fn a_missing_post_cannot_be_answered() {
    let mut repository = MockReplyRepository::new();
    repository
        .expect_has_post()
        .returning(|post, reader| Ok(post == POST && reader == Reader::Member));
    let replies = replies(repository);
    assert!(replies.require_post(POST, Reader::Member).is_ok());
    assert!(matches!(replies.require_post(PostId(3), Reader::Member), Err(ReplyError::NoSuchPost)));
    assert!(matches!(
        replies.place(PostId(3), UserId(3), Reader::Member),
        Err(ReplyError::NoSuchPost)
    ));
}

#[test]
fn a_thread_is_a_forest_of_at_most_1_000_replies() {
    let next = Some(Position::New(ByTime { at: NOW, id: 9 }));
    let mut repository = MockReplyRepository::new();
    repository
        .expect_thread()
        .withf(|post, reader, request, limit| {
            *post == POST
                && *reader == Reader::Visitor
                && *request == ThreadRequest::First(Sort::New)
                && *limit == 1_000
        })
        .return_once(move |_, _, _, _| {
            Ok(Some(Page { items: vec![reply(1, None, 4), reply(2, Some(1), 0)], next }))
        });
    let thread =
        replies(repository).thread(POST, Reader::Visitor, ThreadRequest::First(Sort::New)).unwrap();
    let answer = ReplyNode { reply: reply(2, Some(1), 0), replies: vec![], more_replies: 0 };
    let top = ReplyNode { reply: reply(1, None, 4), replies: vec![answer], more_replies: 3 };
    assert_eq!(thread, Page { items: vec![top], next });
}

#[test]
fn the_thread_of_a_missing_post_is_not_found() {
    let mut repository = MockReplyRepository::new();
    repository.expect_thread().return_once(|_, _, _, _| Ok(None));
    let thread = replies(repository).thread(POST, Reader::Visitor, ThreadRequest::First(Sort::Old));
    assert!(matches!(thread, Err(ReplyError::NoSuchPost)));
}

#[test]
fn a_reply_comes_with_its_descendants() {
    let mut repository = MockReplyRepository::new();
    repository.expect_subtree().withf(|_, _, _, limit| *limit == 1_000).return_once(
        |_, _, _, _| {
            let below =
                Page { items: vec![reply(6, Some(5), 0), reply(7, Some(5), 0)], next: None };
            Ok(Some((Reply { depth: 0, ..reply(5, Some(4), 3) }, below)))
        },
    );
    let (branch, next) = replies(repository)
        .subtree(ReplyId(5), Reader::Visitor, ThreadRequest::First(Sort::Old))
        .unwrap();
    let answers: Vec<i64> = branch.replies.iter().map(|branch| branch.reply.id.0).collect();
    assert_eq!((branch.reply.id.0, answers, branch.more_replies, next), (5, vec![6, 7], 1, None));
}

#[test]
fn a_reply_has_up_to_three_ancestors_without_answers() {
    let mut repository = MockReplyRepository::new();
    repository
        .expect_lineage()
        .withf(|id, limit| (id.0, *limit) == (4, 3))
        .return_once(|_, _| Ok(vec![reply(2, None, 2), reply(4, Some(2), 1)]));
    let ancestors = replies(repository).ancestors(&reply(5, Some(4), 0)).unwrap();
    let shown: Vec<_> = ancestors
        .iter()
        .map(|node| (node.reply.id.0, node.replies.len(), node.more_replies))
        .collect();
    assert_eq!(shown, [(2, 0, 2), (4, 0, 1)]);
}

#[test]
fn a_reply_to_the_post_has_no_ancestors() {
    let replies = replies(MockReplyRepository::new());
    assert_eq!(replies.ancestors(&reply(5, None, 0)).unwrap(), []);
}

#[test]
fn a_missing_reply_is_not_found() {
    let mut repository = MockReplyRepository::new();
    repository.expect_find().return_once(|_, _| Ok(None));
    repository.expect_subtree().return_once(|_, _, _, _| Ok(None));
    let replies = replies(repository);
    assert!(matches!(replies.find(ReplyId(9), Reader::Visitor), Err(ReplyError::NotFound)));
    let subtree = replies.subtree(ReplyId(9), Reader::Visitor, ThreadRequest::First(Sort::Old));
    assert!(matches!(subtree, Err(ReplyError::NotFound)));
}

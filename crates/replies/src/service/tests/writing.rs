//! New replies, edits and votes.

use super::*;

fn create(outcome: InsertOutcome) -> Result<Reply, ReplyError> {
    let mut repository = MockReplyRepository::new();
    repository
        .expect_insert()
        .withf(|reply| {
            reply.author == UserId(3)
                && reply.created_at == NOW
                && reply.post == POST
                && reply.responds_to == Some(ReplyId(4))
        })
        .return_once(|_| Ok(outcome));
    let description = Description::parse("Well said").unwrap();
    let replies = replies(repository);
    let author = actor(3, Role::User);
    let writable = replies
        .authorize_create(replies.place(POST, author.id, Reader::from(&author))?, &author)?;
    replies.create(writable, Some(ReplyId(4)), description)
}

#[test]
fn an_account_too_young_for_the_forum_does_not_reply() {
    let replies = replies(MockReplyRepository::new());
    let author = actor(3, Role::User);
    let place = replies.place(RULED, author.id, Reader::from(&author)).unwrap();
    assert_eq!(place.forum(), ForumId(2));
    let refused = replies.authorize_create(place, &author).unwrap_err();
    let until = NOW.after(MIN_AGE);
    let ReplyError::BrokenRule(broken) = refused else { panic!("{refused}") };
    assert_eq!(broken, BrokenRule::AccountTooYoung { until });
}

#[test]
fn a_blocked_word_is_refused_in_new_and_edited_replies() {
    let replies = replies(MockReplyRepository::new());
    let author = actor(3, Role::User);
    let ReplyPlace { rules, .. } = replies.place(RULED, author.id, Reader::from(&author)).unwrap();
    let text = Description::parse("To the casino").unwrap();
    let writable = Writable { request: None, post: RULED, actor: author, rules };
    let place = ReplyLocation { forum: ForumId(2), ..OWN };
    let editable = replies.authorize_edit(&place, &author).unwrap();
    for refused in [replies.create(writable, None, text.clone()), replies.edit(editable, &text)] {
        let Err(ReplyError::BrokenRule(broken)) = refused else { panic!("{refused:?}") };
        let word = "Casino".to_owned();
        assert_eq!(broken, BrokenRule::BlockedWord { field: TextField::Description, word });
    }
}

#[test]
fn a_new_reply_has_its_creator_as_author() {
    assert_eq!(
        create(InsertOutcome::Inserted(reply(5, Some(4), 0))).unwrap(),
        reply(5, Some(4), 0)
    );
}

#[test]
fn a_post_deleted_while_it_is_answered_is_not_found() {
    assert!(matches!(create(InsertOutcome::NoSuchPost), Err(ReplyError::NoSuchPost)));
}

#[test]
fn unanswerable_parents_are_refused() {
    for refusal in [Refusal::NotOfThisPost, Refusal::Removed, Refusal::TooDeep] {
        let refused = create(InsertOutcome::Refused(refusal));
        assert!(matches!(refused, Err(ReplyError::Refused(why)) if why == refusal));
    }
}

fn vote(outcome: VoteOutcome) -> Result<Tally, ReplyError> {
    let mut repository = MockReplyRepository::new();
    repository
        .expect_vote()
        .withf(|id, user, command, _| {
            *id == ReplyId(5) && *user == UserId(3) && *command == VoteCommand::Downvote
        })
        .return_once(move |_, _, _, _| Ok(outcome));
    replies(repository).vote(ReplyId(5), &actor(3, Role::User), VoteCommand::Downvote)
}

#[test]
fn a_vote_answers_the_tally() {
    let votes = Votes { upvotes: 2, downvotes: 1 };
    let tally = Tally { votes, own_vote: Some(kernel::Vote::Down) };
    assert_eq!(vote(VoteOutcome::Counted(tally)).unwrap(), tally);
}

#[test]
fn a_removed_reply_takes_no_votes() {
    assert!(matches!(vote(VoteOutcome::ReplyRemoved), Err(ReplyError::Removed)));
}

#[test]
fn a_vote_on_a_missing_reply_is_not_found() {
    assert!(matches!(vote(VoteOutcome::NotFound), Err(ReplyError::NotFound)));
}

fn edit(outcome: EditOutcome) -> Result<Reply, ReplyError> {
    let mut repository = MockReplyRepository::new();
    repository
        .expect_update()
        .withf(|id, text, editor, at| {
            (*id, text.as_str(), *editor, *at) == (ReplyId(5), "Well put", UserId(3), NOW)
        })
        .return_once(|_, _, _, _| Ok(outcome));
    let replies = replies(repository);
    let editable = replies.authorize_edit(&OWN, &actor(3, Role::User)).unwrap();
    replies.edit(editable, &Description::parse("Well put").unwrap())
}

#[test]
fn only_its_author_may_edit_a_reply() {
    let replies = replies(MockReplyRepository::new());
    for other in [actor(4, Role::User), actor(7, Role::Moderator), actor(8, Role::Admin)] {
        let refused = replies.authorize_edit(&OWN, &other);
        assert!(matches!(refused, Err(ReplyError::NotTheAuthor)));
    }
}

#[test]
fn an_edit_of_a_reply_needs_one_that_is_there() {
    assert!(edit(EditOutcome::Edited(reply(5, None, 0))).is_ok());
    assert!(matches!(edit(EditOutcome::NotFound), Err(ReplyError::NotFound)));
    assert!(matches!(edit(EditOutcome::ReplyRemoved), Err(ReplyError::RemovedTakesNoEdit)));
}

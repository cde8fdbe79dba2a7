use super::*;
use crate::HeldReply;

/// To a post of forum 2, which holds links of new members; the words and the age are checked elsewhere.
fn create(replies: &Replies, who: &Actor, text: &str) -> Result<Reply, ReplyError> {
    let ReplyPlace { rules, .. } = replies.place(RULED, who.id, Reader::Member).unwrap();
    let writable = Writable { request: None, post: RULED, actor: *who, rules };
    replies.create(writable, None, Description::parse(text).unwrap())
}

fn held_reply() -> Reply {
    Reply { held: true, ..reply(5, None, 0) }
}

fn with_held() -> MockReplyRepository {
    with_held_in(ForumId(1))
}

fn with_held_in(forum: ForumId) -> MockReplyRepository {
    let mut repository = MockReplyRepository::new();
    let held = HeldReply { reply: held_reply(), author: UserId(3), forum };
    repository.expect_find_held().returning(move |_| Ok(Some(held.clone())));
    repository
}

#[test]
fn a_reply_with_a_link_by_a_new_account_is_held() {
    let mut repository = MockReplyRepository::new();
    repository.expect_hold().return_once(|_| Ok(InsertOutcome::Inserted(held_reply())));
    let created = create(&replies(repository), &actor(3, Role::User), "See http://tea");
    assert!(created.unwrap().held);
}

#[test]
fn a_reply_without_links_and_one_by_an_admin_are_not_held() {
    for (text, who) in
        [("See tea", actor(3, Role::User)), ("See http://tea", actor(8, Role::Admin))]
    {
        let mut repository = MockReplyRepository::new();
        repository.expect_insert().return_once(|_| Ok(InsertOutcome::Inserted(reply(5, None, 0))));
        assert!(!create(&replies(repository), &who, text).unwrap().held);
    }
}

#[test]
fn an_edit_adds_no_link_while_the_account_is_new() {
    let mut repository = MockReplyRepository::new();
    repository.expect_get().returning(|_, _| Ok(Some(reply(5, None, 0))));
    let replies = replies(repository);
    let place = ReplyLocation { forum: ForumId(2), ..OWN };
    let editable = replies.authorize_edit(&place, &actor(3, Role::User)).unwrap();
    let refused = replies.edit(editable, &Description::parse("See http://tea").unwrap());
    let Err(ReplyError::BrokenRule(broken)) = refused else { panic!("{refused:?}") };
    assert_eq!(broken, BrokenRule::AddedLink { field: TextField::Description });
}

#[test]
fn a_held_reply_is_gone_for_an_author_who_may_not_read_its_forum() {
    let replies = replies(with_held_in(ForumId(3)));
    let found = |who| replies.held(ReplyId(5), &who);
    assert!(matches!(found(actor(3, Role::User)), Err(ReplyError::NotFound)));
    assert!(found(actor(8, Role::Admin)).is_ok());
}

#[test]
fn a_held_reply_is_seen_by_its_author_and_those_who_may_approve_it() {
    let replies = replies(with_held());
    for (who, sees) in [
        (actor(3, Role::User), true),
        (actor(7, Role::Moderator), true),
        (actor(8, Role::Admin), true),
        (actor(4, Role::User), false),
        (actor(4, Role::Moderator), false),
    ] {
        assert_eq!(replies.held(ReplyId(5), &who).is_ok(), sees, "{who:?}");
    }
}

#[test]
fn only_its_author_withdraws_a_held_reply() {
    let replies = replies(with_held());
    let withdraw = |id, role| replies.authorize_withdraw(ReplyId(5), &actor(id, role));
    assert!(withdraw(3, Role::User).is_ok());
    assert!(matches!(withdraw(7, Role::Moderator), Err(ReplyError::Held)));
    assert!(matches!(withdraw(4, Role::User), Err(ReplyError::NotFound)));
}

#[test]
fn a_reply_that_was_decided_meanwhile_is_not_withdrawn() {
    let mut repository = with_held();
    repository.expect_withdraw().return_once(|_| Ok(false));
    let replies = replies(repository);
    let withdrawable = replies.authorize_withdraw(ReplyId(5), &actor(3, Role::User)).unwrap();
    assert!(matches!(replies.withdraw(withdrawable), Err(ReplyError::NotFound)));
}

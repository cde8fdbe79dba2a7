use super::*;

/// Forum 2 holds links of new members; the words and the age are checked elsewhere.
fn writable(posts: &Posts, who: &Actor) -> Writable {
    let rules = posts.writing.rules(RULED, who.id, Reader::Member).unwrap();
    Writable { request: None, forum: ForumId(2), actor: *who, rules }
}

fn plain() -> PostContent {
    PostContent { image: None, ..content() }
}

fn linking() -> PostContent {
    PostContent { description: Description::parse("Buy http://seeds").unwrap(), ..plain() }
}

fn held_post() -> Post {
    Post { held: true, ..post_in(1) }
}

fn with_held(post: Option<Post>) -> MockPostRepository {
    let mut repository = MockPostRepository::new();
    repository.expect_find_held().returning(move |_| Ok(post.clone()));
    repository
}

#[test]
fn a_post_with_a_link_by_a_new_account_is_held() {
    for linking in [linking(), content()] {
        let mut repository = MockPostRepository::new();
        repository
            .expect_hold()
            .return_once(|_| Ok(InsertOutcome::Inserted(Box::new(held_post()))));
        let posts = posts(repository);
        let author = actor(AUTHOR, Role::User);
        assert!(posts.create(writable(&posts, &author), linking).unwrap().held);
    }
}

#[test]
fn a_post_without_links_and_one_by_an_admin_are_not_held() {
    for (content, who) in [(plain(), actor(AUTHOR, Role::User)), (linking(), actor(8, Role::Admin))]
    {
        let mut repository = MockPostRepository::new();
        repository
            .expect_insert()
            .return_once(|_| Ok(InsertOutcome::Inserted(Box::new(post_in(2)))));
        let posts = posts(repository);
        assert!(!posts.create(writable(&posts, &who), content).unwrap().held);
    }
}

#[test]
fn an_edit_adds_no_link_while_the_account_is_new() {
    let mut repository = MockPostRepository::new();
    let stored = Post { image: None, ..post_in(2) };
    repository.expect_find().returning(move |_| Ok(Some(stored.clone())));
    let posts = posts(repository);
    let editable = posts.authorize_edit(&post_in(2), &actor(AUTHOR, Role::User)).unwrap();
    for (content, field) in [(linking(), TextField::Description), (content(), TextField::Image)] {
        let refused = posts.edit(editable, &content);
        let Err(PostError::BrokenRule(broken)) = refused else { panic!("{refused:?}") };
        assert_eq!(broken, BrokenRule::AddedLink { field });
    }
}

#[test]
fn an_edit_keeps_the_links_that_were_approved() {
    let mut repository = MockPostRepository::new();
    repository.expect_find().returning(|_| Ok(Some(post_in(2))));
    repository.expect_update().return_once(|_, _, _, _| Ok(WriteOutcome::Done(post_in(2))));
    let posts = posts(repository);
    let editable = posts.authorize_edit(&post_in(2), &actor(AUTHOR, Role::User)).unwrap();
    assert!(posts.edit(editable, &content()).is_ok());
}

#[test]
fn a_held_post_is_seen_by_its_author_and_those_who_may_approve_it() {
    let posts = posts(with_held(Some(held_post())));
    for (who, sees) in [
        (actor(AUTHOR, Role::User), true),
        (actor(7, Role::Moderator), true),
        (actor(8, Role::Admin), true),
        (actor(4, Role::User), false),
        (actor(4, Role::Moderator), false),
    ] {
        assert_eq!(posts.held(PostId(5), &who).is_ok(), sees, "{who:?}");
    }
}

#[test]
fn only_its_author_withdraws_a_held_post() {
    let posts = posts(with_held(Some(held_post())));
    let withdraw = |id, role| posts.authorize_withdraw(PostId(5), &actor(id, role));
    assert!(withdraw(AUTHOR, Role::User).is_ok());
    assert!(matches!(withdraw(7, Role::Moderator), Err(PostError::Held)));
    assert!(matches!(withdraw(4, Role::User), Err(PostError::NotFound)));
}

#[test]
fn a_post_that_was_decided_meanwhile_is_not_withdrawn() {
    let mut repository = with_held(Some(held_post()));
    repository.expect_withdraw().return_once(|_| Ok(false));
    let posts = posts(repository);
    let withdrawable = posts.authorize_withdraw(PostId(5), &actor(AUTHOR, Role::User)).unwrap();
    assert!(matches!(posts.withdraw(withdrawable), Err(PostError::NotFound)));
}

#[test]
fn an_author_who_left_a_private_forum_finds_no_held_post_there() {
    let held = Post { forum_visibility: Visibility::Private, ..held_post() };
    for (author, sees) in [(AUTHOR, false), (9, true)] {
        let held = Post { author: UserId(author), ..held.clone() };
        let posts = posts(with_held(Some(held)));
        assert_eq!(posts.held(PostId(5), &actor(author, Role::User)).is_ok(), sees, "{author}");
    }
}

#[test]
fn members_list_their_own_held_posts_alone() {
    let mut repository = MockPostRepository::new();
    repository
        .expect_held_of()
        .withf(|author, reader, _| {
            (*author, *reader) == (UserId(AUTHOR), Reader::Insider(UserId(AUTHOR)))
        })
        .return_once(|_, _, _| Ok(Page { items: vec![held_post()], next: None }));
    let posts = posts(repository);
    let own = posts.own_held(&actor(AUTHOR, Role::User), &PageRequest::default()).unwrap();
    assert_eq!(own.items, [held_post()]);
}

//! New posts, edits and votes.

use super::*;

fn create(outcome: InsertOutcome) -> Result<Post, PostError> {
    let mut repository = MockPostRepository::new();
    let expected = NewPost {
        request: None,
        forum: ForumId(1),
        author: UserId(AUTHOR),
        content: content(),
        created_at: NOW,
    };
    repository.expect_insert().withf(move |post| *post == expected).return_once(|_| Ok(outcome));
    let posts = posts(repository);
    let writable = posts.authorize_create(ForumId(1), &actor(AUTHOR, Role::User))?;
    posts.create(writable, content())
}

#[test]
fn an_account_too_young_for_the_forum_writes_no_post() {
    let posts = posts(MockPostRepository::new());
    let refused = posts.authorize_create(ForumId(2), &actor(AUTHOR, Role::User)).unwrap_err();
    let until = NOW.after(MIN_AGE);
    let PostError::BrokenRule(broken) = refused else { panic!("{refused}") };
    assert_eq!(broken, BrokenRule::AccountTooYoung { until });
}

#[test]
fn a_blocked_word_is_refused_in_new_and_edited_posts() {
    let posts = posts(MockPostRepository::new());
    let author = actor(AUTHOR, Role::User);
    let rules = posts.writing.rules(RULED, author.id, Reader::Member).unwrap();
    let title = PostContent { title: Title::parse("A casino").unwrap(), ..content() };
    let image_description = Some(ImageDescription::parse("A casino").unwrap());
    let picture = PostContent { image_description, ..content() };
    for (blocked, field) in [(title, TextField::Title), (picture, TextField::ImageDescription)] {
        let writable =
            Writable { request: None, forum: ForumId(2), actor: author, rules: rules.clone() };
        let editable = posts.authorize_edit(&post_in(2), &author).unwrap();
        for refused in [posts.create(writable, blocked.clone()), posts.edit(editable, &blocked)] {
            let Err(PostError::BrokenRule(broken)) = refused else { panic!("{refused:?}") };
            assert_eq!(broken, BrokenRule::BlockedWord { field, word: "Casino".to_owned() });
        }
    }
}

#[test]
fn a_new_post_has_its_creator_as_author() {
    assert_eq!(create(InsertOutcome::Inserted(Box::new(post_in(1)))).unwrap(), post_in(1));
}

#[test]
fn a_post_in_a_missing_forum_is_not_created() {
    assert!(matches!(create(InsertOutcome::NoSuchForum), Err(PostError::NoSuchForum)));
}

#[test]
fn a_member_banned_from_the_forum_writes_no_post() {
    let ban = kernel::Ban::default();
    let refused = create(InsertOutcome::Banned(ban.clone())).unwrap_err();
    assert!(matches!(refused, PostError::Banned(BannedFromForum(found)) if found == ban));
}

#[test]
fn a_missing_post_is_not_found() {
    let mut repository = MockPostRepository::new();
    repository.expect_find().return_once(|_| Ok(None));
    assert!(matches!(posts(repository).get(PostId(5), Reader::Admin), Err(PostError::NotFound)));
}

#[test]
fn a_post_is_not_found_by_those_who_may_not_read_its_forum() {
    let insider = |id| Reader::Insider(UserId(id));
    for (visibility, readers) in [
        (Visibility::Public, [true; 5]),
        (Visibility::Members, [false, true, true, true, true]),
        (Visibility::Private, [false, false, false, true, true]),
    ] {
        let all = [Reader::Visitor, Reader::Member, insider(AUTHOR), insider(9), Reader::Admin];
        for (reader, may) in all.into_iter().zip(readers) {
            let mut repository = MockPostRepository::new();
            let post = Post { forum_visibility: visibility, ..post_in(1) };
            repository.expect_find().return_once(|_| Ok(Some(post)));
            let found = posts(repository).get(PostId(5), reader);
            assert_eq!(found.is_ok(), may, "{visibility:?} {reader:?}");
            assert!(may || matches!(found, Err(PostError::NotFound)));
        }
    }
}

#[test]
fn authors_may_edit_their_posts() {
    let mut repository = MockPostRepository::new();
    repository
        .expect_update()
        .withf(|id, edit, editor, at| {
            (*id, edit, *editor, *at) == (PostId(5), &content(), UserId(AUTHOR), NOW)
        })
        .return_once(|_, _, _, _| Ok(WriteOutcome::Done(Post { edited: true, ..post_in(1) })));
    let posts = posts(repository);
    let editable = posts.authorize_edit(&post_in(1), &actor(AUTHOR, Role::User)).unwrap();
    assert!(posts.edit(editable, &content()).unwrap().edited);
}

#[test]
fn other_users_may_not_edit_a_post_in_any_role() {
    let posts = posts(MockPostRepository::new());
    for other in [actor(4, Role::User), actor(7, Role::Moderator), actor(8, Role::Admin)] {
        let refused = posts.authorize_edit(&post_in(1), &other);
        assert!(matches!(refused, Err(PostError::NotTheAuthor)), "{other:?}");
    }
}

#[test]
fn a_post_deleted_while_it_is_edited_is_not_found() {
    let mut repository = MockPostRepository::new();
    repository.expect_update().return_once(|_, _, _, _| Ok(WriteOutcome::NotFound));
    let posts = posts(repository);
    let editable = posts.authorize_edit(&post_in(1), &actor(AUTHOR, Role::User)).unwrap();
    assert!(matches!(posts.edit(editable, &content()), Err(PostError::NotFound)));
}

#[test]
fn a_vote_belongs_to_the_actor() {
    let mut repository = MockPostRepository::new();
    let votes = Votes { upvotes: 1, downvotes: 0 };
    let tally = Tally { votes, own_vote: Some(Vote::Up) };
    repository
        .expect_vote()
        .withf(|id, voter, command, now| {
            (*id, *voter, *command, *now) == (PostId(5), UserId(4), VoteCommand::Upvote, NOW)
        })
        .return_once(move |_, _, _, _| Ok(WriteOutcome::Done(tally)));
    let answer = posts(repository).vote(PostId(5), &actor(4, Role::User), VoteCommand::Upvote);
    assert_eq!(answer.unwrap(), tally);
}

#[test]
fn a_vote_on_a_missing_post_is_not_found() {
    let mut repository = MockPostRepository::new();
    repository.expect_vote().return_once(|_, _, _, _| Ok(WriteOutcome::NotFound));
    let answer = posts(repository).vote(PostId(5), &actor(4, Role::User), VoteCommand::Downvote);
    assert!(matches!(answer, Err(PostError::NotFound)));
}

//! What everybody may see of a member, and the counts that go with what they write.

use forums::ForumRepository;
use infrastructure::maintenance;
use infrastructure::{DbForums, DbPosts, DbReplies, DbUsers};
use kernel::{
    ById, ForumId, ImageUrl, Limit, PageRequest, PostId, Reader, ReplyId, Role, UserId, Visibility,
    VoteCommand,
};
use posts::{NewPost, PostRepository};
use replies::{Description, InsertOutcome, NewReply, ReplyRepository};
use users::{About, DeleteOutcome, ModeratedForum, PublicProfile, UserRepository};

use crate::{
    community::add_image,
    posts::content,
    posts::readers::Places,
    support::{ACT, HASH, T0, TestDb, contract, sixteen_at_once},
};

contract! {
    profile_shows_a_member_by_key,
    a_profile_names_the_forums_that_its_reader_may_read,
    about_is_stored_and_removed,
    about_and_avatar_keep_their_pictures_together,
    counts_follow_what_is_written_and_voted,
    deleting_a_forum_uncounts_its_posts_and_replies,
    deleting_an_account_uncounts_its_votes,
    content_of_deleted_accounts_counts_for_nobody,
    concurrent_writes_keep_the_counts,
    posts_and_replies_of_an_author_page_newest_first,
}

fn profile(db: &TestDb, key: &str) -> PublicProfile {
    DbUsers(db.database.clone()).public_profile(key, Reader::Visitor).unwrap().unwrap()
}

/// Posts, replies and score.
fn counts(db: &TestDb, key: &str) -> (i64, i64, i64) {
    let profile = profile(db, key);
    (profile.post_count, profile.reply_count, profile.score)
}

pub(crate) fn post(db: &TestDb, author: UserId, forum: ForumId) -> PostId {
    let new =
        NewPost { request: None, forum, author, content: content("Seeds", "Text"), created_at: T0 };
    DbPosts::new(db.database.clone()).insert(&new).unwrap().inserted().unwrap().id
}

pub(crate) fn reply(db: &TestDb, author: UserId, post: PostId) -> ReplyId {
    let description = Description::parse("Text").unwrap();
    let new =
        NewReply { request: None, post, responds_to: None, description, author, created_at: T0 };
    match DbReplies(db.database.clone()).insert(&new).unwrap() {
        InsertOutcome::Inserted(reply) => reply.id,
        other => panic!("{other:?}"),
    }
}

pub(crate) fn vote(db: &TestDb, voter: UserId, post: PostId, reply: ReplyId, command: VoteCommand) {
    DbPosts::new(db.database.clone()).vote(post, voter, command, T0).unwrap().done().unwrap();
    DbReplies(db.database.clone()).vote(reply, voter, command, T0).unwrap();
}

fn is_consistent(db: &TestDb) {
    assert_eq!(maintenance::check(&db.database, &|_, _| ()).unwrap(), []);
}

fn profile_shows_a_member_by_key(db: &TestDb) {
    let ann = db.add_user("Ann");
    let forum = db.add_forum(ann, "Gardening");
    let wanted = PublicProfile {
        id: ann,
        username: "Ann".to_owned(),
        image: "/images/avatars/default.svg".to_owned(),
        about: String::new(),
        joined: T0,
        post_count: 0,
        reply_count: 0,
        score: 0,
        role: Role::User,
        moderates: vec![ModeratedForum {
            id: forum,
            topic: "Gardening".to_owned(),
            visibility: Visibility::Public,
        }],
    };
    assert_eq!(profile(db, "ann"), wanted);
    assert_eq!(DbUsers(db.database.clone()).public_profile("bob", Reader::Visitor).unwrap(), None);
}

fn a_profile_names_the_forums_that_its_reader_may_read(db: &TestDb) {
    let places = Places::of(db);
    let [ann, bob, _] = places.people;
    let [.., club] = places.forums;
    db.run(&format!(
        "UPDATE users SET role = 1 WHERE id IN ({ann}, {bob});
        INSERT INTO forum_moderators (forum_id, user_id) VALUES ({club}, {bob})"
    ));
    let users = DbUsers(db.database.clone());
    for (reader, forums) in places.readers() {
        for (name, moderated, in_sight) in
            [("ann", &places.forums[..], forums), ("bob", &[club], usize::from(forums == 3))]
        {
            let profile = users.public_profile(name, reader).unwrap().unwrap();
            let named = profile.moderates.iter().map(|forum| &forum.id);
            assert!(named.eq(&moderated[..in_sight]), "{name} {reader:?}");
            let role = if in_sight > 0 { Role::Moderator } else { Role::User };
            assert_eq!(profile.role, role, "{name} {reader:?}");
        }
    }
}

fn about_is_stored_and_removed(db: &TestDb) {
    let (ann, users) = (db.add_user("Ann"), DbUsers(db.database.clone()));
    let about = About::parse("I grow\n\nthings").unwrap();
    let changed = users.set_about(ann, Some(about.clone())).unwrap().unwrap();
    assert_eq!(changed.about, "I grow\n\nthings");
    assert_eq!(profile(db, "ann"), changed);
    assert_eq!(users.set_about(ann, None).unwrap().unwrap().about, "");
    assert_eq!(users.set_about(UserId(ann.0 + 1), Some(about)).unwrap(), None);
}

fn about_and_avatar_keep_their_pictures_together(db: &TestDb) {
    let (ann, users) = (db.add_user("ann"), DbUsers(db.database.clone()));
    let [shown, avatar] = [b"1", b"2"].map(|bytes| add_image(db, ann, bytes));
    let about = About::parse(&format!("![]({})", shown.url())).unwrap();
    users.set_about(ann, Some(about)).unwrap().unwrap();
    let avatar = ImageUrl::parse(&avatar.url()).unwrap().unwrap();
    users.set_image(ann, &avatar).unwrap().unwrap();
    let references = || db.number("SELECT count(*) AS n FROM image_references");
    assert_eq!(references(), 2);
    is_consistent(db);
    users.set_about(ann, None).unwrap().unwrap();
    assert_eq!(references(), 1);
    is_consistent(db);
}

fn counts_follow_what_is_written_and_voted(db: &TestDb) {
    let (ann, bob) = (db.add_user("ann"), db.add_user("bob"));
    let forum = db.add_forum(ann, "Gardening");
    let first = post(db, ann, forum);
    let answer = reply(db, bob, first);
    vote(db, bob, first, answer, VoteCommand::Upvote);
    vote(db, ann, first, answer, VoteCommand::Downvote);
    assert_eq!((counts(db, "ann"), counts(db, "bob")), ((1, 0, 0), (0, 1, 0)));
    vote(db, ann, first, answer, VoteCommand::Undislike);
    assert_eq!((counts(db, "ann"), counts(db, "bob")), ((1, 0, 1), (0, 1, 1)));
    is_consistent(db);
    DbReplies(db.database.clone()).remove(answer, &ACT).unwrap();
    DbReplies(db.database.clone()).remove(answer, &ACT).unwrap();
    assert_eq!(counts(db, "bob"), (0, 0, 0));
    let other = reply(db, bob, first);
    DbReplies(db.database.clone()).vote(other, ann, VoteCommand::Downvote, T0).unwrap();
    assert_eq!(counts(db, "bob"), (0, 1, -1));
    is_consistent(db);
    assert!(DbPosts::new(db.database.clone()).delete(first, &ACT).unwrap());
    assert_eq!((counts(db, "ann"), counts(db, "bob")), ((0, 0, 0), (0, 0, 0)));
    is_consistent(db);
}

fn deleting_a_forum_uncounts_its_posts_and_replies(db: &TestDb) {
    let (ann, bob) = (db.add_user("ann"), db.add_user("bob"));
    let [forum, other] = ["Gardening", "Cooking"].map(|topic| db.add_forum(ann, topic));
    for forum in [forum, other] {
        let post = post(db, ann, forum);
        let [answer, removed] = [reply(db, bob, post), reply(db, bob, post)];
        vote(db, bob, post, answer, VoteCommand::Upvote);
        vote(db, bob, post, removed, VoteCommand::Upvote);
        DbReplies(db.database.clone()).remove(removed, &ACT).unwrap();
    }
    assert_eq!((counts(db, "ann"), counts(db, "bob")), ((2, 0, 2), (0, 2, 2)));
    assert!(DbForums(db.database.clone()).delete(forum, &ACT).unwrap());
    assert_eq!((counts(db, "ann"), counts(db, "bob")), ((1, 0, 1), (0, 1, 1)));
    is_consistent(db);
}

fn deleting_an_account_uncounts_its_votes(db: &TestDb) {
    let (ann, bob) = (db.add_user("ann"), db.add_user("bob"));
    let forum = db.add_forum(ann, "Gardening");
    let post = post(db, ann, forum);
    let [answer, removed] = [reply(db, ann, post), reply(db, ann, post)];
    vote(db, bob, post, answer, VoteCommand::Upvote);
    vote(db, bob, post, removed, VoteCommand::Downvote);
    DbReplies(db.database.clone()).remove(removed, &ACT).unwrap();
    assert_eq!(counts(db, "ann"), (1, 1, 0));
    let deleted = DbUsers(db.database.clone()).delete(bob, HASH, T0).unwrap();
    assert_eq!(deleted, DeleteOutcome::Deleted);
    assert_eq!(counts(db, "ann"), (1, 1, 0));
    is_consistent(db);
}

fn content_of_deleted_accounts_counts_for_nobody(db: &TestDb) {
    let (ann, bob) = (db.add_user("ann"), db.add_user("bob"));
    let forum = db.add_forum(ann, "Gardening");
    let post = post(db, bob, forum);
    let answer = reply(db, bob, post);
    DbUsers(db.database.clone()).delete(bob, HASH, T0).unwrap();
    vote(db, ann, post, answer, VoteCommand::Upvote);
    DbReplies(db.database.clone()).remove(answer, &ACT).unwrap();
    is_consistent(db);
    DbPosts::new(db.database.clone()).delete(post, &ACT).unwrap();
    is_consistent(db);
}

fn concurrent_writes_keep_the_counts(db: &TestDb) {
    let people: Vec<UserId> = (0..4).map(|nth| db.add_user(&format!("user{nth}"))).collect();
    let forum = db.add_forum(people[0], "Gardening");
    let posts: Vec<PostId> = people.iter().map(|person| post(db, *person, forum)).collect();
    sixteen_at_once(|nth| {
        let nth = nth as usize;
        let (one, other) = (people[nth % 4], people[(nth + 1) % 4]);
        let mine = post(db, one, forum);
        let answer = reply(db, other, mine);
        vote(db, people[(nth + 2) % 4], posts[nth % 4], answer, VoteCommand::Upvote);
        if nth.is_multiple_of(2) {
            DbPosts::new(db.database.clone()).delete(mine, &ACT).unwrap();
        }
    });
    is_consistent(db);
}

fn posts_and_replies_of_an_author_page_newest_first(db: &TestDb) {
    let (ann, bob) = (db.add_user("ann"), db.add_user("bob"));
    let forum = db.add_forum(ann, "Gardening");
    let posts: Vec<_> = (0..3).map(|_| post(db, ann, forum)).collect();
    post(db, bob, forum);
    let answers: Vec<_> = (0..4).map(|_| reply(db, ann, posts[0])).collect();
    DbReplies(db.database.clone()).remove(answers[3], &ACT).unwrap();
    let mut request = PageRequest { limit: Limit::new(2).unwrap(), after: None };
    let repository = DbPosts::new(db.database.clone());
    let page = repository.by_author(ann, Reader::Visitor, &request).unwrap();
    assert_eq!(page.next, Some(ById(posts[1].0)));
    request.after = page.next;
    let last = repository.by_author(ann, Reader::Visitor, &request).unwrap();
    let ids: Vec<_> = page.items.iter().chain(&last.items).map(|post| post.id).collect();
    assert_eq!((ids, last.next), (vec![posts[2], posts[1], posts[0]], None));
    request.after = None;
    let repository = DbReplies(db.database.clone());
    let page = repository.by_author(ann, Reader::Visitor, &request).unwrap();
    let ids: Vec<_> = page.items.iter().map(|item| item.reply.id).collect();
    assert_eq!((ids, page.next), (vec![answers[2], answers[1]], Some(ById(answers[1].0))));
    assert_eq!(page.items[0].post_title, "Seeds");
    assert_eq!(repository.by_author(bob, Reader::Visitor, &request).unwrap().items, []);
}

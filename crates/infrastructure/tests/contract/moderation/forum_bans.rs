use std::time::Duration;

use infrastructure::{DbForumBans, DbForums, DbModerationLog, DbPosts, DbReplies, DbUsers};
use kernel::{
    Ban, ByTime, ForumId, Limit, PageRequest, PostId, Reader, Reason, ReplyId, Timestamp, UserId,
    VoteCommand,
};
use moderation::{
    AddOutcome, Candidates, ChangeOutcome, ModerationRepository,
    forum_bans::{ForumBan, ForumBanOutcome, ForumBanRepository, NewForumBan},
    log::{LogAction, LogFilter, LogRepository},
};
use posts::{NewPost, PostContent, PostRepository, WriteOutcome};
use replies::{Description, EditOutcome, InsertOutcome, NewReply, ReplyRepository, VoteOutcome};
use users::UserRepository;

use super::moderation;
use crate::support::{ACT, HASH, T0, TestDb, contract};

contract! {
    a_banned_member_writes_nothing_in_that_forum,
    a_ban_from_a_forum_is_over_exactly_at_its_end,
    bans_are_listed_latest_first,
    a_repeated_ban_from_a_forum_records_nothing,
    a_lifted_ban_is_undone_in_the_log,
    moderators_and_admins_are_not_banned,
    members_banned_from_a_forum_are_not_promoted,
    a_ban_names_what_is_there,
    deleted_accounts_and_forums_take_their_bans_along,
}

const DAY: Duration = Duration::from_hours(24);
const MILLI: Duration = Duration::from_millis(1);

pub(super) fn bans(db: &TestDb) -> DbForumBans {
    DbForumBans(db.database.clone())
}

pub(super) fn new(forum: ForumId, user: UserId, by: UserId) -> NewForumBan {
    let reason = Reason::parse("Spam").ok();
    NewForumBan { forum, user, until: Some(T0.after(DAY)), reason, by, at: T0 }
}

pub(super) fn ban(db: &TestDb, new: &NewForumBan) -> ForumBan {
    match bans(db).ban(new).unwrap() {
        ForumBanOutcome::Banned(ban) => *ban,
        other => panic!("{other:?}"),
    }
}

pub(super) fn listed(db: &TestDb, forum: ForumId, now: Timestamp) -> Vec<UserId> {
    let mut page = PageRequest::<ByTime> { limit: Limit::new(2).unwrap(), after: None };
    let mut found = vec![];
    loop {
        let list = bans(db).list(forum, now, &page).unwrap();
        found.extend(list.items.into_iter().map(|ban| ban.user.id));
        page.after = list.next;
        if page.after.is_none() {
            return found;
        }
    }
}

/// A forum of `ann`, and a post and a reply there by `bob`.
pub(super) struct Forum {
    pub(super) ann: UserId,
    pub(super) bob: UserId,
    pub(super) id: ForumId,
    pub(super) post: PostId,
    pub(super) reply: ReplyId,
}

impl Forum {
    pub(super) fn of(db: &TestDb) -> Self {
        let (ann, bob) = (db.add_user("ann"), db.add_user("bob"));
        let id = db.add_forum(ann, "Boats");
        let post = write_post(db, id, bob, T0).unwrap();
        let reply = write_reply(db, post, bob, T0).unwrap();
        Self { ann, bob, id, post, reply }
    }

    pub(super) fn ban(&self) -> NewForumBan {
        new(self.id, self.bob, self.ann)
    }
}

pub(super) fn write_post(
    db: &TestDb,
    forum: ForumId,
    author: UserId,
    at: Timestamp,
) -> Result<PostId, Ban> {
    let new = NewPost { request: None, forum, author, content: content(), created_at: at };
    match DbPosts::new(db.database.clone()).insert(&new).unwrap() {
        posts::InsertOutcome::Inserted(post) => Ok(post.id),
        posts::InsertOutcome::Banned(ban) => Err(ban),
        posts::InsertOutcome::NoSuchForum => panic!("{forum} is there"),
    }
}

fn content() -> PostContent {
    PostContent {
        title: posts::Title::parse("Sails").unwrap(),
        description: posts::Description::parse("White ones").unwrap(),
        image: None,
        image_description: None,
    }
}

pub(super) fn write_reply(
    db: &TestDb,
    post: PostId,
    author: UserId,
    at: Timestamp,
) -> Result<ReplyId, Ban> {
    let description = Description::parse("Red ones").unwrap();
    let new =
        NewReply { request: None, post, responds_to: None, description, author, created_at: at };
    match DbReplies(db.database.clone()).insert(&new).unwrap() {
        InsertOutcome::Inserted(reply) => Ok(reply.id),
        InsertOutcome::Banned(ban) => Err(ban),
        other => panic!("{other:?}"),
    }
}

/// Tries every write of `bob` at `now`. Returns the refusals.
fn refusals(db: &TestDb, forum: &Forum, now: Timestamp) -> Vec<Ban> {
    let Forum { bob, id, post, reply, .. } = *forum;
    let posts = DbPosts::new(db.database.clone());
    let replies = DbReplies(db.database.clone());
    let mut refused = vec![];
    refused.extend(write_post(db, id, bob, now).err());
    refused.extend(write_reply(db, post, bob, now).err());
    match posts.update(post, &content(), bob, now).unwrap() {
        WriteOutcome::Done(_) => {}
        WriteOutcome::Banned(ban) => refused.push(ban),
        other => panic!("{other:?}"),
    }
    match replies.update(reply, &Description::parse("Blue").unwrap(), bob, now).unwrap() {
        EditOutcome::Edited(_) => {}
        EditOutcome::Banned(ban) => refused.push(ban),
        other => panic!("{other:?}"),
    }
    for command in [VoteCommand::Upvote, VoteCommand::Unlike] {
        match posts.vote(post, bob, command, now).unwrap() {
            WriteOutcome::Done(_) => {}
            WriteOutcome::Banned(ban) => refused.push(ban),
            other => panic!("{other:?}"),
        }
        match replies.vote(reply, bob, command, now).unwrap() {
            VoteOutcome::Counted(_) => {}
            VoteOutcome::Banned(ban) => refused.push(ban),
            other => panic!("{other:?}"),
        }
    }
    refused
}

/// The actions in the log, the latest first, and whether each is undone.
fn logged(db: &TestDb) -> Vec<(LogAction, bool)> {
    let log = DbModerationLog(db.database.clone());
    let page = log.entries(&LogFilter::default(), Reader::Admin, &PageRequest::default()).unwrap();
    page.items.into_iter().map(|entry| (entry.action, entry.undone_at.is_some())).collect()
}

pub(super) fn written(db: &TestDb) -> i64 {
    db.number(
        "SELECT (SELECT count(*) FROM posts) + (SELECT count(*) FROM replies)
            + (SELECT count(*) FROM post_votes) + (SELECT count(*) FROM reply_votes)
            + (SELECT count(*) FROM reply_revisions) + (SELECT count(*) FROM post_revisions) AS n",
    )
}

fn a_banned_member_writes_nothing_in_that_forum(db: &TestDb) {
    let forum = Forum::of(db);
    assert_eq!(refusals(db, &forum, T0), []);
    ban(db, &forum.ban());
    let before = written(db);
    let spam = Ban { until: Some(T0.after(DAY)), reason: Some("Spam".to_owned()) };
    assert_eq!(refusals(db, &forum, T0), vec![spam; 8]);
    assert_eq!(written(db), before);
    let other = db.add_forum(forum.ann, "Trains");
    assert!(write_post(db, other, forum.bob, T0).is_ok());
    let posts = DbPosts::new(db.database.clone());
    assert!(posts.delete(forum.post, &ACT).unwrap(), "authors delete their own");
}

fn a_ban_from_a_forum_is_over_exactly_at_its_end(db: &TestDb) {
    let forum = Forum::of(db);
    ban(db, &forum.ban());
    let end = T0.after(DAY);
    for (now, banned) in [(T0, true), (end.before(MILLI), true), (end, false)] {
        assert_eq!(refusals(db, &forum, now).len(), if banned { 8 } else { 0 }, "{now:?}");
        assert_eq!(bans(db).find(forum.id, forum.bob, now).unwrap().is_some(), banned);
        assert_eq!(listed(db, forum.id, now).len(), usize::from(banned));
        let page = PageRequest::default();
        let promotable = moderation(db)
            .search_candidates(forum.id, Candidates::Promotable, "", now, &page)
            .unwrap();
        assert_eq!(promotable.items.iter().any(|one| one.id == forum.bob), !banned);
    }
}

fn bans_are_listed_latest_first(db: &TestDb) {
    let forum = Forum::of(db);
    let people = ["cleo", "dora", "eve"].map(|name| db.add_user(name));
    for (minute, user) in [(1, people[1]), (0, forum.bob), (1, people[0]), (2, people[2])] {
        let at = T0.after(Duration::from_mins(minute));
        ban(db, &NewForumBan { at, ..new(forum.id, user, forum.ann) });
    }
    let order = [people[2], people[1], people[0], forum.bob];
    assert_eq!(listed(db, forum.id, T0), order);
    let found = bans(db).list(forum.id, T0, &PageRequest::default()).unwrap().items.remove(0);
    assert_eq!((found.user.username.as_str(), found.by.username.as_str()), ("eve", "ann"));
    assert_eq!(
        (found.at, found.ban.until),
        (T0.after(Duration::from_mins(2)), Some(T0.after(DAY)))
    );
    // A later one moves to the top.
    ban(db, &NewForumBan { at: T0.after(DAY / 2), reason: None, ..forum.ban() });
    assert_eq!(listed(db, forum.id, T0)[0], forum.bob);
}

fn a_repeated_ban_from_a_forum_records_nothing(db: &TestDb) {
    let forum = Forum::of(db);
    let first = ban(db, &forum.ban());
    let again = T0.after(Duration::from_mins(1));
    assert_eq!(
        ban(db, &NewForumBan { at: again, until: Some(again.after(DAY)), ..forum.ban() }),
        first
    );
    assert_eq!(logged(db).len(), 1);
    let longer = ban(db, &NewForumBan { until: None, ..forum.ban() });
    assert_eq!(longer.ban.until, None);
    assert_eq!(logged(db).len(), 2);
}

fn a_lifted_ban_is_undone_in_the_log(db: &TestDb) {
    let forum = Forum::of(db);
    let other = db.add_forum(forum.ann, "Trains");
    ban(db, &forum.ban());
    ban(db, &new(other, forum.bob, forum.ann));
    for _ in 0..2 {
        bans(db).lift(forum.id, forum.bob, forum.ann, T0).unwrap();
    }
    assert_eq!(refusals(db, &forum, T0), []);
    assert!(bans(db).find(other, forum.bob, T0).unwrap().is_some());
    let (banned, unbanned) = (LogAction::ForumBanned, LogAction::ForumUnbanned);
    assert_eq!(logged(db), [(unbanned, false), (banned, false), (banned, true)]);
    // A ban that is over is not lifted.
    bans(db).lift(other, forum.bob, forum.ann, T0.after(DAY)).unwrap();
    assert_eq!(logged(db).len(), 3);
}

fn moderators_and_admins_are_not_banned(db: &TestDb) {
    let forum = Forum::of(db);
    let ada = db.add_user("ada");
    moderation(db).make_admin(ada, &ACT).unwrap();
    for user in [forum.ann, ada] {
        let outcome = bans(db).ban(&new(forum.id, user, ada)).unwrap();
        assert_eq!(outcome, ForumBanOutcome::Moderates);
    }
    let cleo = db.add_user("cleo");
    let other = db.add_forum(cleo, "Trains");
    assert_eq!(ban(db, &new(other, forum.ann, cleo)).user.id, forum.ann, "of another forum");
    assert_eq!(db.number("SELECT count(*) AS n FROM forum_bans"), 1);
}

fn members_banned_from_a_forum_are_not_promoted(db: &TestDb) {
    let forum = Forum::of(db);
    let other = db.add_forum(forum.ann, "Trains");
    ban(db, &forum.ban());
    let moderation = moderation(db);
    assert_eq!(moderation.add_moderator(forum.id, forum.bob, &ACT).unwrap(), AddOutcome::Banned);
    assert_eq!(moderation.add_moderator(other, forum.bob, &ACT).unwrap(), AddOutcome::Added);
    assert_eq!(moderation.make_admin(forum.bob, &ACT).unwrap(), ChangeOutcome::Banned);
    bans(db).lift(forum.id, forum.bob, forum.ann, T0).unwrap();
    let made = moderation.make_admin(forum.bob, &ACT).unwrap();
    assert!(matches!(made, ChangeOutcome::Changed(_)));
}

fn a_ban_names_what_is_there(db: &TestDb) {
    let forum = Forum::of(db);
    let nowhere = new(ForumId(99), forum.bob, forum.ann);
    assert_eq!(bans(db).ban(&nowhere).unwrap(), ForumBanOutcome::NoForum);
    let nobody = new(forum.id, UserId(99), forum.ann);
    assert_eq!(bans(db).ban(&nobody).unwrap(), ForumBanOutcome::NoUser);
    bans(db).lift(forum.id, UserId(99), forum.ann, T0).unwrap();
    assert_eq!(logged(db), []);
}

fn deleted_accounts_and_forums_take_their_bans_along(db: &TestDb) {
    let forum = Forum::of(db);
    let cleo = db.add_user("cleo");
    ban(db, &forum.ban());
    ban(db, &new(forum.id, cleo, forum.ann));
    let users = DbUsers(db.database.clone());
    for user in [forum.bob, forum.ann] {
        users.delete(user, HASH, T0).unwrap();
    }
    let left = bans(db).list(forum.id, T0, &PageRequest::default()).unwrap().items;
    assert_eq!(left.len(), 1);
    assert_eq!((left[0].user.id, left[0].by.username.as_str()), (cleo, users::DELETED_USER));
    forums::ForumRepository::delete(&DbForums(db.database.clone()), forum.id, &ACT).unwrap();
    assert_eq!(db.number("SELECT count(*) AS n FROM forum_bans"), 0);
}

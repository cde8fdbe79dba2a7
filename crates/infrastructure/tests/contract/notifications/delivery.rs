use database::{Database, LeaderTask};
use infrastructure::maintenance;
use infrastructure::{DbForumBans, DbForumMembers, DbModeration, DbNotifications, DbReplies};
use kernel::{PostId, Reader, UserId};
use messages::{Block, MessageRepository};
use moderation::{
    ModerationRepository,
    forum_bans::{ForumBanRepository, NewForumBan},
    forum_members::{ForumMemberRepository, NewForumMember},
};
use notifications::{Kind, ModerationAct, NotificationRepository, Settings, WatchLevel};
use replies::ReplyRepository;

use super::{deliver, of, post, producing_at, reply, watch, watch_forum};
use crate::support::{ACT, T0, TestDb, contract};

contract! {
    leaders_of_other_tasks_hold_up_no_notification,
    an_answer_notifies_the_author_of_what_is_answered,
    watchers_of_a_post_are_notified_of_every_reply,
    watchers_of_a_forum_are_notified_of_posts,
    muted_blocked_and_banned_members_are_not_notified,
    mentioned_members_are_notified_once,
    a_switched_off_kind_leaves_the_next,
    unread_acts_of_a_kind_and_subject_are_merged,
    removed_content_notifies_nobody_and_leaves_no_excerpt,
    changes_of_rights_notify_the_member,
    a_deleted_account_takes_its_notifications_along,
}

fn kinds(db: &TestDb, user: UserId) -> Vec<Kind> {
    of(db, user).iter().map(|one| one.kind).collect()
}

fn an_answer_notifies_the_author_of_what_is_answered(db: &TestDb) {
    let [ann, bob, cleo] = ["ann", "bob", "cleo"].map(|name| db.add_user(name));
    let database = producing_at(&db.database, 0);
    let tea = post(&database, ann, db.add_forum(ann, "Tea"), "Oolong");
    let first = reply(&database, bob, tea, None, "I like it");
    deliver(&database);
    let second = reply(&database, cleo, tea, Some(first), "So do I");
    deliver(&database);
    // Who wrote something watches the post.
    let (to_ann, first) = (of(db, ann), 1);
    assert_eq!(kinds(db, ann), [Kind::WatchedPost, Kind::Reply]);
    assert_eq!(to_ann[first].actors[0].username, "bob");
    assert_eq!(to_ann[first].excerpt, "I like it");
    assert_eq!(to_ann[first].post.as_ref().unwrap().title, "Oolong");
    assert_eq!(to_ann[first].forum.as_ref().unwrap().topic, "Tea");
    let to_bob = of(db, bob);
    assert_eq!((to_bob.len(), to_bob[0].kind), (1, Kind::Reply));
    assert_eq!((to_bob[0].reply, to_bob[0].count), (Some(second), 1));
    assert_eq!(of(db, cleo), []);
}

fn watchers_of_a_post_are_notified_of_every_reply(db: &TestDb) {
    let [ann, bob, dan] = ["ann", "bob", "dan"].map(|name| db.add_user(name));
    let database = producing_at(&db.database, 0);
    let tea = post(&database, ann, db.add_forum(ann, "Tea"), "Oolong");
    watch(db, dan, tea, WatchLevel::Watching);
    reply(&database, bob, tea, None, "I like it");
    deliver(&database);
    assert_eq!(kinds(db, dan), [Kind::WatchedPost]);
    watch(db, dan, tea, WatchLevel::Normal);
    reply(&database, bob, tea, None, "A lot");
    deliver(&database);
    assert_eq!(of(db, dan)[0].count, 1);
}

fn watchers_of_a_forum_are_notified_of_posts(db: &TestDb) {
    let [ann, dan] = ["ann", "dan"].map(|name| db.add_user(name));
    let database = producing_at(&db.database, 0);
    let forum = db.add_forum(ann, "Tea");
    watch_forum(db, dan, forum, WatchLevel::Watching);
    watch_forum(db, ann, forum, WatchLevel::Watching);
    let tea = post(&database, ann, forum, "Oolong");
    reply(&database, ann, tea, None, "I like it");
    deliver(&database);
    let to_dan = of(db, dan);
    assert_eq!(kinds(db, dan), [Kind::WatchedForum]);
    assert_eq!((to_dan[0].reply, to_dan[0].excerpt.as_str()), (None, "All about Oolong"));
    assert_eq!(of(db, ann), []);
}

fn muted_blocked_and_banned_members_are_not_notified(db: &TestDb) {
    let names = ["ann", "mute", "forum", "block", "ban", "over"];
    let [ann, mute, forum_mute, block, ban, over] = names.map(|name| db.add_user(name));
    let database = producing_at(&db.database, 0);
    let forum = db.add_forum(ann, "Tea");
    for member in [mute, forum_mute, block, ban] {
        let tea = post(&db.database, member, forum, "Oolong");
        match member {
            _ if member == mute => watch(db, mute, tea, WatchLevel::Muted),
            _ if member == forum_mute => watch_forum(db, forum_mute, forum, WatchLevel::Muted),
            _ if member == block => {
                let messages = infrastructure::DbMessages(db.database.clone());
                messages.block(Block { owner: block, peer: ann }, T0).unwrap();
            }
            _ => drop(DbModeration(db.database.clone()).ban(ban, None, &ACT).unwrap()),
        }
        reply(&database, ann, tea, None, "I like it");
    }
    let tea = post(&db.database, over, forum, "Oolong");
    DbModeration(db.database.clone()).ban(over, Some(T0), &ACT).unwrap();
    reply(&database, ann, tea, None, "I like it");
    deliver(&database);
    for member in [mute, forum_mute, block, ban] {
        assert_eq!(of(db, member), []);
    }
    assert_eq!(of(db, over).len(), 1, "the ban is over");
}

fn a_switched_off_kind_leaves_the_next(db: &TestDb) {
    let [ann, bob] = ["ann", "bob"].map(|name| db.add_user(name));
    let database = producing_at(&db.database, 0);
    let tea = post(&database, ann, db.add_forum(ann, "Tea"), "Oolong");
    let off = Settings { reply: false, ..Settings::default() };
    let settings = DbNotifications(db.database.clone());
    settings.set_settings(ann, off, T0).unwrap();
    settings.set_settings(ann, off, T0).unwrap();
    assert_eq!(settings.settings(ann).unwrap(), off);
    assert_eq!(settings.settings(bob).unwrap(), Settings::default());
    reply(&database, bob, tea, None, "I like it");
    deliver(&database);
    assert_eq!(kinds(db, ann), [Kind::WatchedPost]);
    settings.set_settings(ann, Settings { watched_post: false, ..off }, T0).unwrap();
    reply(&database, bob, tea, None, "A lot");
    deliver(&database);
    assert_eq!(of(db, ann)[0].count, 1);
}

fn unread_acts_of_a_kind_and_subject_are_merged(db: &TestDb) {
    let [ann, bob, cleo, dan, eve] =
        ["ann", "bob", "cleo", "dan", "eve"].map(|name| db.add_user(name));
    let tea = post(&db.database, ann, db.add_forum(ann, "Tea"), "Oolong");
    for (nth, author) in [bob, cleo, bob, dan, eve, cleo].into_iter().enumerate() {
        let database = producing_at(&db.database, nth as i64 - 10);
        reply(&database, author, tea, None, &format!("Reply {nth}"));
        deliver(&database);
    }
    let merged = of(db, ann);
    assert_eq!(merged.len(), 1);
    let names: Vec<_> = merged[0].actors.iter().map(|one| one.username.as_str()).collect();
    assert_eq!((merged[0].count, names), (6, vec!["cleo", "eve", "dan"]));
    assert_eq!(merged[0].excerpt, "Reply 5");
    assert_eq!(merged[0].updated_at, super::at(-5));
    let list = DbNotifications(db.database.clone());
    let retention = notifications::NotificationRetention::at(T0);
    assert!(list.mark_read(ann, Reader::Insider(ann), merged[0].id, None, retention).unwrap());
    let database = producing_at(&db.database, 0);
    reply(&database, bob, tea, None, "Another");
    deliver(&database);
    let both = of(db, ann);
    assert_eq!(
        both.iter().map(|one| (one.count, one.read)).collect::<Vec<_>>(),
        [(1, false), (6, true)]
    );
}

fn removed_content_notifies_nobody_and_leaves_no_excerpt(db: &TestDb) {
    let [ann, bob] = ["ann", "bob"].map(|name| db.add_user(name));
    let database = producing_at(&db.database, 0);
    let tea = post(&database, ann, db.add_forum(ann, "Tea"), "Oolong");
    let early = reply(&database, bob, tea, None, "Too early");
    DbReplies(database.clone()).remove(early, &ACT).unwrap();
    deliver(&database);
    assert_eq!(of(db, ann), []);
    let late = reply(&database, bob, tea, None, "Too late");
    deliver(&database);
    DbReplies(database.clone()).remove(late, &ACT).unwrap();
    let left = of(db, ann);
    assert_eq!((left[0].excerpt.as_str(), left[0].reply), ("", Some(late)));
    let gone = PostId(tea.0);
    assert!(
        posts::PostRepository::delete(&infrastructure::DbPosts::new(database), gone, &ACT).unwrap()
    );
    assert_eq!(of(db, ann), []);
}

fn changes_of_rights_notify_the_member(db: &TestDb) {
    let [ann, bob] = ["ann", "bob"].map(|name| db.add_user(name));
    let forum = db.add_forum(ann, "Tea");
    let acts = [
        ModerationAct::ModeratorAdded,
        ModerationAct::ModeratorRemoved,
        ModerationAct::ForumMemberAdded,
        ModerationAct::BannedFromForum,
        ModerationAct::UnbannedFromForum,
        ModerationAct::Promoted,
        ModerationAct::Demoted,
        ModerationAct::Banned,
        ModerationAct::Unbanned,
    ];
    for (nth, act) in acts.into_iter().enumerate() {
        let database = producing_at(&db.database, nth as i64 - 10);
        let moderation = DbModeration(database.clone());
        let forum_bans = DbForumBans(database.clone());
        match act {
            ModerationAct::BannedFromForum => {
                let (until, reason, by, at) = (None, None, ann, T0);
                let ban = NewForumBan { forum, user: bob, until, reason, by, at };
                drop(forum_bans.ban(&ban).unwrap());
            }
            ModerationAct::UnbannedFromForum => forum_bans.lift(forum, bob, ann, T0).unwrap(),
            ModerationAct::Banned => drop(moderation.ban(bob, None, &ACT).unwrap()),
            ModerationAct::Unbanned => drop(moderation.unban(bob, &ACT).unwrap()),
            ModerationAct::ModeratorAdded => {
                let _outcome = moderation.add_moderator(forum, bob, &ACT).unwrap();
            }
            ModerationAct::ModeratorRemoved => {
                let _outcome = moderation.remove_moderator(forum, bob, true, &ACT).unwrap();
            }
            ModerationAct::ForumMemberAdded => {
                db.run(&format!("UPDATE forums SET visibility = 2 WHERE id = {forum}"));
                let members = DbForumMembers(database.clone());
                let new = NewForumMember { forum, user: bob, by: ann, since: T0 };
                drop(members.add(&new).unwrap());
            }
            ModerationAct::Promoted => {
                drop(moderation.make_admin(ann, &ACT).unwrap());
                drop(moderation.make_admin(bob, &ACT).unwrap());
            }
            ModerationAct::Demoted => drop(moderation.demote(bob, &ACT).unwrap()),
            ModerationAct::ForumDeleted
            | ModerationAct::PostRemoved
            | ModerationAct::ReplyRemoved
            | ModerationAct::PostRestored
            | ModerationAct::ReplyRestored
            | ModerationAct::PostLocked
            | ModerationAct::PostApproved
            | ModerationAct::ReplyApproved
            | ModerationAct::ReportResolved
            | ModerationAct::ReportRejected
            | ModerationAct::AppealAccepted
            | ModerationAct::AppealRejected
            | ModerationAct::PasswordChanged
            | ModerationAct::RecoveryCodesRenewed
            | ModerationAct::SecondStepAdded
            | ModerationAct::SecondStepRemoved
            | ModerationAct::PasskeyAdded
            | ModerationAct::PasskeyRemoved
            | ModerationAct::IdentityLinked
            | ModerationAct::IdentityRemoved
            | ModerationAct::ApiTokenAdded
            | ModerationAct::ApiTokenRemoved
            | ModerationAct::WebhookTurnedOff => unreachable!(),
        }
        deliver(&database);
        let latest = &of(db, bob)[0];
        let has_forum = matches!(
            act,
            ModerationAct::ModeratorAdded
                | ModerationAct::ModeratorRemoved
                | ModerationAct::ForumMemberAdded
                | ModerationAct::BannedFromForum
                | ModerationAct::UnbannedFromForum
        );
        assert_eq!(
            (latest.kind, latest.act, latest.forum.is_some()),
            (Kind::Moderation, Some(act), has_forum)
        );
    }
    assert_eq!(of(db, bob).len(), acts.len());
    let joined = NewForumMember { forum, user: ann, by: ann, since: T0 };
    drop(DbForumMembers(db.database.clone()).add(&joined).unwrap());
    deliver(&db.database);
    assert!(of(db, ann).iter().all(|one| one.act != Some(ModerationAct::ForumMemberAdded)));
}

fn a_deleted_account_takes_its_notifications_along(db: &TestDb) {
    let [ann, bob, cleo] = ["ann", "bob", "cleo"].map(|name| db.add_user(name));
    let database = producing_at(&db.database, 0);
    let tea = post(&database, ann, db.add_forum(ann, "Tea"), "Oolong");
    reply(&database, bob, tea, None, "I like it");
    reply(&database, cleo, tea, None, "I do");
    deliver(&database);
    assert_eq!(of(db, bob).len(), 1);
    let users = infrastructure::DbUsers(database.clone());
    let deleted = users::UserRepository::delete(&users, bob, crate::support::HASH, T0).unwrap();
    assert_eq!(deleted, users::DeleteOutcome::Deleted);
    assert_eq!(
        db.number(&format!("SELECT count(*) AS n FROM notifications WHERE user_id = {bob}")),
        0
    );
    let names: Vec<_> = of(db, ann)[0].actors.iter().map(|one| one.username.clone()).collect();
    assert_eq!(names, ["cleo"]);
    assert_eq!(maintenance::check(&db.database, &|_, _| ()).unwrap(), []);
}

fn mentioned_members_are_notified_once(db: &TestDb) {
    let [ann, bob, cleo] = ["ann", "bob", "cleo"].map(|name| db.add_user(name));
    let database = producing_at(&db.database, 0);
    let forum = db.add_forum(ann, "Tea");
    watch_forum(db, bob, forum, WatchLevel::Watching);
    let tea = post(&database, ann, forum, "for @bob");
    deliver(&database);
    assert_eq!(kinds(db, bob), [Kind::Mention]);
    // An answer comes before a mention, and only those newly named learn of an edit.
    let first = reply(&database, bob, tea, None, "Thank you, @ann");
    deliver(&database);
    assert_eq!(kinds(db, ann), [Kind::Reply]);
    let replies = DbReplies(database.clone());
    let edited = replies::Description::parse("Thank you, @ann and @cleo").unwrap();
    replies.update(first, &edited, bob, T0).unwrap();
    deliver(&database);
    assert_eq!((kinds(db, ann), kinds(db, cleo)), (vec![Kind::Reply], vec![Kind::Mention]));
    assert_eq!(of(db, cleo)[0].reply, Some(first));
}

fn leaders_of_other_tasks_hold_up_no_notification(db: &TestDb) {
    let [ann, bob] = ["ann", "bob"].map(|name| db.add_user(name));
    let other_copy = Database::open(db.url()).unwrap();
    let _leaders = [LeaderTask::Backups, LeaderTask::Rendering, LeaderTask::Sweeps]
        .map(|task| other_copy.try_lead(task).unwrap().unwrap());
    let database = producing_at(&db.database, 0);
    let tea = post(&database, ann, db.add_forum(ann, "Tea"), "Oolong");
    reply(&database, bob, tea, None, "I like it");
    deliver(&database);
    assert_eq!(kinds(db, ann).len(), 1);
}

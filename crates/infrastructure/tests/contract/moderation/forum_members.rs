use std::time::Duration;

use forums::{Description, ForumEdit, ForumRepository, Topic};
use infrastructure::{DbForumBans, DbForumMembers, DbForums, DbModerationLog, DbSite};
use kernel::{Act, ForumId, Limit, PageRequest, Reader, Timestamp, UserId, Visibility};
use moderation::{
    ModerationRepository,
    forum_bans::{ForumBanRepository, NewForumBan},
    forum_members::{
        AddMemberOutcome, ForumMember, ForumMemberRepository, InviteOutcome, JoinOutcome,
        NewForumMember,
    },
    log::{LogAction, LogFilter, LogRepository},
};
use site::SiteRepository;

use super::moderation;
use crate::support::{ACT, T0, TestDb, contract, own, sixteen_at_once};

contract! {
    members_are_listed_newest_first,
    adding_again_changes_nothing,
    only_private_forums_list_members_and_make_invitations,
    membership_survives_a_change_of_visibility,
    the_banned_become_no_members,
    a_missing_forum_or_user_is_told_apart,
    moderators_are_not_listed_as_members,
    members_are_removed_and_leave,
    an_invitation_serves_several_until_its_end,
    a_moderator_who_joins_gets_no_entry,
    all_invitations_of_a_forum_end_together,
    invitations_are_listed_and_revoked_one_by_one,
    an_invitation_says_what_it_is_to_while_it_serves,
    joining_at_once_makes_one_entry,
    acts_on_members_are_logged_with_their_actor,
}

const HOUR: Duration = Duration::from_hours(1);

fn members(db: &TestDb) -> DbForumMembers {
    DbForumMembers(db.database.clone())
}

fn set(db: &TestDb, forum: ForumId, visibility: Visibility) {
    let edit = ForumEdit {
        topic: Topic::parse("Club").unwrap(),
        description: Description::parse("Text").unwrap(),
        visibility: Some(visibility),
    };
    DbForums(db.database.clone()).update(forum, &edit, &ACT).unwrap();
}

/// A private forum of ann's.
fn club(db: &TestDb) -> (UserId, ForumId) {
    let ann = db.add_user("ann");
    let forum = db.add_forum(ann, "Club");
    set(db, forum, Visibility::Private);
    (ann, forum)
}

fn new(forum: ForumId, user: UserId, by: UserId, since: Timestamp) -> NewForumMember {
    NewForumMember { forum, user, by, since }
}

fn add(db: &TestDb, forum: ForumId, user: UserId, by: UserId, since: Timestamp) -> ForumMember {
    match members(db).add(&new(forum, user, by, since)).unwrap() {
        AddMemberOutcome::Added(member) => *member,
        other => panic!("{other:?}"),
    }
}

fn listed(db: &TestDb, forum: ForumId) -> Vec<String> {
    let page = members(db).list(forum, &PageRequest::default()).unwrap().unwrap();
    page.items.into_iter().map(|member| member.user.username).collect()
}

fn invite(db: &TestDb, forum: ForumId, digest: &str, by: UserId) -> InviteOutcome {
    members(db).insert_invite(digest, forum, T0.after(HOUR), &own(by)).unwrap()
}

fn logged(db: &TestDb) -> Vec<(LogAction, Option<UserId>)> {
    let log = DbModerationLog(db.database.clone());
    let page = log.entries(&LogFilter::default(), Reader::Admin, &PageRequest::default()).unwrap();
    let of_members = |action: &LogAction| {
        matches!(
            action,
            LogAction::ForumMemberAdded
                | LogAction::ForumMemberRemoved
                | LogAction::ForumInviteCreated
                | LogAction::ForumInvitesEnded
                | LogAction::InviteRevoked
        )
    };
    let acts = page.items.into_iter().map(|entry| (entry.action, entry.by.map(|by| by.id)));
    acts.filter(|(action, _)| of_members(action)).collect()
}

fn members_are_listed_newest_first(db: &TestDb) {
    let (ann, club) = club(db);
    let added = ["bob", "eve", "max"].map(|name| db.add_user(name));
    for (minutes, user) in [1, 2, 2].into_iter().zip(added) {
        let since = T0.after(Duration::from_mins(minutes));
        let member = add(db, club, user, ann, since);
        assert_eq!((member.user.id, member.since, member.by.id), (user, since, ann));
    }
    assert_eq!(listed(db, club), ["max", "eve", "bob"]);
    let limit = Limit::new(2).unwrap();
    let first = members(db).list(club, &PageRequest { limit, after: None }).unwrap().unwrap();
    let rest = members(db).list(club, &PageRequest { limit, after: first.next }).unwrap().unwrap();
    assert_eq!(rest.items.iter().map(|one| one.user.id).collect::<Vec<_>>(), [added[0]]);
    assert_eq!(rest.next, None);
}

fn adding_again_changes_nothing(db: &TestDb) {
    let ((ann, club), bob) = (club(db), db.add_user("bob"));
    let first = add(db, club, bob, ann, T0);
    assert_eq!(add(db, club, bob, bob, T0.after(HOUR)), first);
    assert_eq!(logged(db).len(), 1);
}

fn only_private_forums_list_members_and_make_invitations(db: &TestDb) {
    let ((ann, club), bob) = (club(db), db.add_user("bob"));
    for open in [Visibility::Public, Visibility::Members] {
        set(db, club, open);
        assert_eq!(members(db).list(club, &PageRequest::default()).unwrap(), None);
        let added = members(db).add(&new(club, bob, ann, T0)).unwrap();
        assert_eq!(added, AddMemberOutcome::NotPrivate);
        assert_eq!(invite(db, club, "digest", ann), InviteOutcome::NotPrivate);
    }
    assert_eq!(invite(db, ForumId(club.0 + 1), "digest", ann), InviteOutcome::NoForum);
}

fn membership_survives_a_change_of_visibility(db: &TestDb) {
    let ((ann, club), bob) = (club(db), db.add_user("bob"));
    add(db, club, bob, ann, T0);
    invite(db, club, "digest", ann);
    set(db, club, Visibility::Public);
    let eve = db.add_user("eve");
    assert_eq!(members(db).join("digest", eve, T0).unwrap(), JoinOutcome::NoInvite);
    set(db, club, Visibility::Private);
    assert_eq!(listed(db, club), ["bob"]);
    assert_eq!(members(db).join("digest", eve, T0).unwrap(), JoinOutcome::Joined(club));
}

fn the_banned_become_no_members(db: &TestDb) {
    let ((ann, club), bob, eve) = (club(db), db.add_user("bob"), db.add_user("eve"));
    let until = Some(T0.after(HOUR));
    moderation(db).ban(bob, until, &ACT).unwrap();
    let ban = NewForumBan { forum: club, user: eve, until, reason: None, by: ann, at: T0 };
    DbForumBans(db.database.clone()).ban(&ban).unwrap();
    invite(db, club, "digest", ann);
    for user in [bob, eve] {
        let added = members(db).add(&new(club, user, ann, T0)).unwrap();
        assert_eq!(added, AddMemberOutcome::Banned);
    }
    let joined = members(db).join("digest", eve, T0).unwrap();
    assert!(matches!(joined, JoinOutcome::Banned(ban) if ban.until == until));
    assert_eq!(listed(db, club), [""; 0]);
    for user in [bob, eve] {
        add(db, club, user, ann, T0.after(HOUR));
    }
}

fn a_missing_forum_or_user_is_told_apart(db: &TestDb) {
    let (ann, club) = club(db);
    let outcome = |forum, user| members(db).add(&new(forum, user, ann, T0)).unwrap();
    assert_eq!(outcome(ForumId(club.0 + 1), ann), AddMemberOutcome::NoForum);
    assert_eq!(outcome(club, UserId(ann.0 + 1)), AddMemberOutcome::NoUser);
}

fn moderators_are_not_listed_as_members(db: &TestDb) {
    let (ann, forum) = club(db);
    let [bob, carl] = ["bob", "carl"].map(|name| db.add_user(name));
    for member in [ann, bob, carl] {
        add(db, forum, member, ann, T0);
    }
    moderation(db).add_moderator(forum, ann, &ACT).unwrap();
    moderation(db).add_moderator(forum, bob, &ACT).unwrap();
    assert_eq!(listed(db, forum), ["carl"]);
    moderation(db).remove_moderator(forum, bob, true, &ACT).unwrap();
    assert_eq!(listed(db, forum), ["carl", "bob"], "who was one before is one again");
}

fn members_are_removed_and_leave(db: &TestDb) {
    let ((ann, club), bob, eve) = (club(db), db.add_user("bob"), db.add_user("eve"));
    for user in [bob, eve] {
        add(db, club, user, ann, T0);
    }
    members(db).remove(club, bob, &own(ann)).unwrap();
    assert_eq!(listed(db, club), ["eve"]);
    for _ in 0..2 {
        members(db).remove(club, eve, &own(eve)).unwrap();
    }
    assert_eq!(listed(db, club), [""; 0]);
    let removed = LogAction::ForumMemberRemoved;
    assert_eq!(logged(db)[..2], [(removed, Some(eve)), (removed, Some(ann))]);
}

fn an_invitation_serves_several_until_its_end(db: &TestDb) {
    let (ann, club) = club(db);
    assert_eq!(invite(db, club, "digest", ann), InviteOutcome::Made);
    let (bob, eve, max) = (db.add_user("bob"), db.add_user("eve"), db.add_user("max"));
    let end = T0.after(HOUR);
    let join = |user, digest, at| members(db).join(digest, user, at).unwrap();
    let last = end.before(Duration::from_millis(1));
    assert_eq!(join(bob, "digest", T0), JoinOutcome::Joined(club));
    assert_eq!(join(eve, "digest", last), JoinOutcome::Joined(club));
    assert_eq!(join(eve, "digest", last), JoinOutcome::Joined(club));
    assert_eq!(join(max, "digest", end), JoinOutcome::NoInvite);
    assert_eq!(join(max, "other", T0), JoinOutcome::NoInvite);
    assert_eq!(listed(db, club), ["eve", "bob"]);
    let site = DbSite(db.database.clone());
    assert_eq!(site.delete_expired_invites(last).unwrap(), 0);
    assert_eq!(site.delete_expired_invites(end).unwrap(), 1);
}

fn a_moderator_who_joins_gets_no_entry(db: &TestDb) {
    let (ann, club) = club(db);
    invite(db, club, "digest", ann);
    assert_eq!(members(db).join("digest", ann, T0).unwrap(), JoinOutcome::Joined(club));
    assert_eq!(listed(db, club), [""; 0]);
}

fn all_invitations_of_a_forum_end_together(db: &TestDb) {
    let ((ann, club), bob) = (club(db), db.add_user("bob"));
    for digest in ["one", "two"] {
        invite(db, club, digest, ann);
    }
    for _ in 0..2 {
        members(db).end_invites(club, &own(ann)).unwrap();
    }
    for digest in ["one", "two"] {
        assert_eq!(members(db).join(digest, bob, T0).unwrap(), JoinOutcome::NoInvite);
    }
}

fn invitations_are_listed_and_revoked_one_by_one(db: &TestDb) {
    let ((ann, club), bob) = (club(db), db.add_user("bob"));
    for (digest, by) in [("one", ann), ("two", bob)] {
        invite(db, club, digest, by);
    }
    let listed = |forum, at| members(db).invites(forum, at, &PageRequest::default()).unwrap().items;
    let made = listed(club, T0);
    let by: Vec<_> = made.iter().map(|one| one.by.as_deref()).collect();
    assert_eq!(by, [Some("bob"), Some("ann")], "the newest first");
    assert_eq!(made[0].until, T0.after(HOUR));
    assert_eq!(listed(club, T0.after(HOUR)), []);
    let another = db.add_forum(ann, "Another");
    assert_eq!(listed(another, T0), []);
    assert!(!members(db).revoke_invite(another, made[0].id, &own(ann)).unwrap());
    assert!(!DbSite(db.database.clone()).revoke_invite(made[0].id, &own(ann)).unwrap());
    assert!(members(db).revoke_invite(club, made[0].id, &own(ann)).unwrap());
    assert!(!members(db).revoke_invite(club, made[0].id, &own(ann)).unwrap());
    assert_eq!(members(db).join("two", bob, T0).unwrap(), JoinOutcome::NoInvite);
    assert_eq!(members(db).join("one", bob, T0).unwrap(), JoinOutcome::Joined(club));
    let revoked = logged(db).into_iter().filter(|(action, _)| *action == LogAction::InviteRevoked);
    assert_eq!(revoked.collect::<Vec<_>>(), [(LogAction::InviteRevoked, Some(ann))]);
}

fn an_invitation_says_what_it_is_to_while_it_serves(db: &TestDb) {
    let ((ann, club), bob) = (club(db), db.add_user("bob"));
    invite(db, club, "digest", ann);
    add(db, club, bob, ann, T0);
    let end = T0.after(HOUR);
    let asked = |digest, at| members(db).invitation(digest, at).unwrap();
    let invitation = asked("digest", T0).unwrap();
    assert_eq!((invitation.topic.as_str(), invitation.members), ("Club", 1));
    assert_eq!((invitation.by.as_deref(), invitation.until), (Some("ann"), end));
    assert!(invitation.description_html.contains("Text"));
    assert_eq!((asked("digest", end), asked("other", T0)), (None, None));
    set(db, club, Visibility::Members);
    assert_eq!(asked("digest", T0), None);
}

fn joining_at_once_makes_one_entry(db: &TestDb) {
    let ((ann, club), bob) = (club(db), db.add_user("bob"));
    invite(db, club, "digest", ann);
    let outcomes = sixteen_at_once(|_| members(db).join("digest", bob, T0).unwrap());
    assert!(outcomes.iter().all(|outcome| *outcome == JoinOutcome::Joined(club)));
    assert_eq!(listed(db, club), ["bob"]);
    assert_eq!(logged(db)[0], (LogAction::ForumMemberAdded, Some(bob)));
    assert_eq!(logged(db).len(), 2);
}

fn acts_on_members_are_logged_with_their_actor(db: &TestDb) {
    let ((ann, club), bob) = (club(db), db.add_user("bob"));
    add(db, club, bob, ann, T0);
    invite(db, club, "digest", ann);
    let act = Act { at: T0.after(HOUR), ..own(ann) };
    for _ in 0..2 {
        members(db).end_invites(club, &act).unwrap();
    }
    let by_ann = |action| (action, Some(ann));
    let acts =
        [LogAction::ForumInvitesEnded, LogAction::ForumInviteCreated, LogAction::ForumMemberAdded];
    assert_eq!(logged(db), acts.map(by_ann));
}

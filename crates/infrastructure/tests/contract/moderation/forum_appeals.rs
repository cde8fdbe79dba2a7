//! Appeals against bans from forums.

use std::{thread, time::Duration};

use infrastructure::{DbAppeals, DbForumBans, DbForums, DbModerationLog, DbReports, DbUsers};
use kernel::{
    ById, ForumId, Limit, PageRequest, Reader, Reason, RemovalRetention, ReportId, Timestamp,
    UserId,
};
use moderation::{
    ModerationRepository,
    appeals::{AppealOutcome, AppealRepository, AppealText, NewAppeal},
    forum_bans::{
        AppealState, BansSeen, ForumBanOutcome, ForumBanRepository, NewForumBan, OwnForumBan,
    },
    log::{LogAction, LogFilter, LogRepository},
    reports::{
        DecideOutcome, Decision, QueueScope, ReopenOutcome, Report, ReportReason, ReportRepository,
        ReportState, TargetKind,
    },
};
use users::UserRepository;

use super::moderation;
use crate::{
    posts::readers::Places,
    support::{ACT, HASH, T0, TestDb, contract, sixteen_at_once},
};

contract! {
    bans_from_forums_that_the_reader_may_not_read_are_not_listed,
    an_appeal_is_a_report_of_the_forum,
    each_ban_from_a_forum_is_appealed_once,
    bans_from_several_forums_and_from_the_site_are_appealed_each,
    only_a_ban_from_that_forum_that_holds_is_appealed,
    a_resolved_appeal_lifts_the_ban_from_that_forum,
    an_accepted_appeal_brings_the_ban_from_that_forum_back,
    a_moderator_of_the_forum_is_not_banned_again,
    a_rejected_appeal_leaves_it,
    lifting_a_ban_resolves_the_appeal_that_waits,
    members_see_their_own_bans_by_forum,
    moderators_see_the_bans_of_a_member_from_their_forums,
    appeals_go_with_the_account_and_with_the_forum,
    concurrent_appeals_in_a_forum_are_one,
    appeals_decisions_and_bans_at_once_agree,
}

const DAY: Duration = Duration::from_hours(24);

/// Two forums of `ann`, and `bob`, who is banned from both for a day.
struct World {
    ann: UserId,
    bob: UserId,
    boats: ForumId,
    trains: ForumId,
}

impl World {
    fn of(db: &TestDb) -> Self {
        let (ann, bob) = (db.add_user("ann"), db.add_user("bob"));
        let [boats, trains] = ["Boats", "Trains"].map(|topic| db.add_forum(ann, topic));
        let world = Self { ann, bob, boats, trains };
        ban(db, &world.ban(boats));
        ban(db, &NewForumBan { reason: None, ..world.ban(trains) });
        world
    }

    fn ban(&self, forum: ForumId) -> NewForumBan {
        let reason = Reason::parse("Spam").ok();
        let until = Some(T0.after(DAY));
        NewForumBan { forum, user: self.bob, until, reason, by: self.ann, at: T0 }
    }

    fn decide(&self, db: &TestDb, report: ReportId, state: ReportState) -> DecideOutcome {
        let decision = Decision { report, state, note: None, by: self.ann, at: T0 };
        DbReports(db.database.clone()).decide(&decision).unwrap()
    }
}

fn bans(db: &TestDb) -> DbForumBans {
    DbForumBans(db.database.clone())
}

fn ban(db: &TestDb, new: &NewForumBan) {
    assert!(matches!(bans(db).ban(new).unwrap(), ForumBanOutcome::Banned(_)));
}

fn is_banned(db: &TestDb, forum: ForumId, user: UserId) -> bool {
    bans(db).find(forum, user, T0).unwrap().is_some()
}

fn appeal(db: &TestDb, by: UserId, forum: Option<ForumId>, at: Timestamp) -> AppealOutcome {
    let text = AppealText::parse("It was my brother").unwrap();
    let new = NewAppeal { by, forum, text, at };
    DbAppeals(db.database.clone()).file(&new).unwrap()
}

fn filed(outcome: AppealOutcome) -> Report {
    match outcome {
        AppealOutcome::Filed(report) => *report,
        other => panic!("{other:?}"),
    }
}

fn queue(db: &TestDb, scope: QueueScope, state: ReportState) -> Vec<Report> {
    let page = PageRequest::default();
    let reports = DbReports(db.database.clone());
    reports.queue(scope, &[state], &page, RemovalRetention::at(T0)).unwrap().items
}

/// The own bans.
fn own(db: &TestDb, user: UserId, now: Timestamp) -> Vec<OwnForumBan> {
    own_for(db, (user, Reader::Insider(user)), now)
}

fn own_for(db: &TestDb, (user, reader): (UserId, Reader), now: Timestamp) -> Vec<OwnForumBan> {
    seen(db, (user, BansSeen::ReadableBy(reader)), now)
}

/// The bans of a member, a page each.
fn seen(db: &TestDb, (user, seen): (UserId, BansSeen), now: Timestamp) -> Vec<OwnForumBan> {
    let mut page = PageRequest::<ById> { limit: Limit::new(1).unwrap(), after: None };
    let mut found = vec![];
    loop {
        let list = bans(db).of_member(user, seen, now, &page).unwrap();
        found.extend(list.items);
        page.after = list.next;
        if page.after.is_none() {
            return found;
        }
    }
}

fn appeals_of(db: &TestDb, user: UserId) -> Vec<(ForumId, AppealState)> {
    own(db, user, T0).into_iter().map(|ban| (ban.forum, ban.appeal)).collect()
}

/// The actions in the log, the latest first.
fn logged(db: &TestDb) -> Vec<LogAction> {
    let log = DbModerationLog(db.database.clone());
    let page = log.entries(&LogFilter::default(), Reader::Admin, &PageRequest::default()).unwrap();
    page.items.into_iter().map(|entry| entry.action).collect()
}

fn an_appeal_is_a_report_of_the_forum(db: &TestDb) {
    let world = World::of(db);
    let cleo = db.add_user("cleo");
    let gardens = db.add_forum(cleo, "Gardens");
    let report = filed(appeal(db, world.bob, Some(world.boats), T0));
    assert_eq!(report.target.target.kind, TargetKind::Member);
    assert_eq!(report.target.target.id, world.bob.0);
    assert_eq!((report.target.forum, report.target.post), (Some(world.boats), None));
    assert_eq!(
        (report.target.excerpt.as_str(), report.target.username.as_deref()),
        ("Spam", Some("bob"))
    );
    assert_eq!(report.reasons, [(ReportReason::Appeal, 1)]);
    assert_eq!(report.notes, [("bob".to_owned(), "It was my brother".to_owned())]);
    let open = ReportState::Open;
    let scopes = [
        (QueueScope::All, 1),
        (QueueScope::Forum(world.boats), 1),
        (QueueScope::ModeratedBy(world.ann), 1),
        (QueueScope::Forum(world.trains), 0),
        (QueueScope::Forum(gardens), 0),
        (QueueScope::ModeratedBy(cleo), 0),
    ];
    for (scope, count) in scopes {
        assert_eq!(queue(db, scope, open).len(), count, "{scope:?}");
    }
    assert_eq!(queue(db, QueueScope::All, open), [report]);
    // Of each ban its own reason, whatever the site's says.
    let reason = Reason::parse("Sold things").ok();
    drop(moderation(db).ban(world.bob, None, &kernel::Act { reason, ..ACT }).unwrap());
    filed(appeal(db, world.bob, Some(world.trains), T0));
    filed(appeal(db, world.bob, None, T0));
    let excerpts = queue(db, QueueScope::All, open).into_iter().map(|one| one.target.excerpt);
    assert_eq!(excerpts.collect::<Vec<_>>(), ["Spam", "", "Sold things"]);
    let acts = [LogAction::Banned, LogAction::ForumBanned, LogAction::ForumBanned];
    assert_eq!(logged(db), acts, "an appeal is no act on others");
}

fn each_ban_from_a_forum_is_appealed_once(db: &TestDb) {
    let world = World::of(db);
    let World { bob, boats, .. } = world;
    let first = filed(appeal(db, bob, Some(boats), T0)).id;
    assert_eq!(appeal(db, bob, Some(boats), T0), AppealOutcome::FiledBefore);
    // The same ban once more.
    ban(db, &world.ban(boats));
    assert_eq!(appeal(db, bob, Some(boats), T0), AppealOutcome::FiledBefore);
    // Another one, while the appeal waits and after its decision.
    ban(db, &NewForumBan { until: None, ..world.ban(boats) });
    assert_eq!(appeal(db, bob, Some(boats), T0), AppealOutcome::FiledBefore);
    world.decide(db, first, ReportState::Rejected);
    assert_ne!(filed(appeal(db, bob, Some(boats), T0)).id, first);
    assert_eq!(appeal(db, bob, Some(boats), T0), AppealOutcome::FiledBefore);
}

fn bans_from_several_forums_and_from_the_site_are_appealed_each(db: &TestDb) {
    let World { bob, boats, trains, .. } = World::of(db);
    drop(moderation(db).ban(bob, None, &ACT).unwrap());
    for forum in [Some(boats), None, Some(trains)] {
        filed(appeal(db, bob, forum, T0));
        assert_eq!(appeal(db, bob, forum, T0), AppealOutcome::FiledBefore);
    }
    assert_eq!(queue(db, QueueScope::All, ReportState::Open).len(), 3);
    // An unban from the site decides on none of the forums.
    drop(moderation(db).unban(bob, &ACT).unwrap());
    assert_eq!(queue(db, QueueScope::All, ReportState::Open).len(), 2);
}

fn only_a_ban_from_that_forum_that_holds_is_appealed(db: &TestDb) {
    let World { ann, bob, boats, .. } = World::of(db);
    let gardens = db.add_forum(ann, "Gardens");
    assert_eq!(appeal(db, bob, Some(gardens), T0), AppealOutcome::NotBanned);
    assert_eq!(appeal(db, bob, Some(ForumId(99)), T0), AppealOutcome::NotBanned);
    assert_eq!(appeal(db, bob, None, T0), AppealOutcome::NotBanned);
    assert_eq!(appeal(db, ann, Some(boats), T0), AppealOutcome::NotBanned);
    let end = T0.after(DAY);
    assert_eq!(appeal(db, bob, Some(boats), end), AppealOutcome::NotBanned);
    filed(appeal(db, bob, Some(boats), end.before(Duration::from_millis(1))));
}

fn a_resolved_appeal_lifts_the_ban_from_that_forum(db: &TestDb) {
    let world = World::of(db);
    let World { bob, boats, trains, .. } = world;
    let report = filed(appeal(db, bob, Some(boats), T0)).id;
    for state in [ReportState::InProgress, ReportState::Open] {
        world.decide(db, report, state);
        assert!(is_banned(db, boats, bob));
    }
    let DecideOutcome::Changed(decided) = world.decide(db, report, ReportState::Resolved) else {
        panic!("nobody decided it before");
    };
    assert_eq!((decided.state, decided.assignee.as_deref()), (ReportState::Resolved, Some("ann")));
    assert!(!is_banned(db, boats, bob));
    assert!(is_banned(db, trains, bob));
    let acts = [LogAction::ForumUnbanned, LogAction::AppealAccepted];
    assert_eq!(logged(db)[..2], acts);
    let late = world.decide(db, report, ReportState::Rejected);
    assert!(matches!(late, DecideOutcome::DecidedBefore(_)));
    ban(db, &world.ban(boats));
    filed(appeal(db, bob, Some(boats), T0));
}

fn reopen(db: &TestDb, report: ReportId, by: UserId) -> ReopenOutcome {
    DbReports(db.database.clone()).reopen(report, by, T0).unwrap()
}

fn an_accepted_appeal_brings_the_ban_from_that_forum_back(db: &TestDb) {
    let world = World::of(db);
    let World { ann, bob, boats, trains } = world;
    let before = own(db, bob, T0);
    let report = filed(appeal(db, bob, Some(boats), T0)).id;
    world.decide(db, report, ReportState::Resolved);
    assert!(!is_banned(db, boats, bob));
    let ReopenOutcome::Open(open) = reopen(db, report, ann) else { panic!("it was lifted") };
    assert_eq!((open.state, open.target.excerpt.as_str()), (ReportState::Open, "Spam"));
    let after = own(db, bob, T0);
    assert_eq!(after[0].ban, before[0].ban);
    assert_eq!(after[0].appeal, AppealState::Waiting);
    assert_eq!(after[1], before[1], "nothing happens in {trains}");
    assert_eq!(logged(db)[..2], [LogAction::AppealReopened, LogAction::ForumBanned]);
    bans(db).lift(boats, bob, ann, T0).unwrap();
    assert!(!is_banned(db, boats, bob));
    assert!(matches!(reopen(db, report, ann), ReopenOutcome::Open(_)));
    assert!(is_banned(db, boats, bob));
}

fn a_moderator_of_the_forum_is_not_banned_again(db: &TestDb) {
    let world = World::of(db);
    let World { ann, bob, boats, .. } = world;
    let report = filed(appeal(db, bob, Some(boats), T0)).id;
    world.decide(db, report, ReportState::Resolved);
    moderation(db).add_moderator(boats, bob, &ACT).unwrap();
    assert_eq!(reopen(db, report, ann), ReopenOutcome::Moderates);
    assert!(!is_banned(db, boats, bob));
}

fn a_rejected_appeal_leaves_it(db: &TestDb) {
    let world = World::of(db);
    let report = filed(appeal(db, world.bob, Some(world.boats), T0)).id;
    world.decide(db, report, ReportState::Rejected);
    assert!(is_banned(db, world.boats, world.bob));
    assert_eq!(logged(db)[0], LogAction::AppealRejected);
    assert_eq!(appeal(db, world.bob, Some(world.boats), T0), AppealOutcome::FiledBefore);
}

fn lifting_a_ban_resolves_the_appeal_that_waits(db: &TestDb) {
    let World { ann, bob, boats, trains } = World::of(db);
    let report = filed(appeal(db, bob, Some(boats), T0)).id;
    let other = filed(appeal(db, bob, Some(trains), T0)).id;
    bans(db).lift(boats, bob, ann, T0).unwrap();
    let open = queue(db, QueueScope::All, ReportState::Open);
    assert_eq!(open.into_iter().map(|one| one.id).collect::<Vec<_>>(), [other]);
    let resolved = queue(db, QueueScope::All, ReportState::Resolved).pop().unwrap();
    assert_eq!((resolved.id, resolved.decided_at), (report, Some(T0)));
    assert_eq!(resolved.assignee.as_deref(), Some("ann"));
    // A ban that is over is not lifted, and its appeal waits on.
    bans(db).lift(trains, bob, ann, T0.after(DAY)).unwrap();
    assert_eq!(queue(db, QueueScope::All, ReportState::Open).len(), 1);
}

fn members_see_their_own_bans_by_forum(db: &TestDb) {
    let world = World::of(db);
    let World { ann, bob, boats, trains } = world;
    assert_eq!(own(db, ann, T0), []);
    let (none, waiting, rejected) =
        (AppealState::None, AppealState::Waiting, AppealState::Rejected);
    let first = OwnForumBan {
        forum: boats,
        topic: "Boats".to_owned(),
        ban: kernel::Ban { until: Some(T0.after(DAY)), reason: Some("Spam".to_owned()) },
        at: T0,
        appeal: none,
    };
    assert_eq!(own(db, bob, T0)[0], first);
    let report = filed(appeal(db, bob, Some(boats), T0)).id;
    assert_eq!(appeals_of(db, bob), [(boats, waiting), (trains, none)]);
    // Another ban, while the appeal against the one before waits.
    ban(db, &NewForumBan { until: None, ..world.ban(boats) });
    assert_eq!(appeals_of(db, bob), [(boats, waiting), (trains, none)]);
    assert_eq!(own(db, bob, T0)[0].ban.until, None);
    world.decide(db, report, ReportState::Rejected);
    assert_eq!(appeals_of(db, bob), [(boats, none), (trains, none)]);
    let report = filed(appeal(db, bob, Some(boats), T0)).id;
    world.decide(db, report, ReportState::Rejected);
    assert_eq!(appeals_of(db, bob), [(boats, rejected), (trains, none)]);
    // The clock alone ends one.
    let later: Vec<_> = own(db, bob, T0.after(DAY)).into_iter().map(|ban| ban.forum).collect();
    assert_eq!(later, [boats]);
    bans(db).lift(boats, bob, ann, T0).unwrap();
    assert_eq!(appeals_of(db, bob), [(trains, none)]);
}

fn moderators_see_the_bans_of_a_member_from_their_forums(db: &TestDb) {
    let world = World::of(db);
    let eve = db.add_user("eve");
    moderation(db).add_moderator(world.trains, eve, &ACT).unwrap();
    let topics = |moderator| -> Vec<_> {
        let found = seen(db, (world.bob, BansSeen::ModeratedBy(moderator)), T0);
        found.into_iter().map(|ban| (ban.forum, ban.ban.until)).collect()
    };
    let until = Some(T0.after(DAY));
    assert_eq!(topics(world.ann), [(world.boats, until), (world.trains, until)]);
    assert_eq!(topics(eve), [(world.trains, until)]);
    assert_eq!(topics(world.bob), []);
}

fn appeals_go_with_the_account_and_with_the_forum(db: &TestDb) {
    let world = World::of(db);
    let World { bob, boats, trains, .. } = world;
    let [report, _] = [boats, trains].map(|forum| filed(appeal(db, bob, Some(forum), T0)).id);
    forums::ForumRepository::delete(&DbForums(db.database.clone()), boats, &ACT).unwrap();
    assert_eq!(queue(db, QueueScope::All, ReportState::Open).len(), 1);
    assert_eq!(world.decide(db, report, ReportState::Resolved), DecideOutcome::NotFound);
    DbUsers(db.database.clone()).delete(bob, HASH, T0).unwrap();
    assert_eq!(queue(db, QueueScope::All, ReportState::Open), []);
    assert_eq!(db.number("SELECT count(*) AS n FROM report_filings"), 0);
}

fn concurrent_appeals_in_a_forum_are_one(db: &TestDb) {
    let World { bob, boats, .. } = World::of(db);
    let outcomes = sixteen_at_once(|_| appeal(db, bob, Some(boats), T0));
    let is_filed = |outcome: &&AppealOutcome| matches!(outcome, AppealOutcome::Filed(_));
    assert_eq!(outcomes.iter().filter(is_filed).count(), 1);
    assert_eq!(queue(db, QueueScope::All, ReportState::Open).len(), 1);
}

/// Whatever comes first: who is not banned from the forum has no appeal that waits there.
fn appeals_decisions_and_bans_at_once_agree(db: &TestDb) {
    let world = World::of(db);
    let World { ann, bob, boats, trains } = world;
    let other = filed(appeal(db, bob, Some(trains), T0)).id;
    let undecided = || {
        let open = queue(db, QueueScope::All, ReportState::Open).into_iter();
        open.map(|report| report.id).collect::<Vec<_>>()
    };
    for round in 0..100 {
        ban(db, &world.ban(boats));
        let report = (round % 3 > 0).then(|| filed(appeal(db, bob, Some(boats), T0)).id);
        thread::scope(|scope| {
            scope.spawn(|| match report {
                Some(report) => drop(world.decide(db, report, ReportState::Resolved)),
                None => drop(appeal(db, bob, Some(boats), T0)),
            });
            scope.spawn(|| match round % 2 {
                0 => bans(db).lift(boats, bob, ann, T0).unwrap(),
                _ => ban(db, &NewForumBan { until: None, ..world.ban(boats) }),
            });
        });
        let waits = undecided().len() > 1;
        assert!(is_banned(db, boats, bob) || !waits, "round {round}");
        bans(db).lift(boats, bob, ann, T0).unwrap();
        assert_eq!(undecided(), [other], "round {round}");
        assert!(!is_banned(db, boats, bob));
    }
}

fn bans_from_forums_that_the_reader_may_not_read_are_not_listed(db: &TestDb) {
    let places = Places::of(db);
    let [ann, _, eve] = places.people;
    for forum in places.forums {
        let (until, reason) = (None, None);
        ban(db, &NewForumBan { forum, user: eve, until, reason, by: ann, at: T0 });
    }
    for (reader, forums) in places.readers() {
        let listed = own_for(db, (eve, reader), T0).into_iter().map(|ban| ban.forum);
        assert!(listed.eq(places.forums[..forums].iter().copied()), "{reader:?}");
    }
}

//! Query plans on both databases at the size of a real forum: no list scans or sorts a whole table.

mod community;
mod explain;
mod many_forums;
mod search;

use database::DatabaseUrl;
use drafts::DraftRepository;
use forums::ForumRepository;
use infrastructure::{
    DbDrafts, DbForumBans, DbForums, DbMessages, DbModeration, DbModerationLog, DbNotifications,
    DbPosts, DbReader, DbReplies, DbReports, DbSaved, DbSite, DbUsers, maintenance,
};
use kernel::{
    ByActivity, ByHeat, ById, ByName, ByNameAndId, ByScore, ByTier, ByTime, ForumId, Limit,
    PageRequest, PostId, Reader, RemovalRetention, ReplyId, ReportId, Timestamp, UserId,
};
use messages::MessageRepository;
use moderation::{
    Candidates, ModerationRepository,
    forum_bans::{BansSeen, ForumBanRepository},
    log::{LogAction, LogFilter, LogRepository},
    reports::{
        Decision, FileOutcome, NewReport, QueueScope, ReportReason, ReportRepository, ReportState,
        ReportTarget, TargetKind,
    },
};
use notifications::{NotificationRepository, NotificationRetention, ReaderRepository};
use posts::{Period, PostRepository, Selection};
use replies::{ByConfidence, Position, ReplyRepository, Sort, ThreadRequest};
use saved::SavedRepository;
use site::SiteRepository;
use users::{DeleteOutcome, UserRepository};

use crate::{
    plans::explain::Plans,
    support::{T0, TestDb, contract},
};

contract! { no_list_reads_or_sorts_a_whole_table }

fn no_list_reads_or_sorts_a_whole_table(db: &TestDb) {
    community::load(&db.database);
    is_in_order(db);
    community::notify(db);
    community::report(db);
    community::log(db);
    community::save(db);
    community::ban_from_forums(db);
    community::hide(db);
    community::hold(db);
    let plans = Plans::of(db);
    forums(&plans);
    posts(&plans);
    replies(&plans);
    people(&plans);
    saved(&plans);
    search::everywhere(&plans);
    notifications(&plans);
    reports(&plans);
    forum_bans(&plans);
    log(&plans);
    statistics(&plans);
    deletion(&plans);
    plans.report();
}

/// Everything is counted, which is done in several steps, and SQLite's indexes of words have one part each.
fn is_in_order(db: &TestDb) {
    assert_eq!(maintenance::check(&db.database, &|_, _| ()).unwrap(), []);
    if let DatabaseUrl::Sqlite(_) = db.url() {
        for index in ["post_search", "reply_search", "forum_search"] {
            let parts = format!("SELECT count(DISTINCT segid) AS n FROM {index}_idx");
            assert_eq!(db.number(&parts), 1, "{index}");
        }
    }
}

const AT: ByTime = ByTime { at: T0, id: 4_000 };
const SCORED: ByScore = ByScore { score: 3, id: 4_000 };

/// The first page, and one in the middle.
fn pages<P: Clone>(position: P) -> [PageRequest<P>; 2] {
    let limit = Limit::new(10).unwrap();
    [None, Some(position)].map(|after| PageRequest { limit, after })
}

fn forum_bans(plans: &Plans<'_>) {
    let bans = DbForumBans(plans.database());
    for page in pages(ByTime { at: T0, id: 500 }) {
        plans.check("bans from a forum", || drop(bans.list(ForumId(5), T0, &page).unwrap()));
    }
    for page in pages(ById(5)) {
        plans.check("own bans from forums", || {
            let seen = BansSeen::ReadableBy(Reader::Insider(UserId(8)));
            drop(bans.of_member(UserId(8), seen, T0, &page).unwrap());
        });
        plans.check("a member's bans from forums that one moderates", || {
            let seen = BansSeen::ModeratedBy(UserId(7));
            drop(bans.of_member(UserId(8), seen, T0, &page).unwrap());
        });
    }
    plans.check_uses_planned_once("reports_appeals", || {
        bans.lift(ForumId(1), UserId(2), UserId(1), T0).unwrap();
    });
}

fn forums(plans: &Plans<'_>) {
    let forums = DbForums(plans.database());
    for page in pages(AT) {
        plans.check_sorting("forums: one page", || {
            drop(forums.newest(Reader::Visitor, T0, &page).unwrap());
        });
        plans.check("favorites", || {
            drop(forums.favorites(UserId(7), Reader::Insider(UserId(7)), T0, &page).unwrap());
        });
    }
    let ids: Vec<_> = (1..=11).map(ForumId).collect();
    plans.check("favorites among some", || drop(forums.favorites_among(UserId(7), &ids).unwrap()));
    for page in pages(ByNameAndId { name: "word5 5".to_owned(), id: 5 }) {
        plans.check("forums by name", || drop(forums.by_name(Reader::Visitor, T0, &page).unwrap()));
    }
    for page in pages(ByName("word5 5".to_owned())) {
        plans.check("forums by topic", || {
            drop(forums.with_topic(Reader::Visitor, T0, "word", &page).unwrap());
        });
    }
    for page in pages(ByTier { tier: 1, at: T0, id: 25 }) {
        let search = || drop(forums.search(Reader::Visitor, T0, "word1", &page).unwrap());
        plans.check_sorting("forum search: its matches", search);
    }
    // In the end all are quiet; the last position is among those.
    for days in [0, 3, 30] {
        let now = Timestamp::from_unix_millis(T0.unix_millis() + days * 86_400_000);
        for after in [None, Some((30, 25)), Some((0, 25))] {
            let after = after.map(|(score, id)| ByScore { score, id });
            let page = PageRequest { limit: Limit::new(10).unwrap(), after };
            plans.check("active forums", || {
                drop(forums.most_active(Reader::Visitor, now, &page).unwrap());
            });
        }
    }
}

fn posts(plans: &Plans<'_>) {
    let posts = DbPosts::new(plans.database());
    for page in pages(AT) {
        plans.check_sorting("posts of favorite forums: a page by id", || {
            drop(posts.following(UserId(7), Reader::Insider(UserId(7)), &page).unwrap());
        });
    }
    for page in pages(ById(4_000)) {
        plans.check("own held posts", || {
            drop(posts.held_of(UserId(7), Reader::Insider(UserId(7)), &page).unwrap());
        });
    }
    plans.check_sorting("pinned posts: at most a few", || {
        drop(posts.pinned(ForumId(5), Reader::Visitor, T0).unwrap());
    });
    for forum in [None, Some(ForumId(5))] {
        let all = Selection { forum, ..Selection::default() };
        for page in pages(ByHeat { hot: 2_000_000_000, id: 4_000 }) {
            plans.check("hot posts", || drop(posts.hottest(&all, &page).unwrap()));
        }
        for page in pages(ByActivity { at: T0, id: 4_000 }) {
            plans.check("active posts", || drop(posts.latest_active(&all, &page).unwrap()));
        }
        for page in pages(SCORED) {
            plans.check("popular posts", || {
                drop(posts.most_popular(&all, &page).unwrap());
            });
        }
        for period in [Period::Day, Period::Week, Period::Month, Period::Year] {
            let span = i64::from(period.days()) * 86_400_000;
            let since = Some(Timestamp::from_unix_millis(T0.unix_millis() - span));
            let selection = Selection { forum, since, period, ..Selection::default() };
            for page in pages(SCORED) {
                plans.check_sorting(
                    "popular posts of a period: a page of each of as many days",
                    || {
                        drop(posts.most_popular(&selection, &page).unwrap());
                    },
                );
            }
        }
        for since in [None, Some(Timestamp::from_unix_millis(T0.unix_millis() - 86_400_000))] {
            let selection = Selection { forum, since, ..Selection::default() };
            for page in pages(AT) {
                plans.check("newest posts", || {
                    drop(posts.newest(&selection, &page).unwrap());
                });
            }
            let search = Selection { keyword: Some("word1 word2".to_owned()), ..selection };
            for page in pages(AT) {
                plans.check_sorting("newest matches", || {
                    drop(posts.newest(&search, &page).unwrap());
                });
            }
            for page in pages(SCORED) {
                let popular = || drop(posts.most_popular(&search, &page).unwrap());
                plans.check_sorting("popular ones of 5,000 matches", popular);
            }
        }
    }
}

fn replies(plans: &Plans<'_>) {
    let replies = DbReplies(plans.database());
    for page in pages(ById(400)) {
        plans.check("held replies of an author", || {
            drop(replies.held_in(PostId(5_000), UserId(7), &page).unwrap());
        });
    }
    let parts = [
        ThreadRequest::First(Sort::Old),
        ThreadRequest::After(Position::Old(AT)),
        ThreadRequest::After(Position::New(AT)),
        ThreadRequest::After(Position::Top(SCORED)),
        ThreadRequest::First(Sort::Best),
        ThreadRequest::After(Position::Best(ByConfidence { confidence: 206_549, id: 4_000 })),
    ];
    for part in parts {
        for (post, most) in [(PostId(5_000), 1_000), (PostId(5_000), 100)] {
            plans.check_sorting("a thread: its own replies", || {
                drop(replies.thread(post, Reader::Admin, part, most).unwrap());
            });
        }
        let subtree = || drop(replies.subtree(ReplyId(100), Reader::Admin, part, 100).unwrap());
        plans.check_sorting("a branch: its own replies", subtree);
    }
}

fn people(plans: &Plans<'_>) {
    let (users, moderation) = (DbUsers(plans.database()), DbModeration(plans.database()));
    for page in pages(ByName("member500".to_owned())) {
        for part in ["", "9", "ber99"] {
            plans.check_planned_once("people", || {
                drop(users.search_users(UserId(7), part, &page).unwrap());
            });
            plans.check_planned_once("all but admins", || {
                drop(moderation.search_non_admins(part, T0, &page).unwrap());
            });
            plans.check_planned_once("admins", || {
                drop(moderation.search_admins(part, T0, &page).unwrap());
            });
            plans.check_planned_once("promotable people", || {
                drop(
                    moderation
                        .search_candidates(ForumId(5), Candidates::Promotable, part, T0, &page)
                        .unwrap(),
                );
            });
            plans.check_planned_once("bannable people", || {
                drop(
                    moderation
                        .search_candidates(ForumId(5), Candidates::Bannable, part, T0, &page)
                        .unwrap(),
                );
            });
        }
        plans.check_sorting("moderators of a forum", || {
            drop(moderation.moderators(ForumId(5), &page).unwrap());
        });
    }
    let (posts, replies) = (DbPosts::new(plans.database()), DbReplies(plans.database()));
    for page in pages(ById(4_000)) {
        plans.check("posts of an author", || {
            drop(posts.by_author(UserId(7), Reader::Visitor, &page).unwrap());
        });
        plans.check("replies of an author", || {
            drop(replies.by_author(UserId(7), Reader::Visitor, &page).unwrap());
        });
    }
    for page in pages(ById(25)) {
        plans.check("access", || drop(moderation.access(UserId(7), &page).unwrap()));
    }
    let messages = DbMessages(plans.database());
    for page in pages(AT) {
        plans.check("contacts", || drop(messages.contacts(UserId(7), &page).unwrap()));
        plans.check("messages", || drop(messages.between(UserId(7), UserId(8), &page).unwrap()));
    }
    let drafts = DbDrafts(plans.database());
    for page in pages(AT) {
        plans.check("drafts", || drop(drafts.list(UserId(7), T0, &page).unwrap()));
    }
}

fn saved(plans: &Plans<'_>) {
    let saved = DbSaved(plans.database());
    for page in pages(ById(4_000)) {
        plans.check("saved", || {
            drop(saved.list(UserId(7), Reader::Insider(UserId(7)), &page).unwrap());
        });
    }
    for replies in [10, 1_000] {
        let ids: Vec<_> = (1..=replies).map(ReplyId).collect();
        plans.check("saved ones and votes among replies", || {
            drop(DbReplies(plans.database()).states(UserId(7), &ids).unwrap());
        });
    }
}

fn notifications(plans: &Plans<'_>) {
    let notifications = DbNotifications(plans.database());
    let retention = NotificationRetention::at(T0);
    for page in pages(AT) {
        for unread_only in [false, true] {
            plans.check("notifications", || {
                let reader = Reader::Insider(UserId(7));
                drop(notifications.list(UserId(7), reader, unread_only, retention, &page).unwrap());
            });
        }
    }
    for members in [1, 100] {
        let members: Vec<_> = (1..=members).map(UserId).collect();
        plans.check_sorting("unread counts: rows of these members", || {
            drop(notifications.unread(&members, T0).unwrap());
        });
    }
    let posts: Vec<_> = (1..=10).map(PostId).collect();
    plans.check_sorting("levels and visits of a page of posts", || {
        drop(DbReader(plans.database()).states(UserId(7), &posts).unwrap());
    });
}

/// Of a moderator the queue merges those of the forums.
fn reports(plans: &Plans<'_>) {
    let reports = DbReports(plans.database());
    let kept = RemovalRetention::at(T0);
    let moderated = QueueScope::ModeratedBy(UserId(7));
    for states in [&[ReportState::Open, ReportState::InProgress][..], &[ReportState::Resolved]] {
        for scope in [QueueScope::All, QueueScope::Forum(ForumId(5)), moderated] {
            for page in pages(ByTime { at: T0, id: 4_000 }) {
                plans.check_sorting("reports: a page by time", || {
                    drop(reports.queue(scope, states, &page, kept).unwrap());
                });
            }
        }
    }
    plans.check_sorting("a report: texts of its author", || {
        drop(reports.count_same_author(&[ReportId(4_000)], UserId(7)).unwrap());
    });
    plans.check_sorting("a report: those who filed it", || {
        drop(reports.get(ReportId(4_000), kept).unwrap());
    });
    let report = NewReport {
        target: ReportTarget { kind: TargetKind::Post, id: 21 },
        forum: Some(ForumId(21)),
        by: UserId(1),
        reason: ReportReason::Spam,
        note: None,
        at: T0,
    };
    plans.check_uses_planned_once("reports_undecided", || {
        assert!(matches!(reports.file(&report, T0, 1_000).unwrap(), FileOutcome::Filed(_)));
    });
    let decision = Decision {
        report: ReportId(1),
        state: ReportState::Resolved,
        note: None,
        by: UserId(1),
        at: T0,
    };
    plans.check_sorting("a decision: those who filed it", || {
        drop(reports.decide(&decision).unwrap());
    });
}

/// The entries of a member are merged from those as actor and as target.
fn log(plans: &Plans<'_>) {
    let log = DbModerationLog(plans.database());
    for forum in [None, Some(ForumId(5))] {
        for action in [None, Some(LogAction::Banned)] {
            for username in [None, Some("Member7".to_owned())] {
                let filter = LogFilter { forum, action, username };
                for page in pages(ById(4_000)) {
                    plans.check_sorting("the log: a page by id", || {
                        drop(log.entries(&filter, Reader::Insider(UserId(7)), &page).unwrap());
                    });
                }
            }
        }
    }
}

/// A day that is not stored is counted by ranges of indexes.
fn statistics(plans: &Plans<'_>) {
    let site = DbSite(plans.database());
    let day = T0.day();
    plans.check_sorting("statistics: the members of a day", || {
        drop(site.figures(day - 1, day).unwrap());
    });
}

fn deletion(plans: &Plans<'_>) {
    let users = DbUsers(plans.database());
    for (user, index) in [(8, "posts_of_former_author"), (9, "replies_of_former_author")] {
        plans.check_uses(index, || {
            assert_eq!(users.delete(UserId(user), "", T0).unwrap(), DeleteOutcome::Deleted);
        });
    }
}

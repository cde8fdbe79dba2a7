//! Implements the ports of the domains with diesel on SQLite and PostgreSQL.
//!
//! Each `Db…` implements one domain's repository. A method is one consistent read or one atomic
//! change, written once for both databases; `on_backend!` marks code compiled for each.
//!
//! [`maintenance`] has what operators need: migrations, backups, checks.

mod author_counts;
mod author_role;
mod bans;
mod bucket;
mod budgets;
mod clock;
mod counters;
mod drafts;
mod exports;
mod forum_activity;
mod forums;
mod idempotency;
mod images;
mod imports;
mod invites;
mod login_failures;
pub mod maintenance;
mod member_data;
mod messages;
mod moderation;
mod moderation_log;
mod notifications;
mod posts;
mod push;
mod ranks;
mod readers;
mod recovery_codes;
mod replies;
mod report_codes;
mod reports;
mod roles;
mod saved;
mod search;
mod site;
mod texts;
mod undecided_reports;
mod usernames;
mod users;
mod votes;
mod waiting_mails;
mod webhooks;

pub use budgets::budgets;
pub use clock::SystemClock;
pub use drafts::DbDrafts;
pub use exports::DbCommunity;
pub use forums::{DbForumRules, DbForums};
pub use idempotency::DbIdempotency;
pub use images::{DbImages, ImageBucket, image_store};
pub use imports::{DbImport, DbMoved};
pub use login_failures::DbLoginFailures;
pub use messages::DbMessages;
pub use moderation::{DbForumBans, DbForumMembers, DbModeration, DbModerators};
pub use moderation_log::DbModerationLog;
pub use notifications::{
    DbNotifications, DbReader, NotificationProducer, delete_old_notifications,
};
pub use posts::DbPosts;
pub use push::{DbSubscriptions, PushCarrier};
pub use readers::DbForumReaders;
pub use replies::DbReplies;
pub use reports::{DbAppeals, DbReports};
pub use saved::DbSaved;
pub use search::{DbSearch, has_words_to_forget, has_words_to_index, index_words};
pub use site::{DbSite, RandomInviteCodes};
pub use texts::DbMembers;
pub use users::{
    DbApiTokens, DbEmails, DbExports, DbIdentities, DbPasskeys, DbSecondSteps, DbSessions, DbUsers,
    MailCarrier,
};
pub use webhooks::{DbWebhooks, WebhookCarrier, WebhookProducer};

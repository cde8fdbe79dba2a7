//! Implements the ports of the domains with diesel on SQLite and PostgreSQL.
//!
//! Each `Db…` implements one domain's repository. A method is one consistent read or one atomic
//! change, written once for both databases; `on_backend!` marks code compiled for each.
//!
//! [`Database`] also has what operators need: migrations, backups, checks.

mod advisory_lock;
mod author_counts;
mod author_role;
mod backup;
mod bans;
mod budgets;
mod bulk;
mod check;
mod clock;
mod connection;
mod counters;
mod database;
mod database_url;
mod drafts;
mod failure;
mod forum_activity;
mod forums;
mod images;
mod introspection;
mod leadership;
mod locks;
mod login_failures;
mod member_data;
mod messages;
mod migrations;
mod moderation;
mod moderation_log;
mod notifications;
mod pool;
mod pool_observer;
mod posts;
mod ranks;
mod recovery_codes;
mod replicas;
mod replies;
mod reports;
mod roles;
mod saved;
mod schema;
mod search;
mod security;
mod site;
mod sql;
mod texts;
mod users;
mod vote_codec;
mod voting;
mod writing_lock;

pub use backup::{Backup, BackupError, BackupFolder, Head, Progress, Reason, Summary};
pub use bulk::{
    BulkFavorite, BulkForum, BulkMessage, BulkModerator, BulkPost, BulkPostVote, BulkReply,
    BulkReplyVote, BulkRow, BulkUser, Loader,
};
pub use check::Finding;
pub use clock::SystemClock;
pub use connection::DbConnection;
pub use database::{
    Consumed, Database, Delivery, DeliveryFailure, EventConsumer, Events, ListenToEvents,
    OutboxRunner, OutboxState, StoredEvent, WriteQueue,
};
pub use database_url::{DatabaseUrl, DatabaseUrlError};
pub use drafts::DbDrafts;
pub use forums::{DbForumRules, DbForums};
pub use images::{DbImages, ImageBucket};
pub use leadership::{LeaderTask, Leadership};
pub use login_failures::DbLoginFailures;
pub use messages::DbMessages;
pub use moderation::{DbForumBans, DbModeration, DbModerators};
pub use moderation_log::DbModerationLog;
pub use notifications::{DbNotifications, DbReader, NotificationProducer};
pub use pool_observer::{PoolObserver, PoolState};
pub use posts::DbPosts;
pub use replies::DbReplies;
pub use reports::{DbAppeals, DbReports};
pub use saved::DbSaved;
pub use search::DbSearch;
pub use security::{
    Bcrypt, CommonPasswordList, Jwt, JwtChallenges, JwtSecret, JwtSecretError, RandomRecoveryCodes,
};
pub use site::{DbSite, RandomInviteCodes};
pub use texts::DbMembers;
pub use users::{DbExports, DbUsers};

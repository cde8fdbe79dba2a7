//! Work on a whole database: migrations, backups, bulk loading, checks, rendering all texts again, an
//! overview for operators.

mod backup;
mod bulk;
mod check;
mod introspection;
mod migrations;
mod outdated_texts;
mod overview;

pub(crate) use self::bulk::{finish, recount_steps};
pub use self::{
    backup::{
        Backup, BackupBucket, BackupError, BackupFolder, BackupKey, BackupKeyError, Head, Progress,
        Reason, Summary, backup, content_hash, restore,
    },
    bulk::{
        BulkFavorite, BulkForum, BulkMessage, BulkModerator, BulkPost, BulkPostVote, BulkReply,
        BulkReplyVote, BulkRow, BulkSession, BulkUser, Loader, load,
    },
    check::{Finding, check},
    migrations::{migrate, migrate_saving, pending, unknown},
    outdated_texts::{
        RenderingProgress, is_rendering_paused, pause_rendering, render_outdated_texts,
    },
    overview::{Overview, ReplicaState, Waiting, overview, replica_state},
};

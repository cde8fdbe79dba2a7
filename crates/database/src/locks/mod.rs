//! Locks of PostgreSQL, for what a single statement cannot enforce. SQLite has a single writer and needs none.

mod advisory;
mod rows;
mod writing;

pub use self::{
    advisory::AdvisoryLock,
    rows::{
        allow_long_statement, lock_authored_content, lock_for_block, lock_forum_for_delete,
        lock_forum_for_post_change, lock_forum_shared, lock_late_content, lock_moderators,
        lock_user_for_delete, lock_user_shared, lock_users, lock_users_shared,
    },
    writing::{LockedRows, Target, lock_for_ban, lock_for_deletion, lock_for_write},
};

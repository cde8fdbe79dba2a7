//! The moderation log in the database. Its entries are written in the transaction of the act.

pub(crate) mod codes;
mod list;
mod writes;

use ::moderation::log::{LogEntry, LogFilter, LogRepository};
use database::Database;
use kernel::{ById, Page, PageRequest, Reader, RepositoryError};

pub(crate) use self::{
    list::is_readable,
    writes::{Extent, record_act, record_act_on_several, record_part, write_same_author_removed},
};

/// The moderation log.
pub struct DbModerationLog(pub Database);

impl LogRepository for DbModerationLog {
    fn entries(
        &self,
        filter: &LogFilter,
        reader: Reader,
        page: &PageRequest<ById>,
    ) -> Result<Page<LogEntry, ById>, RepositoryError> {
        self.0.snapshot(|conn| list::page(conn, (filter, reader), page))
    }
}

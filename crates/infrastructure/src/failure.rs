use std::{borrow::Borrow, error::Error};

use diesel::result::{DatabaseErrorKind::ForeignKeyViolation, Error as DieselError};
use kernel::RepositoryError;

use crate::pool::is_lost;

/// Tells a database that is away or full from one that answered.
pub(crate) fn failure<E>(error: E) -> RepositoryError
where
    E: Borrow<DieselError> + Into<Box<dyn Error + Send + Sync>>,
{
    let told = error.borrow();
    let (full, away) = (is_full(told), is_lost(told) || is_busy(told));
    let gone = matches!(told, DieselError::DatabaseError(ForeignKeyViolation, _));
    let source: Box<dyn Error + Send + Sync> = error.into();
    if full {
        RepositoryError::Full(source)
    } else if away {
        RepositoryError::Unavailable(source)
    } else if gone {
        RepositoryError::Gone(source)
    } else {
        RepositoryError::Failed(source)
    }
}

/// SQLite's writer is held by another process for longer than `busy_timeout`, or PostgreSQL took
/// longer than `statement_timeout` or ended one of two that waited for each other. None of these has
/// a kind of its own in diesel.
fn is_busy(error: &DieselError) -> bool {
    let busy =
        ["database is locked", "canceling statement due to statement timeout", "deadlock detected"];
    matches!(error, DieselError::DatabaseError(_, info) if busy.contains(&info.message()))
}

/// SQLite's words, and those of the operating system that PostgreSQL ends its own with.
fn is_full(error: &DieselError) -> bool {
    let DieselError::DatabaseError(_, info) = error else {
        return false;
    };
    let message = info.message();
    message == "database or disk is full" || message.ends_with("No space left on device")
}

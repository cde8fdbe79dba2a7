use std::{borrow::Borrow, error::Error};

use diesel::result::{
    DatabaseErrorKind::{
        ClosedConnection, ForeignKeyViolation, SerializationFailure, UnableToSendCommand,
    },
    Error as DieselError,
};
use kernel::RepositoryError;

/// Classifies a failure: the database is unavailable, full, or answered with an error.
pub fn failure<E>(error: E) -> RepositoryError
where
    E: Borrow<DieselError> + Into<Box<dyn Error + Send + Sync>>,
{
    let kind = error.borrow();
    let (full, away) = (is_full(kind), is_away(kind));
    let gone = matches!(kind, DieselError::DatabaseError(ForeignKeyViolation, _));
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

/// Returns whether the database failed, not the statement.
pub(crate) fn is_of_the_database(error: &DieselError) -> bool {
    is_full(error) || is_away(error)
}

fn is_away(error: &DieselError) -> bool {
    is_lost(error) || is_busy(error)
}

/// Returns whether another process holds SQLite's writer for longer than `busy_timeout`, or PostgreSQL
/// cancelled a statement after `statement_timeout` or to resolve a deadlock, for which diesel has no kind; or whether
/// another transaction came first.
pub(super) fn is_busy(error: &DieselError) -> bool {
    let busy =
        ["database is locked", "canceling statement due to statement timeout", "deadlock detected"];
    matches!(error, DieselError::DatabaseError(SerializationFailure, _))
        || matches!(error, DieselError::DatabaseError(_, info) if busy.contains(&info.message()))
}

/// Recognizes SQLite's message, and the operating system's at the end of PostgreSQL's.
fn is_full(error: &DieselError) -> bool {
    let DieselError::DatabaseError(_, info) = error else {
        return false;
    };
    let message = info.message();
    message == "database or disk is full" || message.ends_with("No space left on device")
}

/// Returns whether the error means that the connection is broken.
pub(crate) fn is_lost(error: &DieselError) -> bool {
    matches!(error, DieselError::DatabaseError(ClosedConnection | UnableToSendCommand, _))
}

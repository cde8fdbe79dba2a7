//! What this copy of the program changed, and how others are told.

use std::{collections::HashSet, time::Instant};

use diesel::{QueryResult, connection::SimpleConnection};
use kernel::Subject;
use parking_lot::Mutex;

use super::{OLDEST, payload};
use crate::{connection::DbConnection, pool::Pool};

pub(super) const CHANNEL: &str = "postup_changes";
/// Who tells without hearing.
const NAMELESS: &str = "-";

/// What this copy of the program changed and others have not been told yet.
///
/// While there is a connection for it they are told together, every 20 ms, and not in the
/// transactions of the changes: PostgreSQL lets only one that notifies commit at a time.
#[derive(Default)]
pub(in crate::database) struct Others(Mutex<Untold>);

#[derive(Default)]
struct Untold {
    subjects: HashSet<Subject>,
    /// What is being told, and may never arrive.
    on_the_way: HashSet<Subject>,
    /// When all of it was last told over the connection for it, while there is one.
    told: Option<Instant>,
}

impl Others {
    /// Whether what is given to [`Self::tell_soon`] is told soon. Where it is not, as in a command that
    /// ends before, or while the connection for it hangs, changes have to be told with
    /// [`Self::tell_within`].
    pub(in crate::database) fn are_told_soon(&self) -> bool {
        self.0.lock().told.is_some_and(|told| told.elapsed() <= OLDEST)
    }

    /// Tells the other copies, soon, that these subjects changed.
    pub(in crate::database) fn tell_soon(&self, subjects: &[Subject]) {
        self.0.lock().subjects.extend(subjects);
    }

    /// Tells the other copies that these subjects changed, and what should have been told by now, once
    /// the transaction that `conn` is in is committed. Those on SQLite see it by themselves.
    pub(in crate::database) fn tell_within(
        &self,
        conn: &mut DbConnection,
        subjects: &[Subject],
    ) -> QueryResult<()> {
        let untold = {
            let Untold { subjects, on_the_way, .. } = &*self.0.lock();
            subjects | on_the_way
        };
        notify(conn, untold.iter().chain(subjects))
    }

    /// Tells what is untold by `tell`; what that fails to tell stays on the way.
    pub(super) fn tell<E>(
        &self,
        tell: impl FnOnce(&HashSet<Subject>) -> Result<(), E>,
    ) -> Result<(), E> {
        let untold = {
            let Untold { subjects, on_the_way, .. } = &mut *self.0.lock();
            on_the_way.extend(subjects.drain());
            on_the_way.clone()
        };
        if !untold.is_empty() {
            tell(&untold)?;
            self.0.lock().on_the_way.clear();
        }
        Ok(())
    }

    /// Tells it over a connection that is there for changes, if one can be had.
    pub(in crate::database) fn tell_over(&self, pool: &Pool) {
        let _ = self.tell(|untold| {
            let mut conn = pool.get().map_err(drop)?;
            notify(&mut conn, untold).map_err(drop)
        });
    }

    /// All was told over the connection for it that had been changed by then.
    pub(super) fn told(&self, moment: Instant) {
        self.0.lock().told = Some(moment);
    }

    /// The connection for it is no more.
    pub(super) fn disconnected(&self) {
        self.0.lock().told = None;
    }
}

fn notify<'a>(
    conn: &mut DbConnection,
    subjects: impl IntoIterator<Item = &'a Subject>,
) -> QueryResult<()> {
    let mut subjects = subjects.into_iter().peekable();
    match conn {
        DbConnection::Postgres(conn) if subjects.peek().is_some() => {
            conn.batch_execute(&statement(NAMELESS, subjects))
        }
        _ => Ok(()),
    }
}

/// That tells of these subjects; of letters and digits alone, so it needs no escape.
pub(super) fn statement<'a>(name: &str, subjects: impl IntoIterator<Item = &'a Subject>) -> String {
    format!("NOTIFY {CHANNEL}, '{}'", payload::write(name, subjects))
}

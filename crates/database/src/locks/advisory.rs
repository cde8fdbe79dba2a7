use diesel::{QueryResult, RunQueryDsl, sql_query};

use crate::connection::DbConnection;

/// A lock of PostgreSQL on something that is no row. All with one number are here, so that each has a key of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AdvisoryLock {
    /// Against concurrent removal of admins.
    Admins,
    /// Against other processes that migrate or fill the database.
    Schema,
    /// Against other copies that produce or delete notifications.
    Notifications,
    BackupLeader,
    RenderingLeader,
    SweepLeader,
    IndexLeader,
    /// Against more webhooks than may be.
    Webhooks,
}

impl AdvisoryLock {
    pub const fn key(self) -> i64 {
        7_067_880_977 + self as i64
    }

    /// Waits for the lock and holds it until the transaction ends. SQLite has a single writer and needs
    /// no lock.
    pub fn lock(self, conn: &mut DbConnection) -> QueryResult<()> {
        if let DbConnection::Postgres(conn) = conn {
            sql_query(format!("SELECT pg_advisory_xact_lock({})", self.key())).execute(conn)?;
        }
        Ok(())
    }
}

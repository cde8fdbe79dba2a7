//! Stores rate limit budgets: in memory for a single process, in the database for several.

mod memory;
mod shared;

use std::sync::Arc;

use ::limits::BudgetStore;

use self::{memory::MemoryBudgets, shared::SharedBudgets};
use crate::{Database, DatabaseUrl};

impl Database {
    /// Returns the store for budgets of servers of this database, which is at `url`.
    #[must_use]
    pub fn budgets(&self, url: &DatabaseUrl) -> Arc<dyn BudgetStore> {
        match url {
            DatabaseUrl::Sqlite(_) => Arc::new(MemoryBudgets::new(MemoryBudgets::MOST)),
            DatabaseUrl::Postgres(_) => Arc::new(SharedBudgets::new(self)),
        }
    }
}

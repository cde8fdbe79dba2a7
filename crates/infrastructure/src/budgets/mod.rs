//! Where budgets are kept: in memory where one process serves, in the database where several do.

mod memory;
mod shared;

use std::sync::Arc;

use ::limits::BudgetStore;

use self::{memory::MemoryBudgets, shared::SharedBudgets};
use crate::{Database, DatabaseUrl};

impl Database {
    /// Where the budgets of those are kept who are served from the database at `url`, which is this one.
    #[must_use]
    pub fn budgets(&self, url: &DatabaseUrl) -> Arc<dyn BudgetStore> {
        match url {
            DatabaseUrl::Sqlite(_) => Arc::new(MemoryBudgets::new(MemoryBudgets::MOST)),
            DatabaseUrl::Postgres(_) => Arc::new(SharedBudgets::new(self)),
        }
    }
}

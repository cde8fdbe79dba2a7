//! Stores rate limit budgets: in memory for a single process, in the database for several.

mod memory;
mod shared;

use std::sync::Arc;

use ::limits::BudgetStore;
use database::{Database, DatabaseUrl};

use self::{memory::MemoryBudgets, shared::SharedBudgets};

/// Returns the store for budgets of servers of this database, which is at `url`.
pub fn budgets(database: &Database, url: &DatabaseUrl) -> Arc<dyn BudgetStore> {
    match url {
        DatabaseUrl::Sqlite(_) => Arc::new(MemoryBudgets::new(MemoryBudgets::MOST)),
        DatabaseUrl::Postgres(_) => Arc::new(SharedBudgets::new(database)),
    }
}

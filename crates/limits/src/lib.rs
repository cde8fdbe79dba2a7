//! How often somebody may do something: budgets that fill up again by the clock.
//!
//! - What changes something counts against the account that does it, and against the network that
//!   it comes from: many accounts of one attacker share a network.
//! - A search counts against the account; against the network if nobody is signed in.
//! - Registrations and sign-ins count against the network.
//! - An account of less than a day has a third: who was thrown out comes back with a new one.
//! - A network has five times what an account has, as an office or a school shares one.
//! - What the account may not do takes nothing from its network. What the network may not do counts
//!   for the account all the same.
//! - Where it is asked for, a registration has to solve a puzzle first ([`Work`]), each puzzle once.
//!
//! [`Act`] has the table of all quotas; [`Quota::spend`] is the one rule.

mod act;
mod budget;
mod quota;
mod service;
mod store;
mod work;

pub use act::Act;
pub use budget::{Budget, Holder};
pub use quota::{Quota, Spent};
pub use service::{Limits, Standing, Verdict};
pub use store::BudgetStore;
pub use work::{Puzzle, Puzzles, Work};

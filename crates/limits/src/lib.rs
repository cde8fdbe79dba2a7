//! Rate limits: budgets that refill with time.
//!
//! - A change counts against the account and against its network: one attacker's many accounts
//!   share a network.
//! - A search counts against the account, or against the network without one.
//! - Registrations and sign-ins count against the network.
//! - An account has a third of the quota on its first day: banned people return with new accounts.
//! - A network has five times the quota of an account: an office or a school shares one.
//! - A request refused for its account spends nothing of the network's budget. A request refused
//!   for its network still counts for the account.
//! - A registration may require a [`ProofOfWork`]; each challenge counts once.
//!
//! [`LimitedAction`] has the table of all quotas; [`Quota::spend`] is the one rule.

mod budget;
mod gcra;
mod proof_of_work;
mod quotas;
mod service;

pub use budget::{Budget, BudgetStore, LimitKey};
pub use gcra::{Quota, SpendOutcome};
pub use proof_of_work::{Challenge, ChallengeIssuer, ProofOfWork};
pub use quotas::LimitedAction;
pub use service::{Decision, LimitStatus, Limits};

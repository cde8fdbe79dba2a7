//! The forum as those see it who run it: the real process, its logs, its metrics, its end.

mod accounts;
mod audit;
mod faults;
mod health;
mod kills;
mod logs;
mod metrics;
mod privacy;
pub(crate) mod process;
mod replicas;
mod shutdown;

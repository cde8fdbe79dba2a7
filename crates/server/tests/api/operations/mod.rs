//! The forum as operators see it: the process, logs, metrics, shutdown.

mod accounts;
mod audit;
mod doctor;
mod faults;
mod health;
mod kills;
mod logs;
mod metrics;
mod privacy;
pub(crate) mod process;
mod replicas;
mod shutdown;

//! Everything that knows both sides: settings, wiring, the web interface, the subcommands of `postup`.

pub mod commands;
pub mod demo;
pub mod metrics;
pub mod settings;
pub mod web;
pub mod wiring;

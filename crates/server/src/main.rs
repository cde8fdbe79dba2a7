//! The binary `postup`.

use std::process::ExitCode;

use clap::Parser;
use server::{
    commands,
    settings::{Cli, error_line},
};

/// Serves Rust code and SQLite alike.
#[cfg(feature = "jemalloc")]
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

#[actix_web::main]
async fn main() -> ExitCode {
    // Threads that give memory back while nothing is allocated. Where they cannot start, it is given back later.
    #[cfg(feature = "jemalloc")]
    let _ = tikv_jemalloc_ctl::background_thread::write(true);
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) if error.use_stderr() => return fail(&error_line(&error)),
        Err(help) => help.exit(),
    };
    match commands::run(cli).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => fail(&error.to_string()),
    }
}

#[expect(clippy::print_stderr, reason = "this is what the person who started it reads")]
fn fail(line: &str) -> ExitCode {
    eprintln!("postup: {line}");
    ExitCode::FAILURE
}

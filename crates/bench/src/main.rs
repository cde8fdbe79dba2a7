//! `postup-bench`: baselines and tokens for `make bench`.
//!
//! A tool that is not shipped and that no crate depends on. The scripts in `bench/` run it.

mod direct;
mod limit;
mod tokens;

use std::{error::Error, process::ExitCode};

use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(name = "postup-bench", version, about)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Serves recorded responses from memory: the limit of HTTP.
    Limit(limit::Limit),
    /// Runs the database work of requests without HTTP: the limit of the database.
    Direct(direct::Direct),
    /// Prints tokens of members, one per line, without hashing passwords.
    Tokens(tokens::Wanted),
}

#[actix_web::main]
async fn main() -> ExitCode {
    let result: Result<(), Box<dyn Error>> = match Cli::parse().command {
        Command::Limit(settings) => limit::serve(&settings).await,
        Command::Direct(settings) => direct::run(&settings),
        Command::Tokens(wanted) => tokens::print(&wanted),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

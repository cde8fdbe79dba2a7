//! `postup-bench`: what `make bench` compares the server with, and the tokens it needs.
//!
//! A tool: nothing depends on it, and it is no part of what is shipped. The scripts in `bench/` start it.

mod community;
mod direct;
mod fill;
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
    /// Fills an empty database with a generated community.
    Fill(fill::Fill),
    /// Serves recorded answers from memory: the limit of the HTTP side.
    Limit(limit::Limit),
    /// Asks the database what requests would ask of it, without HTTP: the limit of the database side.
    Direct(direct::Direct),
    /// Prints tokens of members, one a line, without hashing passwords.
    Tokens(tokens::Wanted),
}

#[actix_web::main]
async fn main() -> ExitCode {
    let result: Result<(), Box<dyn Error>> = match Cli::parse().command {
        Command::Limit(settings) => limit::serve(&settings).await,
        Command::Fill(settings) => fill::run(&settings),
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

//! `postup-bench`: the limits that `make bench` compares the server with, its data and its tokens.
//!
//! A development tool, not part of a release. The scripts in `bench/` start it.

mod bare_server;
mod community;
mod fill;
mod tokens;
mod use_case_loop;

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
    /// Serves recorded responses from memory: the limit of the HTTP side.
    Limit(bare_server::Limit),
    /// Calls the use cases of requests without HTTP: the limit of the database side.
    Loop(use_case_loop::Loop),
    /// Prints tokens of members, one per line, without hashing passwords.
    Tokens(tokens::PrintTokens),
}

#[actix_web::main]
async fn main() -> ExitCode {
    let result: Result<(), Box<dyn Error>> = match Cli::parse().command {
        Command::Limit(settings) => bare_server::serve(&settings).await,
        Command::Fill(settings) => fill::run(&settings),
        Command::Loop(settings) => use_case_loop::run(&settings),
        Command::Tokens(settings) => tokens::print(&settings),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

//! Moving a community in and out.

use std::path::PathBuf;

use clap::Args;
use import::System;

use super::Database;

#[derive(Args, Debug)]
pub struct Import {
    /// The system that the community comes from
    #[arg(long, value_name = "SYSTEM", value_parser = system)]
    pub from: System,
    /// The URL of its database, or the folder of an archive
    pub source: String,
    /// The folder of its uploaded files, where they are not in the source
    #[arg(long, value_name = "FOLDER")]
    pub files: Option<PathBuf>,
    #[command(flatten)]
    pub database: Database,
}

#[derive(Args, Debug)]
pub struct ExportArchive {
    /// The folder to create
    pub folder: PathBuf,
    #[command(flatten)]
    pub database: Database,
}

fn system(name: &str) -> Result<System, String> {
    System::parse(name).ok_or_else(|| {
        let names = System::ALL.map(System::name).join(", ");
        format!("must be one of: {names}")
    })
}

//! Flags and their environment variables, as `postup --help` shows them.

pub mod backup;
mod error_line;
mod operation;

use std::net::{IpAddr, SocketAddr};

use clap::{Args, Parser, Subcommand, ValueEnum};
use infrastructure::DatabaseUrl;
use ipnet::IpNet;
use url::Url;

pub use self::{
    error_line::error_line,
    operation::{Health, LogFormat, MetricsBind, Running},
};

/// A community forum: one binary, on SQLite or PostgreSQL.
#[derive(Debug, Parser)]
#[command(name = "postup", version, about)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Applies pending migrations, then serves the forum.
    Serve(Box<Serve>),
    /// Applies pending migrations and exits.
    Migrate(backup::Migrate),
    /// Backs the database up into a new file, also while it is in use.
    Backup(backup::File),
    /// Restores a backup into an empty SQLite or PostgreSQL database.
    Restore(backup::File),
    /// Verifies all checksums and counts of a backup.
    Verify(backup::Verify),
    /// Checks the consistency of the database.
    Check(Database),
    /// Fills an empty database with a demo community, or, with --scale, with a large one.
    Demo(Demo),
    /// Promotes a user to admin.
    Admin(Name),
    /// Demotes an admin.
    Demote(Name),
    /// Bans a member.
    Ban(Name),
    /// Unbans a member.
    Unban(Name),
    /// Resets a member's password, shows it once, and ends all sessions.
    ResetPassword(Name),
    /// Unlocks a member or an address after too many failed logins.
    Unlock(Locked),
    /// Exits with 0 if the server on this machine is ready.
    Health(Health),
}

#[derive(Args, Debug)]
pub struct Database {
    /// `sqlite://FILE` or `postgres://USER:PASSWORD@HOST/NAME`
    #[arg(
        long,
        env = "POSTUP_DATABASE_URL",
        default_value = "sqlite://postup.db",
        hide_env_values = true
    )]
    pub database_url: DatabaseUrl,
    /// The log level, or a filter such as `info,api=debug`
    #[arg(long, env = "POSTUP_LOG", default_value = "info")]
    pub log: String,
    /// The format of log lines
    #[arg(long, env = "POSTUP_LOG_FORMAT", value_enum, default_value = "text")]
    pub log_format: LogFormat,
    #[command(flatten)]
    pub backups: backup::Folder,
}

#[derive(Args, Debug)]
pub struct Name {
    /// The username, in any case
    pub name: String,
    #[command(flatten)]
    pub database: Database,
}

#[derive(Args, Debug)]
pub struct Locked {
    /// The username, in any case, or the address
    pub whom: String,
    #[command(flatten)]
    pub database: Database,
}

#[derive(Args, Debug)]
pub struct Demo {
    /// Multiplies 1,000 members, 50 forums, 10,000 posts, 50,000 replies and 100,000 votes
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=100))]
    pub scale: Option<u32>,
    /// The seed of the large community
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    #[command(flatten)]
    pub database: Database,
}

#[derive(Args, Debug)]
pub struct Serve {
    /// The address and port to listen on
    #[arg(long, env = "POSTUP_BIND", default_value = "127.0.0.1:8080")]
    pub bind: SocketAddr,
    #[command(flatten)]
    pub database: Database,
    /// `postgres://…` URLs of read replicas for visitors, separated by commas
    #[arg(long, env = "POSTUP_DATABASE_READ_URLS", value_delimiter = ',', hide_env_values = true)]
    pub database_read_urls: Vec<DatabaseUrl>,
    /// How many connections the server has to PostgreSQL, and to each replica, at the most: half for reads, half for
    /// changes. Where a round trip takes a millisecond or more, 32 do more
    #[arg(long, env = "POSTUP_DATABASE_CONNECTIONS", default_value_t = infrastructure::Database::CONNECTIONS, value_parser = clap::value_parser!(u32).range(2..=200))]
    pub database_connections: u32,
    /// The secret that signs tokens: at least 32 bytes. With SQLite, the first start creates one beside the database
    #[arg(long, env = "POSTUP_JWT_SECRET", hide_env_values = true)]
    pub jwt_secret: Option<String>,
    /// The lifetime of a token, in hours
    #[arg(long, env = "POSTUP_TOKEN_TTL_HOURS", default_value = "24", value_parser = clap::value_parser!(u64).range(1..=87_600))]
    pub token_ttl_hours: u64,
    /// An admin to create at the start if the name is free; with --admin-password
    #[arg(long, env = "POSTUP_ADMIN_USERNAME", requires = "admin_password")]
    pub admin_username: Option<String>,
    /// The password of that admin
    #[arg(
        long,
        env = "POSTUP_ADMIN_PASSWORD",
        hide_env_values = true,
        requires = "admin_username"
    )]
    pub admin_password: Option<String>,
    /// Addresses or networks of trusted proxies, whose `X-Forwarded-For` counts, separated by commas
    #[arg(long, env = "POSTUP_TRUSTED_PROXIES", value_delimiter = ',', value_parser = network)]
    pub trusted_proxies: Vec<IpNet>,
    /// Web origins that may call the API from a browser, separated by commas
    #[arg(long, env = "POSTUP_CORS_ORIGINS", value_delimiter = ',', value_parser = origin)]
    pub cors_origins: Vec<String>,
    /// The public URL of the forum, for the API document
    #[arg(long, env = "POSTUP_PUBLIC_URL", value_parser = web_url)]
    pub public_url: Option<Url>,
    /// `off` is for tests and benchmarks
    #[arg(long, env = "POSTUP_RATE_LIMIT", value_enum, default_value = "on")]
    pub rate_limit: Switch,
    /// The proof-of-work bits before a registration: 17 take a browser about a second, each further bit
    /// doubles the time; 0 requires none
    #[arg(long, env = "POSTUP_REGISTRATION_WORK", default_value = "0", value_parser = clap::value_parser!(u32).range(..=26))]
    pub registration_work: u32,
    #[command(flatten)]
    pub backups: backup::Schedule,
    #[command(flatten)]
    pub running: Running,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Switch {
    On,
    Off,
}

/// Parses a network, or a single address.
fn network(text: &str) -> Result<IpNet, &'static str> {
    let text = text.trim();
    let address = || text.parse::<IpAddr>().map(IpNet::from);
    text.parse()
        .or_else(|_| address())
        .map_err(|_| "must be an address or a network such as 10.0.0.0/8")
}

fn web_url(text: &str) -> Result<Url, &'static str> {
    let url = Url::parse(text).ok().filter(|url| matches!(url.scheme(), "http" | "https"));
    url.ok_or("must be an http or https address")
}

/// Parses scheme, host and port, as browsers write them into `Origin`.
fn origin(text: &str) -> Result<String, &'static str> {
    let origin = web_url(text.trim()).map(|url| url.origin().ascii_serialization())?;
    if origin == text.trim() {
        Ok(origin)
    } else {
        Err("must be scheme, host and port alone, such as https://forum.example.org")
    }
}

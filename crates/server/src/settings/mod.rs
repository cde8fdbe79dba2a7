//! Flags and their environment variables, as `postup --help` shows them.

pub mod backup;
mod error_line;
mod mailing;
mod moving;
pub mod oidc;
mod operation;

use std::{
    net::{IpAddr, SocketAddr},
    path::PathBuf,
};

use clap::{Args, Parser, Subcommand, ValueEnum};
use database::DatabaseUrl;
use ipnet::IpNet;
use kernel::{Reason, TextError};
use moderation::{BanDays, BanDaysError};
use security::Bcrypt;
use site::Registration;
use url::Url;

pub use self::{
    error_line::error_line,
    mailing::{MailTest, Mailing, Pace},
    moving::{ExportArchive, Import},
    operation::{Health, LogFormat, MetricsBind, RenderingWord, Running, SetRendering},
};

/// A community forum: one binary, on SQLite or PostgreSQL.
#[derive(Debug, Parser)]
#[command(name = "postup", version, about = "POST-UP, a community forum")]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Applies pending migrations, then serves the forum.
    Serve(Box<Serve>),
    /// Applies pending migrations and ends.
    Migrate(backup::Migrate),
    /// Writes all contents of the database, which may be in use, into a new file.
    Backup(backup::File),
    /// Fills an empty database, of either kind, with the contents of a backup.
    Restore(backup::Restore),
    /// Reads a backup and compares all its checksums and counts.
    Verify(backup::Verify),
    /// Fills an empty forum with a community of another system. Run again, it goes on where it was interrupted.
    Import(Import),
    /// Writes the community into a new folder that another system, or `import`, can read.
    ExportArchive(ExportArchive),
    /// Checks that the data is consistent.
    Check(Database),
    /// Looks at settings, database, disk, backups, replicas and mail, and says what to do. It takes the settings of
    /// `serve`, and changes nothing.
    Doctor(Box<Serve>),
    /// Fills an empty database with a lively community.
    Demo(Demo),
    /// Makes an existing user an admin.
    Admin(Name),
    /// Removes the admin role of a user.
    Demote(Name),
    /// Bans a member, for some days or without end.
    Ban(Ban),
    /// Ends a member's ban.
    Unban(Name),
    /// Gives a member a new password, shown once, and ends all sessions.
    ResetPassword(Name),
    /// Removes the second step of a member's sign-in and ends all sessions.
    RemoveSecondStep(Name),
    /// Pauses the rendering of old texts by a new renderer, which goes on after an upgrade, or resumes it.
    Rendering(SetRendering),
    /// Lets anybody register, those with an invitation alone, or nobody.
    Registration(SetRegistration),
    /// Creates an invitation to register, shown once.
    Invite(Database),
    /// Lifts the sign-in throttle of a member or an address.
    Unlock(Locked),
    /// Sends a mail to an address and tells what became of it.
    MailTest(MailTest),
    /// Tells by its exit status whether the server on this machine is ready.
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
    /// The log filter: a level, or a filter such as `info,api=debug`
    #[arg(long, env = "POSTUP_LOG", default_value = "info")]
    pub log: String,
    /// How a line of the log is written
    #[arg(long, env = "POSTUP_LOG_FORMAT", value_enum, default_value = "text")]
    pub log_format: LogFormat,
    /// `s3://BUCKET/PREFIX` of a bucket that keeps uploaded images, with `AWS_ENDPOINT`, `AWS_REGION`,
    /// `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`; by default they are beside an SQLite database, or in PostgreSQL
    #[arg(long, env = "POSTUP_IMAGES_URL")]
    pub images_url: Option<String>,
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
pub struct SetRegistration {
    /// Who may register
    #[arg(value_enum)]
    pub registration: RegistrationWord,
    #[command(flatten)]
    pub database: Database,
}

#[derive(Args, Debug)]
pub struct Ban {
    /// The username, in any case
    pub name: String,
    /// How many days of 24 hours it lasts from now on; without end if it is missing
    #[arg(long, value_name = "N", value_parser = ban_days, allow_negative_numbers = true)]
    pub days: Option<BanDays>,
    /// Why, at most 500 characters: shown to the member and in the public log
    #[arg(long, value_name = "TEXT", value_parser = ban_reason)]
    pub reason: Option<Reason>,
    #[command(flatten)]
    pub database: Database,
}

/// Who may register.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum RegistrationWord {
    /// Anybody.
    Open,
    /// Those who have an invitation.
    Invite,
    /// Nobody.
    Closed,
}

impl From<RegistrationWord> for Registration {
    fn from(word: RegistrationWord) -> Self {
        match word {
            RegistrationWord::Open => Self::Open,
            RegistrationWord::Invite => Self::Invite,
            RegistrationWord::Closed => Self::Closed,
        }
    }
}

fn ban_days(text: &str) -> Result<BanDays, BanDaysError> {
    BanDays::new(text.parse().map_err(|_| BanDaysError)?)
}

fn ban_reason(text: &str) -> Result<Reason, TextError> {
    Reason::parse(text)
}

#[derive(Args, Debug)]
pub struct Locked {
    /// The username, in any case, or the address
    pub name_or_address: String,
    #[command(flatten)]
    pub database: Database,
}

#[derive(Args, Debug)]
pub struct Demo {
    #[command(flatten)]
    pub database: Database,
}

#[derive(Args, Debug)]
pub struct Serve {
    /// The address and port to serve at
    #[arg(long, env = "POSTUP_BIND", default_value = "127.0.0.1:8080")]
    pub bind: SocketAddr,
    #[command(flatten)]
    pub database: Database,
    /// `postgres://…` of replicas that visitors read from, separated by commas
    #[arg(long, env = "POSTUP_DATABASE_READ_URLS", value_delimiter = ',', hide_env_values = true)]
    pub database_read_urls: Vec<DatabaseUrl>,
    /// How many connections the server has to PostgreSQL, and to each replica, at the most: half for reads, half for
    /// changes. Where a round trip takes a millisecond or more, 32 do more
    #[arg(long, env = "POSTUP_DATABASE_CONNECTIONS", default_value_t = database::Database::CONNECTIONS, value_parser = clap::value_parser!(u32).range(2..=200))]
    pub database_connections: u32,
    /// The secret that signs tokens, at least 32 bytes. With SQLite, the first start creates one beside the database
    #[arg(long, env = "POSTUP_JWT_SECRET", hide_env_values = true)]
    pub jwt_secret: Option<String>,
    /// How long a token is valid, in hours
    #[arg(long, env = "POSTUP_TOKEN_TTL_HOURS", default_value = "24", value_parser = clap::value_parser!(u64).range(1..=87_600))]
    pub token_ttl_hours: u64,
    /// The cost at which bcrypt hashes passwords; each step takes twice the time. A higher one renews the hash of a
    /// member who signs in
    #[arg(long, env = "POSTUP_PASSWORD_COST", default_value_t = Bcrypt::COST, value_parser = clap::value_parser!(u32).range(10..=i64::from(Bcrypt::MAX_COST)))]
    pub password_cost: u32,
    /// An admin to create at the start if the forum has no admin; with --admin-password
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
    /// Addresses or networks of proxies whose `X-Forwarded-For` is believed, separated by commas
    #[arg(long, env = "POSTUP_TRUSTED_PROXIES", value_delimiter = ',', value_parser = network)]
    pub trusted_proxies: Vec<IpNet>,
    /// Web origins that may call the API from a browser, separated by commas
    #[arg(long, env = "POSTUP_CORS_ORIGINS", value_delimiter = ',', value_parser = origin)]
    pub cors_origins: Vec<String>,
    #[command(flatten)]
    pub mailing: Mailing,
    #[command(flatten)]
    pub pace: Pace,
    /// A TOML file of providers of OpenID Connect to sign in at: tables `[[provider]]` with `id`, `name`, `issuer`,
    /// `client_id` and `client_secret`; with --public-url. Providers send people back to
    /// `/login/oidc/{id}/callback`
    #[arg(long, env = "POSTUP_OIDC_FILE", value_name = "FILE")]
    pub oidc_file: Option<PathBuf>,
    /// Networks that may be asked for members although they are not public, such as a push service of one's own; by
    /// default none
    #[arg(long, env = "POSTUP_OUTBOUND_ALLOW", value_delimiter = ',', value_parser = network)]
    pub outbound_allow: Vec<IpNet>,
    /// Rate limits and sign-in throttling; `off` only for tests
    #[arg(long, env = "POSTUP_RATE_LIMIT", value_enum, default_value = "on")]
    pub rate_limit: Switch,
    /// How many bits of work a browser does before an account is created: 17 take it about a second,
    /// each more twice the time; 0 asks for none
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

/// A network, or one address as the network of itself alone.
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

/// Scheme, host and port, as a browser writes them into `Origin`.
fn origin(text: &str) -> Result<String, &'static str> {
    let origin = web_url(text.trim()).map(|url| url.origin().ascii_serialization())?;
    if origin == text.trim() {
        Ok(origin)
    } else {
        Err("must be scheme, host and port alone, such as https://forum.example.org")
    }
}

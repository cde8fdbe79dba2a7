//! Fills a database with a generated community.

use std::error::Error;

use clap::Args;
use database::{Database, DatabaseUrl};
use infrastructure::SystemClock;
use infrastructure::maintenance;
use kernel::Clock;
use security::Bcrypt;
use users::{Password, PasswordHasher};

use crate::community::Community;

const PASSWORD: &str = "postup-demo";

#[derive(Args)]
pub(crate) struct Fill {
    /// An empty database, which is migrated first
    #[arg(long, env = "POSTUP_DATABASE_URL", hide_env_values = true)]
    database_url: DatabaseUrl,
    /// Multiplies 1,000 members, 50 forums, 10,000 posts, 50,000 replies and 100,000 votes
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=100))]
    scale: u32,
    /// The number of posts, instead of that of the scale
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    posts: Option<u32>,
    /// The same seed gives the same community
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

pub(crate) fn run(settings: &Fill) -> Result<(), Box<dyn Error>> {
    let database = Database::open_alone(&settings.database_url)?;
    maintenance::migrate(&database)?;
    let hash = Bcrypt::new(Bcrypt::COST).hash(&Password::parse(PASSWORD, PASSWORD)?)?;
    let community = Community::new(settings.scale, settings.seed, SystemClock.now(), &hash)?;
    let community = match settings.posts {
        Some(posts) => community.with_posts(posts),
        None => community,
    };
    if !maintenance::load(&database, |loader| community.load(loader))? {
        return Err("the database is not empty: nothing was changed".into());
    }
    Ok(())
}

//! Issues tokens of generated members: signing in takes a quarter of a second each.

use std::{
    error::Error,
    io::{Write, stdout},
    time::Duration,
};

use clap::Args;
use infrastructure::SystemClock;
use kernel::{Clock, UserId};
use security::{Jwt, JwtSecret};
use users::{Session, Tokens, session_of_early_tokens};

#[derive(Args)]
pub(crate) struct PrintTokens {
    /// The server's secret
    #[arg(long, env = "POSTUP_JWT_SECRET", hide_env_values = true)]
    secret: String,
    /// The number of members
    #[arg(long)]
    members: i64,
}

pub(crate) fn print(settings: &PrintTokens) -> Result<(), Box<dyn Error>> {
    let secret = JwtSecret::new(settings.secret.clone().into_bytes())?;
    let jwt = Jwt::new(&secret, Duration::from_hours(24));
    let issued_at = SystemClock.now();
    for member in 1..=settings.members {
        let user = UserId(member);
        let id = session_of_early_tokens(user);
        let session = Session { user, id, version: 0, issued_at, api: None };
        writeln!(stdout(), "{}", jwt.issue(&session)?)?;
    }
    Ok(())
}

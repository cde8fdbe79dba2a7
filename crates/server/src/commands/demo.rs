use indicatif::{ProgressBar, ProgressStyle};
use infrastructure::{Bcrypt, SystemClock};
use kernel::Clock;
use users::{Password, PasswordHasher};

use crate::{
    commands::{CommandError, open_migrated, start_log},
    demo::{self, Community, Large, PASSWORD, Written},
    settings::Demo,
};

/// Fills an empty database, and tells how to sign in.
pub(super) fn demo(settings: &Demo) -> Result<(), CommandError> {
    start_log(&settings.database)?;
    let database = open_migrated(&settings.database)?;
    let password = Password::parse(PASSWORD, PASSWORD)
        .map_err(|error| CommandError::Refused(error.to_string()))?;
    let hash = Bcrypt::new(Bcrypt::COST).hash(&password)?;
    let now = SystemClock.now();
    let community: Box<dyn Community> = match settings.scale {
        None => Box::new(Written::new(now, &hash).map_err(CommandError::Refused)?),
        Some(scale) => {
            Box::new(Large::new(scale, settings.seed, now, &hash).map_err(CommandError::Refused)?)
        }
    };
    let bar = ProgressBar::new(community.rows() as u64).with_style(style());
    let filled = demo::fill(&database, &*community, &|rows| bar.inc(rows as u64))?;
    bar.finish_and_clear();
    if !filled {
        let reason =
            "the database is not empty: nothing was changed. Name a new one with --database-url";
        return Err(CommandError::Refused(reason.to_owned()));
    }
    tell(&*community);
    Ok(())
}

fn style() -> ProgressStyle {
    let template = "{bar:40} {percent:>3} % · {pos} of {len} rows · {eta} left";
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}

#[expect(clippy::print_stdout, reason = "this is what the person who started it reads")]
fn tell(community: &dyn Community) {
    println!("{} rows loaded. Everybody's password is {PASSWORD}.", community.rows());
}

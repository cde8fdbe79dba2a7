use infrastructure::maintenance;

use crate::{
    commands::{CommandError, backup::open_existing, progress::Progress, start_log, with_images},
    settings::Database,
};

/// `postup check`
pub(super) fn check(settings: &Database) -> Result<(), CommandError> {
    start_log(settings)?;
    let database = with_images(settings, open_existing(settings)?)?;
    if !maintenance::pending(&database)?.is_empty() {
        let reason = "the database has not the newest schema: run `postup migrate` first";
        return Err(CommandError::Refused(reason.to_owned()));
    }
    let progress = Progress::of("parts");
    let findings = maintenance::check(&database, &|done, all| progress.set(done, all))?;
    drop(progress);
    for finding in &findings {
        tell(&finding.to_string());
    }
    if findings.is_empty() {
        tell("all is well");
        return Ok(());
    }
    Err(CommandError::Refused(format!("found wrong: {}", findings.len())))
}

#[expect(clippy::print_stdout, reason = "this is what the person who started it reads")]
fn tell(line: &str) {
    println!("{line}");
}

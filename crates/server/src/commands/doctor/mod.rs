//! `postup doctor`: what an operator would look at, on one screen, and what to do about it.

mod database;
mod machine;
mod outside;
mod report;
mod settings;

use tokio::task::spawn_blocking;

use self::report::Report;
use crate::{
    commands::{CommandError, start_log},
    settings::Serve,
};

/// Looks at everything that a server with these settings needs, and changes nothing.
///
/// # Errors
/// When there is a fault.
pub(super) async fn doctor(settings: Box<Serve>) -> Result<(), CommandError> {
    start_log(&settings.database)?;
    // Databases, mail servers and replicas may take their time.
    let looked = spawn_blocking(move || look(&settings)).await;
    let report = looked.map_err(|error| CommandError::Refused(error.to_string()))?;
    tell(&report.to_string());
    match report.faults() {
        0 => Ok(()),
        faults => Err(CommandError::Refused(format!("faults: {faults}"))),
    }
}

fn look(settings: &Serve) -> Report {
    let mut report = Report::default();
    settings::look(settings, &mut report);
    database::look(settings, &mut report);
    machine::look(settings, &mut report);
    outside::look(settings, &mut report);
    report
}

#[expect(clippy::print_stdout, reason = "this is what the person who started it reads")]
fn tell(report: &str) {
    print!("{report}");
}

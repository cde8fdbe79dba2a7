use import::{Fate, Import, ImportError, Kind, Report, SourceError, sources};
use infrastructure::{DbCommunity, DbImport, SystemClock};
use kernel::Clock as _;

use crate::{
    commands::{
        CommandError, backup::open_existing, open_migrated, progress::Progress, start_log,
        with_images,
    },
    settings::{self, ExportArchive},
};

/// `postup import --from SYSTEM SOURCE`
pub(super) fn import(settings: &settings::Import) -> Result<(), CommandError> {
    start_log(&settings.database)?;
    // Opened before the database: a wrong source must not create one.
    let source = sources::open(settings.from, &settings.source, settings.files.clone())?;
    let database = with_images(&settings.database, open_migrated(&settings.database)?)?;
    let destination = DbImport::new(database, settings.from);
    let progress = Progress::of("rows");
    let step = |kind, done, all| show(&progress, kind, done, all);
    let report = Import::run(&*source, &destination, SystemClock.now(), &step)?;
    drop(progress);
    tell("carried", &report);
    Ok(())
}

/// `postup export-archive FOLDER`
pub(super) fn export(settings: &ExportArchive) -> Result<(), CommandError> {
    start_log(&settings.database)?;
    let database = with_images(&settings.database, open_existing(&settings.database)?)?;
    let progress = Progress::of("rows");
    let step = |kind, done, all| show(&progress, kind, done, all);
    let report = sources::archive::write(&DbCommunity::new(database), &settings.folder, &step)?;
    drop(progress);
    tell("written", &report);
    Ok(())
}

fn show(progress: &Progress, kind: Kind, done: u64, all: u64) {
    progress.name(&kind.to_string());
    progress.set(done, all);
}

impl From<SourceError> for CommandError {
    fn from(error: SourceError) -> Self {
        Self::Refused(error.to_string())
    }
}

impl From<ImportError> for CommandError {
    fn from(error: ImportError) -> Self {
        match error {
            ImportError::NotEmpty => Self::Refused(format!(
                "{error}. Name a new database with --database-url. An import that was \
                 interrupted goes on with the same --from"
            )),
            ImportError::Finished(_) => Self::Refused(error.to_string()),
            ImportError::Source(error) => error.into(),
            ImportError::Destination(error) => error.into(),
        }
    }
}

#[expect(clippy::print_stdout, reason = "this is what the person who started it reads")]
fn tell(done: &str, report: &Report) {
    for kind in Kind::ALL {
        println!("{kind:<20} {:>9} {done}", report.count(kind));
        for (_, fate, remark, line) in report.lines().filter(|(of, ..)| *of == kind) {
            let fate = match fate {
                Fate::Changed => "of these",
                Fate::NotCarried => "not",
            };
            println!("  {:>9} {fate}: {remark} ({})", line.rows, line.examples.join(", "));
        }
    }
}

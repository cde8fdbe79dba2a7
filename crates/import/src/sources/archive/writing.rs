//! Writes any source as an archive.

use std::{
    collections::HashSet,
    fs::{self, DirBuilder, File, OpenOptions},
    io::{self, BufWriter, Write as _},
    os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _},
    path::Path,
};

use serde::Serialize;

use super::{FORMAT, HEAD, Head, IMAGES, VERSION, file_of};
use crate::{Kind, OnProgress, Report, Row, Rows, Source, SourceError, convert::with_addresses};

/// What an archive is being written to.
struct Writer<'a> {
    source: &'a dyn Source,
    folder: &'a Path,
    on_progress: OnProgress<'a>,
    /// Of files that texts show: written, or lost.
    files: HashSet<String>,
    report: Report,
}

/// Writes everything that a source has into a new folder, which its owner alone can read: it has the hashes of passwords,
/// addresses and messages.
///
/// # Errors
/// If the folder exists, or source or disk fail.
pub fn write(
    source: &dyn Source,
    folder: &Path,
    on_progress: OnProgress<'_>,
) -> Result<Report, SourceError> {
    let failed = |error: io::Error| SourceError::new(folder.display().to_string(), error);
    let create = || -> io::Result<()> {
        DirBuilder::new().mode(0o700).create(folder)?;
        fs::create_dir(folder.join(IMAGES))
    };
    create().map_err(failed)?;
    let (files, report) = (HashSet::new(), Report::default());
    let mut writer = Writer { source, folder, on_progress, files, report };
    writer.lines(Kind::User, source.users()?)?;
    writer.lines(Kind::Forum, source.forums()?)?;
    writer.lines(Kind::Tie, source.ties()?)?;
    writer.lines(Kind::Post, source.posts()?)?;
    writer.lines(Kind::Reply, source.replies()?)?;
    writer.lines(Kind::Vote, source.votes()?)?;
    writer.lines(Kind::Message, source.messages()?)?;
    // Last, so that a folder without it is no archive.
    let head = serde_json::json!(Head { format: FORMAT.to_owned(), version: VERSION });
    let store = || -> io::Result<()> {
        let mut file = private_file(&folder.join(HEAD))?;
        writeln!(file, "{head}")?;
        file.sync_all()
    };
    store().map_err(failed)?;
    Ok(writer.report)
}

fn private_file(path: &Path) -> io::Result<File> {
    OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)
}

impl Writer<'_> {
    fn lines<T: Serialize>(&mut self, kind: Kind, rows: Rows<'_, T>) -> Result<(), SourceError> {
        let path = self.folder.join(file_of(kind));
        let failed = |error: io::Error| SourceError::new(path.display().to_string(), error);
        let mut file = BufWriter::new(private_file(&path).map_err(failed)?);
        let all = self.source.count(kind)?;
        let mut done = 0;
        for row in rows {
            match row? {
                Row::Record(record) => {
                    let line = serde_json::to_string(&record)
                        .map_err(|error| SourceError::new(path.display().to_string(), error))?;
                    self.files_in(&line)?;
                    writeln!(file, "{line}").map_err(failed)?;
                    self.report.carried(kind);
                }
                Row::Unreadable { id, reason } => self.report.lose(kind, reason, &id),
            }
            done += 1;
            if done % 500 == 0 {
                (self.on_progress)(kind, done, all.max(done));
            }
        }
        file.into_inner().map_err(|error| failed(error.into_error()))?.sync_all().map_err(failed)
    }

    /// Writes the files whose addresses a line has.
    fn files_in(&mut self, line: &str) -> Result<(), SourceError> {
        // Line breaks and quotation marks stand behind a backslash.
        let spaced = line.replace('\\', " ");
        with_addresses(&spaced, |address| {
            for part in address.split(' ') {
                if let Some(id) = self.source.file(part) {
                    self.file(id)?;
                }
            }
            Ok(None)
        })?;
        Ok(())
    }

    fn file(&mut self, id: String) -> Result<(), SourceError> {
        if self.files.contains(&id) {
            return Ok(());
        }
        match self.source.read_file(&id)? {
            Some(bytes) => {
                let path = self.folder.join(IMAGES).join(&id);
                let write = || private_file(&path)?.write_all(&bytes);
                write().map_err(|error| SourceError::new(path.display().to_string(), error))?;
                self.report.carried(Kind::File);
            }
            None => self.report.lose(Kind::File, "the file is gone or has more than 10 MiB", &id),
        }
        self.files.insert(id);
        Ok(())
    }
}

use std::{
    fs::File,
    io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Take},
    path::{Path, PathBuf},
};

use sha2::{Digest, Sha256};
use zstd::Decoder;

use super::{
    BackupError, BackupKey, Progress, Summary, encryption,
    format::{
        CHECKSUM, ContentHash, Hashed, Head, LinesHash, MAGIC, MAGIC_OF_ALL, Mark, TRAILER,
        TableEnd, TableHead,
    },
    rows::{MAX_PAGE_BYTES, PAGE},
};

/// The longest line in bytes. Rows make far shorter ones; a forged file could fill the memory.
const LONGEST_LINE: u64 = 16 * 1024 * 1024;

/// The largest window of the decoder, as a binary logarithm: 8 MiB, four times what the writer uses.
const WINDOW_LOG: u32 = 23;

/// A file that was found whole: the checksum over all its bytes is right.
#[derive(Debug)]
pub struct Backup {
    path: PathBuf,
    file: File,
    /// The end of the lines, in bytes from the beginning.
    end: u64,
    head: Head,
}

/// Receives the contents of a backup, in order.
pub(super) trait Sink {
    fn table(&mut self, table: &TableHead) -> Result<(), BackupError>;
    /// Takes at most [`PAGE`] rows, and about [`MAX_PAGE_BYTES`].
    fn rows(&mut self, rows: &[String]) -> Result<(), BackupError>;
    fn table_end(&mut self, end: &TableEnd) -> Result<(), BackupError>;
}

impl Backup {
    /// Opens a file that is not encrypted.
    ///
    /// # Errors
    /// Those of [`Self::open_with`].
    pub fn open(path: &Path) -> Result<Self, BackupError> {
        Self::open_with(None, path)
    }

    /// Opens a file, with the key if it is encrypted, and reads all of it once, for the checksum over its bytes.
    ///
    /// # Errors
    /// When it cannot be read, is no backup, is of a newer format, is cut or damaged, or the key is not that of the file.
    pub fn open_with(key: Option<&BackupKey>, path: &Path) -> Result<Self, BackupError> {
        let failed = |source| BackupError::File { path: path.to_owned(), source };
        let mut file = encryption::open(path, key)?;
        let length = file.metadata().map_err(failed)?.len();
        let mut magic = vec![];
        (&file).take(MAGIC.len() as u64).read_to_end(&mut magic).map_err(failed)?;
        if magic.get(..MAGIC_OF_ALL) != MAGIC.get(..MAGIC_OF_ALL) {
            return Err(BackupError::NoBackup(path.to_owned()));
        }
        if magic != MAGIC {
            return Err(BackupError::NewerFormat(path.to_owned()));
        }
        let end = length.saturating_sub((TRAILER.len() + CHECKSUM) as u64);
        if !is_whole(&mut file, length).map_err(failed)? {
            return Err(damaged(path, "the checksum of the file is not that of its bytes"));
        }
        let head = match Lines::of(&file, path, end)?.next()? {
            Line::Mark(Mark::Backup(head)) => head,
            Line::Mark(_) | Line::Row(_) => return Err(damaged(path, "its first line")),
        };
        Ok(Self { path: path.to_owned(), file, end, head })
    }

    /// Its origin.
    pub fn head(&self) -> &Head {
        &self.head
    }

    /// Reads all of it, and compares all checksums and counts.
    ///
    /// # Errors
    /// When one is wrong, or the file cannot be read.
    pub fn verify(&self, progress: Progress<'_>) -> Result<Summary, BackupError> {
        struct Nowhere;
        impl Sink for Nowhere {
            fn table(&mut self, _: &TableHead) -> Result<(), BackupError> {
                Ok(())
            }
            fn rows(&mut self, _: &[String]) -> Result<(), BackupError> {
                Ok(())
            }
            fn table_end(&mut self, _: &TableEnd) -> Result<(), BackupError> {
                Ok(())
            }
        }
        self.read(&mut Nowhere, progress)
    }

    /// Hands all contents to `sink`; only what comes back without an error was whole.
    pub(super) fn read(
        &self,
        sink: &mut dyn Sink,
        progress: Progress<'_>,
    ) -> Result<Summary, BackupError> {
        let mut lines = Lines::of(&self.file, &self.path, self.end)?;
        lines.next()?;
        let (mut content, mut tables, mut rows) = (ContentHash::default(), 0, 0);
        let end = loop {
            match lines.next()? {
                Line::Mark(Mark::Table(table)) => {
                    let end = self.read_table(&mut lines, &table, sink, rows, progress)?;
                    content.add(&table.name, &end.sha256);
                    tables += 1;
                    rows += end.rows;
                }
                Line::Mark(Mark::End(end)) => break end,
                Line::Mark(Mark::Backup(_) | Mark::TableEnd(_)) | Line::Row(_) => {
                    return Err(damaged(&self.path, "the order of its lines"));
                }
            }
        };
        let content = content.finish();
        if (end.tables, end.rows, &end.sha256) != (tables, rows, &content) {
            return Err(damaged(&self.path, "the counts and the checksum at its end"));
        }
        Ok(Summary { head: self.head.clone(), tables, rows, content_hash: content })
    }

    fn read_table(
        &self,
        lines: &mut Lines<'_>,
        table: &TableHead,
        sink: &mut dyn Sink,
        before: u64,
        progress: Progress<'_>,
    ) -> Result<TableEnd, BackupError> {
        let mut hash = LinesHash::default();
        hash.add(lines.line.trim_end());
        sink.table(table)?;
        let (mut page, mut bytes, mut rows) = (vec![], 0, 0);
        let end = loop {
            let line = lines.next()?;
            if matches!(line, Line::Mark(_)) || page.len() == PAGE || bytes >= MAX_PAGE_BYTES {
                rows += page.len() as u64;
                sink.rows(&page)?;
                page.clear();
                bytes = 0;
                progress(before + rows, self.head.rows);
            }
            match line {
                Line::Row(row) => {
                    hash.add(&row);
                    bytes += row.len();
                    page.push(row);
                }
                Line::Mark(Mark::TableEnd(end)) => break end,
                Line::Mark(_) => return Err(damaged(&self.path, "the order of its lines")),
            }
        };
        if (end.rows, &end.sha256) != (rows, &hash.finish()) {
            return Err(damaged(&self.path, &format!("the rows of the table {}", table.name)));
        }
        sink.table_end(&end)?;
        Ok(end)
    }
}

/// Returns whether the checksum at the end matches the bytes before it.
fn is_whole(file: &mut File, length: u64) -> io::Result<bool> {
    let Some(hashed) = length.checked_sub(CHECKSUM as u64) else { return Ok(false) };
    file.rewind()?;
    let mut bytes = Hashed { to: io::sink(), digest: Sha256::new() };
    io::copy(&mut (&*file).take(hashed), &mut bytes)?;
    let mut checksum = vec![];
    file.read_to_end(&mut checksum)?;
    Ok(checksum == bytes.digest.finalize().as_slice())
}

fn damaged(path: &Path, what: &str) -> BackupError {
    BackupError::Damaged { path: path.to_owned(), what: what.to_owned() }
}

enum Line {
    Row(String),
    Mark(Mark),
}

/// The lines of a file, one at a time.
struct Lines<'a> {
    from: BufReader<Decoder<'static, BufReader<Take<&'a File>>>>,
    path: &'a Path,
    /// The last line of the file.
    line: String,
}

impl<'a> Lines<'a> {
    fn of(mut file: &'a File, path: &'a Path, end: u64) -> Result<Self, BackupError> {
        let failed = |source| BackupError::File { path: path.to_owned(), source };
        let start = file.seek(SeekFrom::Start(MAGIC.len() as u64)).map_err(failed)?;
        let body = file.take(end.saturating_sub(start));
        let mut decoder = Decoder::new(body).map_err(failed)?;
        decoder.window_log_max(WINDOW_LOG).map_err(failed)?;
        Ok(Self { from: BufReader::new(decoder), path, line: String::new() })
    }

    fn next(&mut self) -> Result<Line, BackupError> {
        self.line.clear();
        let unreadable = |error: io::Error| damaged(self.path, &error.to_string());
        let read = (&mut self.from).take(LONGEST_LINE).read_line(&mut self.line);
        if read.map_err(unreadable)? as u64 == LONGEST_LINE {
            return Err(damaged(self.path, "a line is too long"));
        }
        let line = self.line.trim_end_matches('\n');
        if line.starts_with('[') {
            return Ok(Line::Row(line.to_owned()));
        }
        let mark = serde_json::from_str(line).map_err(io::Error::from).map_err(unreadable)?;
        Ok(Line::Mark(mark))
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    /// Returns a file with a right checksum, but rows that no database of POST-UP has.
    fn forged(row: &str, rows: usize) -> tempfile::NamedTempFile {
        let mut body = zstd::Encoder::new(vec![], 1).unwrap();
        let head = r#"{"backup":{"schema":"0005","created_at":"","program":"","database":"sqlite","rows":1}}"#;
        let table = r#"{"table":{"name":"users","columns":["id"]}}"#;
        writeln!(body, "{head}\n{table}").unwrap();
        (0..rows).for_each(|_| writeln!(body, "{row}").unwrap());
        let hashed = [&MAGIC[..], &body.finish().unwrap(), &TRAILER].concat();
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(&hashed).unwrap();
        file.write_all(&Sha256::digest(&hashed)).unwrap();
        file
    }

    #[derive(Default)]
    struct PageSizes(Vec<usize>);

    impl Sink for PageSizes {
        fn table(&mut self, _: &TableHead) -> Result<(), BackupError> {
            Ok(())
        }
        fn rows(&mut self, rows: &[String]) -> Result<(), BackupError> {
            self.0.push(rows.iter().map(String::len).sum());
            Ok(())
        }
        fn table_end(&mut self, _: &TableEnd) -> Result<(), BackupError> {
            Ok(())
        }
    }

    #[test]
    fn a_forged_file_makes_pages_of_bounded_size() {
        let row = format!("[\"{}\"]", "a".repeat(LONGEST_LINE as usize - 100));
        let file = forged(&row, 8);
        assert!(file.path().metadata().unwrap().len() < 100_000);
        let mut sizes = PageSizes::default();
        let read = Backup::open(file.path()).unwrap().read(&mut sizes, &|_, _| ());
        assert!(matches!(read, Err(BackupError::Damaged { .. })));
        let largest = sizes.0.iter().copied().max().unwrap();
        assert!(largest < MAX_PAGE_BYTES + LONGEST_LINE as usize, "{largest}");
    }
}

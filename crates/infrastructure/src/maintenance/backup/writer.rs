use std::io::{self, BufWriter, Write};

use sha2::{Digest, Sha256};
use zstd::Encoder;

use super::format::{
    ContentHash, End, Hashed, Head, LinesHash, MAGIC, Mark, TRAILER, TableEnd, TableHead,
};

/// Writes one backup from its beginning to its end.
pub(super) struct Writer<W: Write> {
    lines: Encoder<'static, Hashed<BufWriter<W>>>,
    content: ContentHash,
    tables: u64,
    rows: u64,
}

impl<W: Write> Writer<W> {
    pub(super) fn new(to: W, head: Head) -> io::Result<Self> {
        let mut file = Hashed { to: BufWriter::new(to), digest: Sha256::new() };
        file.write_all(&MAGIC)?;
        let mut lines = Encoder::new(file, zstd::DEFAULT_COMPRESSION_LEVEL)?;
        lines.include_checksum(true)?;
        writeln!(lines, "{}", Mark::Backup(head).to_line()?)?;
        Ok(Self { lines, content: ContentHash::default(), tables: 0, rows: 0 })
    }

    /// Begins a table; [`TableWriter::end`] ends it.
    pub(super) fn table(
        &mut self,
        name: &str,
        columns: Vec<String>,
    ) -> io::Result<TableWriter<'_, W>> {
        let head = Mark::Table(TableHead { name: name.to_owned(), columns }).to_line()?;
        let mut table =
            TableWriter { to: self, name: name.to_owned(), rows: 0, hash: LinesHash::default() };
        table.line(&head)?;
        Ok(table)
    }

    /// Ends the file.
    pub(super) fn finish(mut self) -> io::Result<()> {
        let end = End { tables: self.tables, rows: self.rows, sha256: self.content.finish() };
        writeln!(self.lines, "{}", Mark::End(end).to_line()?)?;
        let mut file = self.lines.finish()?;
        file.write_all(&TRAILER)?;
        let mut to = file.to;
        to.write_all(&file.digest.finalize())?;
        to.flush()
    }
}

/// Writes the rows of one table.
pub(super) struct TableWriter<'a, W: Write> {
    to: &'a mut Writer<W>,
    name: String,
    rows: u64,
    hash: LinesHash,
}

impl<W: Write> TableWriter<'_, W> {
    pub(super) fn rows(&mut self, lines: &[String]) -> io::Result<()> {
        self.rows += lines.len() as u64;
        lines.iter().try_for_each(|line| self.line(line))
    }

    pub(super) fn end(self, last_id: Option<i64>) -> io::Result<()> {
        let sha256 = self.hash.finish();
        self.to.content.add(&self.name, &sha256);
        self.to.tables += 1;
        self.to.rows += self.rows;
        let end = TableEnd { rows: self.rows, last_id, sha256 };
        writeln!(self.to.lines, "{}", Mark::TableEnd(end).to_line()?)
    }

    fn line(&mut self, line: &str) -> io::Result<()> {
        self.hash.add(line);
        writeln!(self.to.lines, "{line}")
    }
}

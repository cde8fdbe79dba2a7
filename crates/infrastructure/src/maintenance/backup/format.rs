//! The parts of a file, as `docs/backup-format.md` describes them.

use std::io::{self, Write};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// The start of a file: a skippable frame of zstd (RFC 8878, 3.1.2), which names the format.
pub(super) const MAGIC: [u8; 24] = *b"\x50\x2a\x4d\x18\x10\x00\x00\x00POST-UP backup 1";
/// The part of [`MAGIC`] that any version of the format begins with.
pub(super) const MAGIC_OF_ALL: usize = MAGIC.len() - 1;
/// Precedes the checksum at the end of a file: a skippable frame.
pub(super) const TRAILER: [u8; 8] = *b"\x50\x2a\x4d\x18\x20\x00\x00\x00";
/// The bytes of the checksum over all bytes before it.
pub(super) const CHECKSUM: usize = 32;

/// A line that is no row; it is a JSON object, where a row is an array.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum Mark {
    /// The first line.
    Backup(Head),
    /// Before the rows of a table.
    Table(TableHead),
    /// Behind the rows of a table.
    TableEnd(TableEnd),
    /// The last line.
    End(End),
}

/// The origin of a backup.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Head {
    /// The number of the database's last migration.
    pub schema: String,
    /// When it was begun: RFC 3339, UTC, to the millisecond.
    pub created_at: String,
    /// The version of the program that wrote it.
    pub program: String,
    /// `sqlite` or `postgresql`: what it was read from; it is restored into either.
    pub database: String,
    /// The number of rows in all tables.
    pub rows: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TableHead {
    pub(super) name: String,
    pub(super) columns: Vec<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TableEnd {
    pub(super) rows: u64,
    /// The highest id ever given, where the database gives ids.
    pub(super) last_id: Option<i64>,
    /// Over the lines of the table, from its head to its last row.
    pub(super) sha256: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct End {
    pub(super) tables: u64,
    pub(super) rows: u64,
    /// Over the names and checksums of all tables; see [`ContentHash`].
    pub(super) sha256: String,
}

impl Mark {
    /// The line, without its end.
    pub(super) fn to_line(&self) -> io::Result<String> {
        Ok(serde_json::to_string(self)?)
    }
}

/// The checksum of all that a community consists of, alike on both databases.
#[derive(Default)]
pub(super) struct ContentHash(Sha256);

impl ContentHash {
    /// Takes the next table, in the order of the file.
    pub(super) fn add(&mut self, table: &str, sha256: &str) {
        self.0.update(format!("{table} {sha256}\n"));
    }

    pub(super) fn finish(self) -> String {
        hex::encode(self.0.finalize())
    }
}

/// The checksum over lines, each with the newline that ends it.
#[derive(Default)]
pub(super) struct LinesHash(Sha256);

impl LinesHash {
    pub(super) fn add(&mut self, line: &str) {
        self.0.update(line);
        self.0.update("\n");
    }

    pub(super) fn finish(self) -> String {
        hex::encode(self.0.finalize())
    }
}

/// Writes on, and keeps the checksum of all that was written.
pub(super) struct Hashed<W> {
    pub(super) to: W,
    pub(super) digest: Sha256,
}

impl<W: Write> Write for Hashed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.to.write(bytes)?;
        self.digest.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

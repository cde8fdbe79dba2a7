//! Lines of JSON, whatever is in them.

use std::{
    fs::{self, File},
    io::{self, BufRead, BufReader, Read},
    iter,
    path::Path,
};

use serde::Deserialize;

use crate::{Row, Rows, SourceError};

/// The most bytes of a line.
const MAX_LINE: usize = 1024 * 1024;

/// Opens a file that is no link; `None` if it is missing, which says that there are no such records.
fn open(path: &Path) -> Result<Option<BufReader<File>>, SourceError> {
    let failed = |error: io::Error| SourceError::new(path.display().to_string(), error);
    match fs::symlink_metadata(path) {
        Ok(metadata) if metadata.is_file() => {
            Ok(Some(BufReader::new(File::open(path).map_err(failed)?)))
        }
        Ok(_) => Err(SourceError::new(path.display().to_string(), "is no file")),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(failed(error)),
    }
}

pub(super) fn count_lines(path: &Path) -> Result<u64, SourceError> {
    let Some(mut file) = open(path)? else { return Ok(0) };
    let mut lines = 0;
    loop {
        let bytes =
            file.fill_buf().map_err(|error| SourceError::new(path.display().to_string(), error))?;
        if bytes.is_empty() {
            return Ok(lines);
        }
        lines += memchr::memchr_iter(b'\n', bytes).count() as u64;
        let length = bytes.len();
        file.consume(length);
    }
}

/// Returns the records of a file, one in each line. Blank lines are passed over.
pub(super) fn lines<T: for<'de> Deserialize<'de> + 'static>(
    path: &Path,
) -> Result<Rows<'static, T>, SourceError> {
    let Some(mut file) = open(path)? else { return Ok(Box::new(iter::empty())) };
    let name = path.display().to_string();
    let mut number = 0_u64;
    Ok(Box::new(iter::from_fn(move || {
        loop {
            number += 1;
            let line = match next_line(&mut file) {
                Ok(Some(line)) => line,
                Ok(None) => return None,
                Err(error) => return Some(Err(SourceError::new(name.clone(), error))),
            };
            if !line.trim_ascii().is_empty() {
                return Some(Ok(row(&line, number)));
            }
        }
    })))
}

fn row<T: for<'de> Deserialize<'de>>(line: &[u8], number: u64) -> Row<T> {
    let unreadable = |reason| Row::Unreadable { id: format!("line {number}"), reason };
    if line.len() > MAX_LINE {
        return unreadable("the line has more than 1 MiB");
    }
    let Ok(text) = str::from_utf8(line) else { return unreadable("the line is not UTF-8") };
    serde_json::from_str(text)
        .map_or_else(|_| unreadable("the line is not such a record in JSON"), Row::Record)
}

/// Returns the next line: of one that is too long, just more than [`MAX_LINE`] bytes.
fn next_line(file: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let mut line = vec![];
    file.by_ref().take(MAX_LINE as u64 + 1).read_until(b'\n', &mut line)?;
    if line.is_empty() {
        return Ok(None);
    }
    if !line.ends_with(b"\n") && line.len() > MAX_LINE {
        file.skip_until(b'\n')?;
    }
    Ok(Some(line))
}

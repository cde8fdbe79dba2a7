//! Texts with their files.

use images::{ImageName, ProcessError};
use kernel::{ImageUrl, Timestamp, UserId};

use super::{Import, ImportError};
use crate::{
    Kind, StoredImage, Text,
    convert::{cut, markdown, one_line, shorten, with_addresses},
};

/// What stands where a source has no text.
const NO_TEXT: &str = "*(no text)*";

/// Whose text it is, for the report and the files in it.
#[derive(Clone, Copy)]
pub(super) struct Of<'r> {
    pub(super) kind: Kind,
    pub(super) id: &'r str,
    pub(super) author: Option<UserId>,
    pub(super) at: Timestamp,
}

impl Import<'_> {
    /// Returns the text as Markdown of 1 to `max` characters that shows something, with the files that it shows stored.
    pub(super) fn text(
        &mut self,
        of: Of<'_>,
        text: &Text,
        max: usize,
    ) -> Result<String, ImportError> {
        let found = self.optional_text(of, text, max)?;
        Ok(found.unwrap_or_else(|| {
            self.change(of.kind, "there is no text", of.id);
            NO_TEXT.to_owned()
        }))
    }

    /// As [`Self::text`]; `None` if it shows nothing.
    pub(super) fn optional_text(
        &mut self,
        of: Of<'_>,
        text: &Text,
        max: usize,
    ) -> Result<Option<String>, ImportError> {
        let converted = markdown(text);
        let converted = with_addresses(&converted, |address| {
            Ok::<_, ImportError>(self.file(of, address)?.map(|image| image.as_str().to_owned()))
        })?;
        if kernel::is_blank(&converted) {
            return Ok(None);
        }
        let (text, was_cut) = cut(converted, max);
        if was_cut {
            self.change(of.kind, "the text is too long: its end was cut", of.id);
        }
        Ok(Some(text))
    }

    /// Returns the address here of the file that an address is of; `None` if it is of none or the file is lost.
    pub(super) fn file(
        &mut self,
        of: Of<'_>,
        address: &str,
    ) -> Result<Option<ImageUrl>, ImportError> {
        let Some(id) = self.source.file(address) else { return Ok(None) };
        if self.lost_files.contains(&id) {
            return Ok(None);
        }
        if let Some(known) = self.destination.images(&[&id])?.remove(&id) {
            return Ok(Some(known));
        }
        let stored = self.store(of, &id)?;
        match stored {
            Ok(name) => {
                self.report.carried(Kind::File);
                Ok(ImageUrl::parse(&name.url()).ok().flatten())
            }
            Err(reason) => {
                self.lose(Kind::File, reason, &id);
                self.lost_files.insert(id);
                Ok(None)
            }
        }
    }

    fn store(
        &mut self,
        of: Of<'_>,
        id: &str,
    ) -> Result<Result<ImageName, &'static str>, ImportError> {
        let Some(bytes) = self.source.read_file(id)? else {
            return Ok(Err("the file is gone or has more than 10 MiB"));
        };
        let image = match images::process(&bytes) {
            Ok(image) => image,
            Err(ProcessError::UnknownFormat) => return Ok(Err("the file is no image")),
            Err(ProcessError::TooManyPixels) => return Ok(Err("the image has too many pixels")),
            Err(ProcessError::Unreadable) => return Ok(Err("the image is damaged")),
        };
        let stored = StoredImage { source_id: id, owner: of.author, at: of.at, image: &image };
        self.destination.insert_image(&stored)?;
        Ok(Ok(image.name))
    }

    /// Returns the address here of an avatar or a picture, which may be elsewhere.
    pub(super) fn picture(
        &mut self,
        of: Of<'_>,
        address: Option<&str>,
    ) -> Result<Option<ImageUrl>, ImportError> {
        let Some(address) = address.filter(|address| !address.trim().is_empty()) else {
            return Ok(None);
        };
        if self.source.file(address).is_some() {
            return self.file(of, address);
        }
        let elsewhere = ImageUrl::parse(address).ok().flatten();
        let elsewhere = elsewhere.filter(|url| !url.as_str().starts_with("/images/u/"));
        if elsewhere.is_none() {
            self.change(of.kind, "the picture has no address that can be shown", of.id);
        }
        Ok(elsewhere)
    }

    /// Returns the title of a post: one line of at most `max` characters, or else the start of its text.
    pub(super) fn title(&mut self, id: &str, title: &str, text: &str, max: usize) -> String {
        let line = one_line(title);
        if kernel::is_blank(&line) {
            self.change(Kind::Post, "there is no title: the text gives one", id);
            let first = text.lines().find(|line| !kernel::is_blank(line)).unwrap_or_default();
            return shorten(&one_line(first), max.min(80));
        }
        let short = shorten(&line, max);
        if short != line {
            self.change(Kind::Post, "the title is too long: its end was cut", id);
        }
        short
    }
}

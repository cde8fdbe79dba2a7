//! From the bytes of an upload to those of an image that is kept.

mod animation;
mod colors;

use std::io::Cursor;

use image::{
    DynamicImage, ImageDecoder, ImageFormat, ImageReader, Limits,
    codecs::{
        jpeg::JpegEncoder,
        png::{CompressionType, FilterType, PngEncoder},
        webp::WebPEncoder,
    },
};
use sha2::{Digest, Sha256};

use self::animation::Animation;

use crate::{ImageName, ImageSize, ProcessError, name::Encoding};

/// The most bytes of an upload.
pub const MAX_UPLOAD_BYTES: usize = 10 * 1024 * 1024;
const MAX_PIXELS: u64 = 40_000_000;
/// The most bytes of a decoded image: those of [`MAX_PIXELS`] with eight bits in each of four channels.
const MAX_DECODED_BYTES: u64 = 4 * MAX_PIXELS;
/// The most bytes that a decoder needs beside those of the upload: a progressive JPEG keeps its
/// coefficients until the end.
const MAX_DECODER_BYTES: u64 = 3 * MAX_DECODED_BYTES;
/// The longest side of the full size.
const MAX_SIDE: u32 = 2_048;
/// The most bytes of the full size. Noise at [`MAX_SIDE`] has more and is scaled down.
const MAX_ENCODED_BYTES: usize = 4 * 1024 * 1024;
const JPEG_QUALITY: u8 = 85;

/// An image in all its sizes, encoded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EncodedImage {
    pub name: ImageName,
    pub width: u32,
    pub height: u32,
    /// The full size first; no size that would be larger.
    pub sizes: Vec<(ImageSize, Vec<u8>)>,
}

impl EncodedImage {
    /// Returns how many bytes the full size has.
    pub fn full_bytes(&self) -> usize {
        self.sizes.first().map_or(0, |(_, bytes)| bytes.len())
    }
}

/// Decodes an upload, makes its sizes and encodes them. Takes up to some seconds of CPU time and about
/// 200 MB.
pub fn process(upload: &[u8]) -> Result<EncodedImage, ProcessError> {
    let format = format_of(upload).ok_or(ProcessError::UnknownFormat)?;
    if let Some(animation) = animation::encode(upload, format)? {
        return animated(animation);
    }
    let image = decode(upload, format)?;
    let is_lossy = matches!(format, ImageFormat::Jpeg | ImageFormat::WebP);
    let pixels = Pixels::of(image);
    let (full, encoding, bytes) = encode_full(pixels, is_lossy)?;
    let (width, height) = (full.0.width(), full.0.height());
    let name = ImageName::of(&Sha256::digest(&bytes), encoding);
    let mut sizes = vec![(ImageSize::Full, bytes)];
    for size in ImageSize::ALL {
        if size != ImageSize::Full && width.max(height) > size.pixels() {
            sizes.push((size, full.fit(size.pixels()).encode(encoding)?));
        }
    }
    Ok(EncodedImage { name, width, height, sizes })
}

/// Makes stills of the smaller sizes: lists show those.
fn animated(Animation { bytes, still }: Animation) -> Result<EncodedImage, ProcessError> {
    let name = ImageName::of(&Sha256::digest(&bytes), Encoding::WebP);
    let still = Pixels::of(still);
    let (width, height) = (still.0.width(), still.0.height());
    let mut sizes = vec![(ImageSize::Full, bytes)];
    for size in ImageSize::ALL {
        if size != ImageSize::Full {
            let side = size.pixels().min(width.max(height));
            sizes.push((size, still.fit(side).encode(Encoding::WebP)?));
        }
    }
    Ok(EncodedImage { name, width, height, sizes })
}

fn format_of(bytes: &[u8]) -> Option<ImageFormat> {
    match bytes {
        [0xff, 0xd8, 0xff, ..] => Some(ImageFormat::Jpeg),
        [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1a, b'\n', ..] => Some(ImageFormat::Png),
        [b'G', b'I', b'F', b'8', b'7' | b'9', b'a', ..] => Some(ImageFormat::Gif),
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some(ImageFormat::WebP),
        _ => None,
    }
}

/// Decodes an image within the bounds, scales it down, converts its colors and turns it the right way up.
fn decode(upload: &[u8], format: ImageFormat) -> Result<DynamicImage, ProcessError> {
    let unreadable = |_| ProcessError::Unreadable;
    if format == ImageFormat::Jpeg && !has_end(upload) {
        return Err(ProcessError::Unreadable);
    }
    let mut reader = ImageReader::with_format(Cursor::new(upload), format);
    reader.limits(limits());
    let mut decoder = reader.into_decoder().map_err(unreadable)?;
    let (width, height) = decoder.dimensions();
    if u64::from(width) * u64::from(height) > MAX_PIXELS
        || decoder.total_bytes() > MAX_DECODED_BYTES
    {
        return Err(ProcessError::TooManyPixels);
    }
    // An image without a readable orientation or profile stays as it is.
    let orientation = decoder.orientation().ok();
    let profile = decoder.icc_profile().ok().flatten();
    let mut image = DynamicImage::from_decoder(decoder).map_err(unreadable)?;
    if width.max(height) > MAX_SIDE {
        // Before it is turned: a copy of the small one needs less memory.
        image = image.thumbnail(MAX_SIDE, MAX_SIDE);
    }
    image = colors::into_srgb(image, profile.as_deref());
    if let Some(orientation) = orientation {
        image.apply_orientation(orientation);
    }
    Ok(image)
}

fn limits() -> Limits {
    let mut limits = Limits::no_limits();
    limits.max_alloc = Some(MAX_DECODER_BYTES);
    limits
}

/// Returns whether a JPEG has its end: of one that is cut off, the decoder makes the rest gray.
fn has_end(jpeg: &[u8]) -> bool {
    const END: u8 = 0xd9;
    let mut at = 0;
    loop {
        let rest = jpeg.get(at..).unwrap_or_default();
        // In coded data a zero follows this byte if it begins no marker; before one there may be several.
        let marker =
            rest.windows(2).position(|pair| pair[0] == 0xff && !matches!(pair[1], 0 | 0xff));
        let Some(marker) = marker.map(|marker| at + marker) else { return false };
        at = match jpeg[marker + 1] {
            END => return true,
            // Restarts, the beginning, and a marker without meaning have no length.
            0x01 | 0xd0..=0xd8 => marker + 2,
            _ => match jpeg[marker + 2..] {
                [high, low, ..] => marker + 2 + usize::from(u16::from_be_bytes([high, low])),
                _ => return false,
            },
        };
    }
}

/// An image with eight bits in each channel, with or without transparent pixels.
struct Pixels(DynamicImage);

impl Pixels {
    fn of(image: DynamicImage) -> Self {
        if image.color().has_alpha() {
            let image = image.into_rgba8();
            if image.pixels().any(|pixel| pixel.0[3] < u8::MAX) {
                return Self(DynamicImage::ImageRgba8(image));
            }
            return Self(DynamicImage::ImageRgb8(DynamicImage::ImageRgba8(image).into_rgb8()));
        }
        Self(DynamicImage::ImageRgb8(image.into_rgb8()))
    }

    fn is_opaque(&self) -> bool {
        !self.0.color().has_alpha()
    }

    /// Returns the image with this longest side.
    fn fit(&self, side: u32) -> Self {
        Self(self.0.thumbnail(side, side))
    }

    fn encode(&self, encoding: Encoding) -> Result<Vec<u8>, ProcessError> {
        let mut bytes = vec![];
        let encoded = match encoding {
            Encoding::Jpeg => {
                self.0.write_with_encoder(JpegEncoder::new_with_quality(&mut bytes, JPEG_QUALITY))
            }
            Encoding::Png => {
                let (compression, filter) = (CompressionType::Default, FilterType::Adaptive);
                let encoder = PngEncoder::new_with_quality(&mut bytes, compression, filter);
                self.0.write_with_encoder(encoder)
            }
            Encoding::WebP => self.0.write_with_encoder(WebPEncoder::new_lossless(&mut bytes)),
        };
        encoded.map_err(|_| ProcessError::Unreadable)?;
        Ok(bytes)
    }
}

/// Encodes the full size, scaled down as far as [`MAX_ENCODED_BYTES`] asks for.
fn encode_full(
    mut pixels: Pixels,
    is_lossy: bool,
) -> Result<(Pixels, Encoding, Vec<u8>), ProcessError> {
    let is_jpeg = is_lossy && pixels.is_opaque();
    let mut encoding = if is_jpeg { Encoding::Jpeg } else { Encoding::Png };
    loop {
        let bytes = pixels.encode(encoding)?;
        if bytes.len() <= MAX_ENCODED_BYTES {
            return Ok((pixels, encoding, bytes));
        }
        if encoding == Encoding::Png && pixels.is_opaque() {
            // A photograph, which a PNG does not suit.
            encoding = Encoding::Jpeg;
        } else {
            pixels = pixels.fit(pixels.0.width().max(pixels.0.height()) * 3 / 4);
        }
    }
}

#[cfg(test)]
mod tests;

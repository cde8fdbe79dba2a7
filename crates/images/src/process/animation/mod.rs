//! Animations move on: each frame is decoded, and encoded anew as an animated WebP without loss.

mod webp;

use std::io::Cursor;

use image::{
    AnimationDecoder, DynamicImage, Frame, Frames, ImageDecoder, ImageFormat, ImageResult,
    codecs::{gif::GifDecoder, png::PngDecoder, webp::WebPDecoder},
    metadata::{LoopCount, Orientation},
};

use self::webp::Writer;
use super::{MAX_PIXELS, MAX_SIDE, colors, limits};
use crate::ProcessError;

/// The most bytes of an animation. One that has more is scaled down.
const MAX_BYTES: usize = 8 * 1024 * 1024;
/// Browsers show a frame without a duration for so long, in milliseconds; so do they with shorter ones.
const USUAL_DELAY: u32 = 100;
const SHORTEST_DELAY: u32 = 11;

/// An encoded animation.
pub(super) struct Animation {
    pub(super) bytes: Vec<u8>,
    /// Its first frame, in the size of the animation.
    pub(super) still: DynamicImage,
}

/// An animation before its frames are decoded.
struct Source<'a> {
    frames: Frames<'a>,
    loops: LoopCount,
    pixels: u64,
    side: u32,
    orientation: Option<Orientation>,
    profile: Option<Vec<u8>>,
}

/// Encodes the animation of an upload, scaled down as far as [`MAX_BYTES`] asks for; `None` of a still image.
pub(super) fn encode(
    upload: &[u8],
    format: ImageFormat,
) -> Result<Option<Animation>, ProcessError> {
    let Some(mut source) = open(upload, format)? else { return Ok(None) };
    let mut side = source.side.min(MAX_SIDE);
    loop {
        match encode_frames(source, side)? {
            Outcome::Encoded(animation) => return Ok(Some(animation)),
            Outcome::Still => return Ok(None),
            Outcome::TooLarge => side = side * 3 / 4,
        }
        source = open(upload, format)?.ok_or(ProcessError::Unreadable)?;
    }
}

enum Outcome {
    Encoded(Animation),
    /// It has one frame.
    Still,
    TooLarge,
}

fn encode_frames(source: Source<'_>, side: u32) -> Result<Outcome, ProcessError> {
    let Source { frames, loops, pixels, orientation, profile, .. } = source;
    let mut writer = Writer::default();
    let mut still = None;
    for (count, frame) in (1..).zip(frames) {
        if pixels * count > MAX_PIXELS {
            return Err(ProcessError::TooManyPixels);
        }
        let frame = frame.map_err(|_| ProcessError::Unreadable)?;
        let delay = delay_of(&frame);
        let mut image = DynamicImage::ImageRgba8(frame.into_buffer());
        if image.width().max(image.height()) > side {
            image = image.thumbnail(side, side);
        }
        image = colors::into_srgb(image, profile.as_deref());
        if let Some(orientation) = orientation {
            image.apply_orientation(orientation);
        }
        still.get_or_insert_with(|| image.clone());
        writer.add(image.into_rgba8(), delay).map_err(|_| ProcessError::Unreadable)?;
        if writer.len() > MAX_BYTES {
            return Ok(Outcome::TooLarge);
        }
    }
    let still = still.ok_or(ProcessError::Unreadable)?;
    Ok(match writer.finish(loops) {
        Some(bytes) => Outcome::Encoded(Animation { bytes, still }),
        None => Outcome::Still,
    })
}

/// In milliseconds.
fn delay_of(frame: &Frame) -> u32 {
    let (numerator, denominator) = frame.delay().numer_denom_ms();
    match numerator / denominator.max(1) {
        ..SHORTEST_DELAY => USUAL_DELAY,
        delay => delay,
    }
}

/// Returns `None` of an image that cannot have several frames.
fn open(upload: &[u8], format: ImageFormat) -> Result<Option<Source<'_>>, ProcessError> {
    let file = Cursor::new(upload);
    let opened = match format {
        ImageFormat::Gif => GifDecoder::new(file).map(|gif| Some(Opened::Gif(Box::new(gif)))),
        ImageFormat::Png => PngDecoder::with_limits(file, limits()).and_then(|png| {
            Ok(if png.is_apng()? { Some(Opened::Png(Box::new(png))) } else { None })
        }),
        ImageFormat::WebP => WebPDecoder::new(file)
            .map(|webp| webp.has_animation().then(|| Opened::WebP(Box::new(webp)))),
        _ => Ok(None),
    };
    match opened.map_err(|_| ProcessError::Unreadable)? {
        None => Ok(None),
        Some(Opened::Gif(mut gif)) => {
            gif.set_limits(limits()).map_err(|_| ProcessError::TooManyPixels)?;
            source(*gif, |gif| Ok((gif.loop_count(), gif.into_frames())))
        }
        Some(Opened::Png(png)) => source(*png, |png| {
            let png = png.apng()?;
            Ok((png.loop_count(), png.into_frames()))
        }),
        Some(Opened::WebP(webp)) => {
            source(*webp, |webp| Ok((webp.loop_count(), webp.into_frames())))
        }
    }
}

type File<'a> = Cursor<&'a [u8]>;

enum Opened<'a> {
    Gif(Box<GifDecoder<File<'a>>>),
    Png(Box<PngDecoder<File<'a>>>),
    WebP(Box<WebPDecoder<File<'a>>>),
}

fn source<'a, D: ImageDecoder>(
    mut decoder: D,
    frames: impl FnOnce(D) -> ImageResult<(LoopCount, Frames<'a>)>,
) -> Result<Option<Source<'a>>, ProcessError> {
    let (width, height) = decoder.dimensions();
    let pixels = u64::from(width) * u64::from(height);
    if pixels > MAX_PIXELS {
        return Err(ProcessError::TooManyPixels);
    }
    let orientation = decoder.orientation().ok();
    let profile = decoder.icc_profile().ok().flatten();
    let (loops, frames) = frames(decoder).map_err(|_| ProcessError::Unreadable)?;
    Ok(Some(Source { frames, loops, pixels, side: width.max(height), orientation, profile }))
}

#[cfg(test)]
mod tests;

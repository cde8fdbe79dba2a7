//! The container of an animated WebP. The encoder at hand writes single frames.

use image::{
    ExtendedColorType, ImageResult, RgbaImage, codecs::webp::WebPEncoder, metadata::LoopCount,
};

/// What a file with one frame begins with: `RIFF`, its length and `WEBP`.
const FILE_HEADER: usize = 12;
/// The header of a chunk: its name and length.
const CHUNK_HEADER: usize = 8;
const HAS_ANIMATION: u8 = 1 << 1;
const HAS_ALPHA: u8 = 1 << 4;
/// A frame replaces what is below it.
const NO_BLENDING: u8 = 1 << 1;
/// The longest duration of a frame in milliseconds, which has 24 bits.
const LONGEST: u32 = (1 << 24) - 1;

/// Writes an animation frame by frame: of each the rectangle that differs from the frame before.
#[derive(Default)]
pub(super) struct Writer {
    chunks: Vec<u8>,
    frames: usize,
    /// The latest frame, and the chunk that shows it, whose duration still grows while nothing changes.
    latest: Option<(RgbaImage, Part)>,
    has_alpha: bool,
}

/// A changed rectangle, encoded.
struct Part {
    x: u32,
    y: u32,
    width: u32,
    height: u32,
    duration: u32,
    bytes: Vec<u8>,
}

impl Writer {
    /// Adds a frame, which is as large as those before it, for `duration` milliseconds.
    pub(super) fn add(&mut self, frame: RgbaImage, duration: u32) -> ImageResult<()> {
        self.has_alpha |= frame.pixels().any(|pixel| pixel.0[3] < u8::MAX);
        let before = self.latest.take();
        let Some((mut before, mut part)) = before else {
            let all = (0, 0, frame.width(), frame.height());
            let part = Part::encode(&frame, all, duration)?;
            self.latest = Some((frame, part));
            return Ok(());
        };
        match changed(&before, &frame) {
            None => part.duration = part.duration.saturating_add(duration).min(LONGEST),
            Some(changed) => {
                self.write(&part);
                part = Part::encode(&frame, changed, duration)?;
                before = frame;
            }
        }
        self.latest = Some((before, part));
        Ok(())
    }

    /// Returns how many bytes there are until now.
    pub(super) fn len(&self) -> usize {
        self.chunks.len() + self.latest.as_ref().map_or(0, |(_, part)| part.bytes.len())
    }

    /// Returns the file; `None` if nothing moves in it.
    pub(super) fn finish(mut self, loops: LoopCount) -> Option<Vec<u8>> {
        let (canvas, part) = self.latest.take()?;
        if self.frames == 0 {
            return None;
        }
        self.write(&part);
        let flags = HAS_ANIMATION | if self.has_alpha { HAS_ALPHA } else { 0 };
        let mut header = vec![flags, 0, 0, 0];
        header.extend(three_bytes(canvas.width() - 1));
        header.extend(three_bytes(canvas.height() - 1));
        let loops = match loops {
            LoopCount::Infinite => 0,
            LoopCount::Finite(times) => u16::try_from(times.get()).unwrap_or(u16::MAX),
        };
        // The background is transparent.
        let mut animation = vec![0; 4];
        animation.extend(loops.to_le_bytes());
        let mut content = b"WEBP".to_vec();
        put_chunk(&mut content, *b"VP8X", &header);
        put_chunk(&mut content, *b"ANIM", &animation);
        content.append(&mut self.chunks);
        let mut file = vec![];
        put_chunk(&mut file, *b"RIFF", &content);
        Some(file)
    }

    fn write(&mut self, part: &Part) {
        let mut frame = vec![];
        for number in [part.x / 2, part.y / 2, part.width - 1, part.height - 1, part.duration] {
            frame.extend(three_bytes(number));
        }
        frame.push(NO_BLENDING);
        frame.extend(&part.bytes);
        put_chunk(&mut self.chunks, *b"ANMF", &frame);
        self.frames += 1;
    }
}

impl Part {
    fn encode(
        frame: &RgbaImage,
        (x, y, width, height): (u32, u32, u32, u32),
        duration: u32,
    ) -> ImageResult<Self> {
        let pixels = image::imageops::crop_imm(frame, x, y, width, height).to_image();
        let mut file = vec![];
        let encoder = WebPEncoder::new_lossless(&mut file);
        encoder.encode(&pixels, width, height, ExtendedColorType::Rgba8)?;
        let bytes = file.split_off(FILE_HEADER);
        Ok(Self { x, y, width, height, duration: duration.min(LONGEST), bytes })
    }
}

/// Returns the smallest rectangle (left, top, width, height) that holds all changes and begins at even numbers, as
/// places in an animation do.
fn changed(before: &RgbaImage, after: &RgbaImage) -> Option<(u32, u32, u32, u32)> {
    let row = after.width() as usize * 4;
    let rows = || before.as_raw().chunks_exact(row).zip(after.as_raw().chunks_exact(row));
    let top = rows().position(|(before, after)| before != after)?;
    let bottom = rows().rposition(|(before, after)| before != after)?;
    let (mut left, mut right) = (row, 0);
    for (before, after) in rows().skip(top).take(bottom - top + 1) {
        let differs = || before.iter().zip(after).map(|(before, after)| before != after);
        left = left.min(differs().position(|differs| differs).unwrap_or(row));
        right = right.max(differs().rposition(|differs| differs).unwrap_or(0));
    }
    let (left, top) = (left / 4 / 2 * 2, top / 2 * 2);
    let (width, height) = (right / 4 + 1 - left, bottom + 1 - top);
    Some((left as u32, top as u32, width as u32, height as u32))
}

fn three_bytes(number: u32) -> [u8; 3] {
    let [one, two, three, _] = number.to_le_bytes();
    [one, two, three]
}

/// Appends a chunk, which ends at an even number of bytes.
fn put_chunk(to: &mut Vec<u8>, name: [u8; 4], content: &[u8]) {
    to.reserve(CHUNK_HEADER + content.len() + 1);
    to.extend(name);
    to.extend((content.len() as u32).to_le_bytes());
    to.extend(content);
    if content.len() % 2 == 1 {
        to.push(0);
    }
}

use std::time::Duration;

use image::{
    Delay, Rgba, RgbaImage,
    codecs::gif::{GifEncoder, Repeat},
};

use super::*;
use crate::{EncodedImage, ImageSize, MAX_UPLOAD_BYTES, process};

/// A square that moves over a background with another color in each frame.
fn frame(width: u32, height: u32, nth: u32) -> RgbaImage {
    RgbaImage::from_fn(width, height, |x, y| {
        let is_square = (nth * 7..nth * 7 + 5).contains(&x) && (3..9).contains(&y);
        if is_square { Rgba([255, 200 - nth as u8, 0, 255]) } else { Rgba([0, 60, 90, 255]) }
    })
}

fn gif(width: u32, height: u32, frames: u32) -> Vec<u8> {
    let mut bytes = vec![];
    let mut encoder = GifEncoder::new(&mut bytes);
    encoder.set_repeat(Repeat::Finite(3)).unwrap();
    for nth in 0..frames {
        let delay = Delay::from_saturating_duration(Duration::from_millis(50));
        let frame = Frame::from_parts(frame(width, height, nth), 0, 0, delay);
        encoder.encode_frame(frame).unwrap();
    }
    drop(encoder);
    bytes
}

fn frames_of(webp: &[u8]) -> Vec<Frame> {
    let decoder = WebPDecoder::new(Cursor::new(webp)).unwrap();
    decoder.into_frames().collect_frames().unwrap()
}

fn size(image: &EncodedImage, size: ImageSize) -> &[u8] {
    &image.sizes.iter().find(|(of, _)| *of == size).unwrap().1
}

fn assert_moves(image: &EncodedImage, frames: u32) {
    assert_eq!(image.name.content_type(), "image/webp");
    let shown = frames_of(size(image, ImageSize::Full));
    assert_eq!(shown.len(), frames as usize);
    for (nth, shown) in (0..).zip(&shown) {
        assert_eq!(shown.delay().numer_denom_ms(), (50, 1));
        assert_eq!(shown.buffer(), &frame(image.width, image.height, nth), "{nth}");
    }
}

#[test]
fn a_gif_moves_and_its_sizes_are_stills() {
    let image = process(&gif(90, 40, 6)).unwrap();
    assert_eq!((image.width, image.height), (90, 40));
    assert_moves(&image, 6);
    for (px, width) in [(ImageSize::Px48, 48), (ImageSize::Px96, 90), (ImageSize::Px400, 90)] {
        let still = size(&image, px);
        let decoder = WebPDecoder::new(Cursor::new(still)).unwrap();
        assert!(!decoder.has_animation());
        assert_eq!(decoder.dimensions().0, width);
    }
    let still = image::load_from_memory(size(&image, ImageSize::Px400)).unwrap();
    assert_eq!(still.into_rgba8(), frame(90, 40, 0));
}

#[test]
fn an_animated_webp_and_png_move() {
    // What this crate makes of a GIF is an animated WebP.
    let webp = process(&gif(91, 41, 5)).unwrap();
    let again = process(size(&webp, ImageSize::Full)).unwrap();
    assert_moves(&again, 5);
    assert_eq!(again.name, webp.name);
    assert_moves(&process(&png(91, 41, 5)).unwrap(), 5);
}

/// An animated PNG: the frames of stills in the chunks of one file.
fn png(width: u32, height: u32, frames: u32) -> Vec<u8> {
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    let mut number = 0_u32;
    for nth in 0..frames {
        let mut still = Cursor::new(vec![]);
        frame(width, height, nth).write_to(&mut still, ImageFormat::Png).unwrap();
        for (name, content) in chunks(still.get_ref()) {
            match &name {
                b"IHDR" if nth == 0 => {
                    put(&mut file, *b"IHDR", &content);
                    put(&mut file, *b"acTL", &[frames.to_be_bytes(), 0_u32.to_be_bytes()].concat());
                }
                b"IDAT" => {
                    let mut control = vec![];
                    for value in [number, width, height, 0, 0] {
                        control.extend(value.to_be_bytes());
                    }
                    // 50 ms, no disposal, no blending.
                    control.extend([0, 50, 3, 232, 0, 0]);
                    put(&mut file, *b"fcTL", &control);
                    number += 1;
                    if nth == 0 {
                        put(&mut file, *b"IDAT", &content);
                    } else {
                        put(&mut file, *b"fdAT", &[&number.to_be_bytes()[..], &content].concat());
                        number += 1;
                    }
                }
                _ => {}
            }
        }
    }
    put(&mut file, *b"IEND", &[]);
    file
}

/// The chunks of a PNG; those with pixels as one.
fn chunks(png: &[u8]) -> Vec<([u8; 4], Vec<u8>)> {
    let (mut at, mut chunks) = (8, Vec::<([u8; 4], Vec<u8>)>::new());
    while at < png.len() {
        let length = u32::from_be_bytes(png[at..at + 4].try_into().unwrap()) as usize;
        let name: [u8; 4] = png[at + 4..at + 8].try_into().unwrap();
        let content = &png[at + 8..at + 8 + length];
        match chunks.last_mut() {
            Some((last, all)) if *last == name => all.extend(content),
            _ => chunks.push((name, content.to_vec())),
        }
        at += 12 + length;
    }
    chunks
}

fn put(file: &mut Vec<u8>, name: [u8; 4], content: &[u8]) {
    file.extend((content.len() as u32).to_be_bytes());
    let start = file.len();
    file.extend(name);
    file.extend(content);
    let crc = file[start..].iter().fold(!0_u32, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| (crc >> 1) ^ (0xedb8_8320 * (crc & 1)))
    });
    file.extend((!crc).to_be_bytes());
}

#[test]
fn frames_that_show_the_same_are_one() {
    let mut bytes = vec![];
    let mut encoder = GifEncoder::new(&mut bytes);
    for nth in [0, 0, 1, 1, 1] {
        let delay = Delay::from_saturating_duration(Duration::ZERO);
        encoder.encode_frame(Frame::from_parts(frame(60, 50, nth), 0, 0, delay)).unwrap();
    }
    drop(encoder);
    let frames = frames_of(size(&process(&bytes).unwrap(), ImageSize::Full));
    let delays: Vec<_> = frames.iter().map(|frame| frame.delay().numer_denom_ms().0).collect();
    assert_eq!(delays, [200, 300]);
}

#[test]
fn one_frame_is_a_still() {
    let image = process(&gif(60, 50, 1)).unwrap();
    assert_eq!(image.name.content_type(), "image/png");
}

#[test]
fn all_frames_together_have_at_most_40_megapixels() {
    // 41 frames of a megapixel.
    let long = gif(1_000, 1_000, 41);
    assert!(long.len() < MAX_UPLOAD_BYTES);
    assert_eq!(process(&long), Err(ProcessError::TooManyPixels));
}

#[test]
fn an_animation_that_is_cut_off_is_unreadable() {
    let (gif, png) = (gif(90, 40, 6), png(90, 40, 6));
    let webp = size(&process(&gif).unwrap(), ImageSize::Full).to_vec();
    for bytes in [gif, png, webp] {
        for tenths in [5, 9] {
            let cut = process(&bytes[..bytes.len() * tenths / 10]);
            assert_eq!(cut, Err(ProcessError::Unreadable), "{tenths} {:?}", &bytes[..4]);
        }
    }
}

#[test]
fn a_large_animation_is_scaled_down() {
    let image = process(&gif(2_500, 60, 3)).unwrap();
    assert_eq!((image.width, image.height), (2_048, 49));
    let mut state = 1_u64;
    let mut noise = || {
        RgbaImage::from_fn(1_000, 1_000, |_, _| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let [r, g, b, ..] = state.rotate_left(24).to_le_bytes();
            Rgba([r, g, b, 255])
        })
    };
    let mut writer = Writer::default();
    for _ in 0..4 {
        writer.add(noise(), 50).unwrap();
    }
    let bytes = writer.finish(LoopCount::Infinite).unwrap();
    assert!(bytes.len() > MAX_BYTES);
    let image = process(&bytes).unwrap();
    assert!(size(&image, ImageSize::Full).len() <= MAX_BYTES);
    assert!(image.width < 1_000, "{}", image.width);
    assert_eq!(frames_of(size(&image, ImageSize::Full))[0].buffer().dimensions().0, image.width);
}

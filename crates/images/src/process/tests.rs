use image::{
    ExtendedColorType, ImageEncoder, Rgb, RgbImage, Rgba, RgbaImage, codecs::webp::WebPEncoder,
    metadata::Orientation,
};

use moxcms::ColorProfile;

use super::*;

fn photo(width: u32, height: u32) -> DynamicImage {
    DynamicImage::ImageRgb8(RgbImage::from_fn(width, height, |x, y| {
        Rgb([(x % 256) as u8, (y % 256) as u8, 100])
    }))
}

fn encoded(image: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(vec![]);
    image.write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

fn decoded(bytes: &[u8]) -> DynamicImage {
    image::load_from_memory(bytes).unwrap()
}

/// Pixels that no encoder compresses.
fn noise(width: u32, height: u32, alpha: u8) -> RgbaImage {
    let mut state = 1_u64;
    RgbaImage::from_fn(width, height, |_, _| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let [r, g, b, ..] = state.rotate_left(24).to_le_bytes();
        Rgba([r, g, b, alpha])
    })
}

/// A JPEG with an Exif segment behind its first marker, which turns it and names a place.
fn with_exif(jpeg: &[u8], orientation: Orientation) -> Vec<u8> {
    let mut exif = b"Exif\0\0MM\0\x2a\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0".to_vec();
    exif.extend([orientation.to_exif(), 0, 0]);
    exif.extend(b"\0\0\0\0 secret place");
    let mut file = vec![0xff, 0xd8, 0xff, 0xe1];
    file.extend((exif.len() as u16 + 2).to_be_bytes());
    file.extend(exif);
    file.extend(&jpeg[2..]);
    file
}

#[test]
fn every_format_is_recognized_by_its_content() {
    for (format, ending) in [
        (ImageFormat::Jpeg, ".jpg"),
        (ImageFormat::Png, ".png"),
        (ImageFormat::WebP, ".jpg"),
        (ImageFormat::Gif, ".png"),
    ] {
        let image = process(&encoded(&photo(60, 50), format)).unwrap();
        assert!(image.name.as_str().ends_with(ending), "{format:?} {}", image.name);
        assert_eq!((image.width, image.height), (60, 50), "{format:?}");
    }
    for other in [&b""[..], b"<svg xmlns='http://www.w3.org/2000/svg'/>", b"BM\0\0", b"\xff\xd8"] {
        assert_eq!(process(other), Err(ProcessError::UnknownFormat));
    }
}

#[test]
fn damaged_images_are_unreadable() {
    for format in [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP, ImageFormat::Gif] {
        let bytes = encoded(&photo(60, 50), format);
        assert_eq!(process(&bytes[..16]), Err(ProcessError::Unreadable), "{format:?}");
    }
}

#[test]
fn images_that_are_cut_off_are_unreadable() {
    for format in [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP, ImageFormat::Gif] {
        let bytes = encoded(
            &DynamicImage::ImageRgb8(DynamicImage::ImageRgba8(noise(90, 80, 255)).into_rgb8()),
            format,
        );
        assert!(process(&bytes).is_ok(), "{format:?}");
        for tenths in [5, 9] {
            let cut = process(&bytes[..bytes.len() * tenths / 10]);
            assert_eq!(cut, Err(ProcessError::Unreadable), "{format:?} {tenths}");
        }
    }
}

#[test]
fn the_end_of_a_thumbnail_is_not_that_of_a_jpeg() {
    let mut jpeg = encoded(&photo(60, 50), ImageFormat::Jpeg);
    let thumbnail = [0xff, 0xe1, 0, 6, 0xff, 0xd9, 0, 0];
    jpeg.splice(2..2, thumbnail);
    assert!(process(&jpeg).is_ok());
    jpeg.truncate(jpeg.len() - 2);
    assert_eq!(process(&jpeg), Err(ProcessError::Unreadable));
}

/// An image of one color, with a profile.
fn with_profile(color: [u8; 3], profile: &ColorProfile, format: ImageFormat) -> Vec<u8> {
    let image = RgbImage::from_pixel(16, 16, Rgb(color));
    let (profile, mut bytes) = (profile.encode().unwrap(), vec![]);
    macro_rules! encode {
        ($encoder:expr) => {{
            let mut encoder = $encoder;
            encoder.set_icc_profile(profile).unwrap();
            encoder.write_image(&image, 16, 16, ExtendedColorType::Rgb8).unwrap();
        }};
    }
    match format {
        ImageFormat::Jpeg => encode!(JpegEncoder::new_with_quality(&mut bytes, 100)),
        ImageFormat::Png => encode!(PngEncoder::new(&mut bytes)),
        _ => encode!(WebPEncoder::new_lossless(&mut bytes)),
    }
    bytes
}

#[test]
fn colors_of_a_profile_become_those_of_srgb() {
    let mut swapped = ColorProfile::new_srgb();
    std::mem::swap(&mut swapped.red_colorant, &mut swapped.green_colorant);
    let wide = ColorProfile::new_display_p3();
    for format in [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP] {
        for (profile, color, wanted) in [
            (&swapped, [200, 60, 30], [60, 200, 30]),
            (&wide, [200, 60, 30], [217, 42, 0]),
            (&ColorProfile::new_srgb(), [200, 60, 30], [200, 60, 30]),
        ] {
            let image = process(&with_profile(color, profile, format)).unwrap();
            let Rgb(got) = *decoded(&image.sizes[0].1).into_rgb8().get_pixel(8, 8);
            let is_near = got.iter().zip(wanted).all(|(one, other)| one.abs_diff(other) <= 3);
            assert!(is_near, "{format:?} {got:?} {wanted:?}");
            assert!(!image.sizes[0].1.windows(4).any(|part| part == b"acsp"), "{format:?}");
        }
    }
}

#[test]
fn profiles_of_gray_images_count_and_unreadable_ones_do_not() {
    let gray = DynamicImage::new_luma8(8, 8);
    let linear = ColorProfile::new_gray_with_gamma(1.0).encode().unwrap();
    let mut middle = gray.into_luma8();
    middle.fill(55);
    for (profile, wanted) in [(linear, 127_u8), (b"no profile".to_vec(), 55)] {
        let mut bytes = vec![];
        let mut encoder = PngEncoder::new(&mut bytes);
        encoder.set_icc_profile(profile).unwrap();
        encoder.write_image(&middle, 8, 8, ExtendedColorType::L8).unwrap();
        let image = process(&bytes).unwrap();
        let Rgb(got) = *decoded(&image.sizes[0].1).into_rgb8().get_pixel(4, 4);
        assert!(got.iter().all(|one| one.abs_diff(wanted) <= 3), "{got:?} {wanted}");
    }
}

#[test]
fn pixels_are_bounded_before_decoding() {
    let mut jpeg = encoded(&photo(8, 8), ImageFormat::Jpeg);
    let frame = jpeg.windows(2).position(|marker| marker == [0xff, 0xc0]).unwrap();
    for (width, height) in [(8_000_u16, 5_001_u16), (65_000, 65_000)] {
        jpeg[frame + 5..frame + 7].copy_from_slice(&height.to_be_bytes());
        jpeg[frame + 7..frame + 9].copy_from_slice(&width.to_be_bytes());
        assert_eq!(process(&jpeg), Err(ProcessError::TooManyPixels));
    }
}

#[test]
fn the_longest_side_is_exact_and_nothing_is_enlarged() {
    let wide = process(&encoded(&photo(3_000, 1_000), ImageFormat::Jpeg)).unwrap();
    assert_eq!((wide.width, wide.height), (2_048, 683));
    let sides = |image: &EncodedImage| -> Vec<_> {
        let of = |(size, bytes): &(ImageSize, Vec<u8>)| {
            let image = decoded(bytes);
            (*size, image.width(), image.height())
        };
        image.sizes.iter().map(of).collect()
    };
    let (full, small, middle, large) =
        (ImageSize::Full, ImageSize::Px48, ImageSize::Px96, ImageSize::Px400);
    let expected = [(full, 2_048, 683), (small, 48, 16), (middle, 96, 32), (large, 400, 133)];
    assert_eq!(sides(&wide), expected);
    let tall = process(&encoded(&photo(20, 96), ImageFormat::Png)).unwrap();
    assert_eq!(sides(&tall), [(full, 20, 96), (small, 10, 48)]);
    let line = process(&encoded(&photo(4_000, 1), ImageFormat::Png)).unwrap();
    assert_eq!((line.width, line.height), (2_048, 1));
}

#[test]
fn an_image_is_turned_and_loses_its_metadata() {
    let jpeg = encoded(&photo(60, 20), ImageFormat::Jpeg);
    for orientation in [Orientation::Rotate90, Orientation::Rotate270FlipH] {
        let upload = with_exif(&jpeg, orientation);
        let image = process(&upload).unwrap();
        assert_eq!((image.width, image.height), (20, 60), "{orientation:?}");
        for (_, bytes) in &image.sizes {
            for word in [&b"Exif"[..], b"secret"] {
                assert!(!bytes.windows(word.len()).any(|part| part == word));
            }
        }
    }
}

#[test]
fn transparency_is_kept_as_png() {
    let image = DynamicImage::ImageRgba8(noise(100, 100, 128));
    for format in [ImageFormat::Png, ImageFormat::WebP] {
        let image = process(&encoded(&image, format)).unwrap();
        assert!(image.name.as_str().ends_with("png"));
        assert!(image.sizes.iter().all(|(_, bytes)| decoded(bytes).color().has_alpha()));
    }
    // An alpha channel that says nothing is dropped.
    let opaque = DynamicImage::ImageRgba8(noise(100, 100, 255));
    let opaque = process(&encoded(&opaque, ImageFormat::WebP)).unwrap();
    assert!(opaque.name.as_str().ends_with("jpg"));
}

#[test]
fn the_encoded_image_has_at_most_4_mib() {
    let photo = DynamicImage::ImageRgba8(noise(1_500, 1_500, 255));
    let photo = process(&encoded(&photo, ImageFormat::Png)).unwrap();
    assert_eq!((photo.width, photo.name.content_type()), (1_500, "image/jpeg"));
    let glass = DynamicImage::ImageRgba8(noise(1_500, 1_500, 128));
    let glass = process(&encoded(&glass, ImageFormat::Png)).unwrap();
    assert_eq!((glass.width, glass.name.content_type()), (843, "image/png"));
    for image in [photo, glass] {
        assert!(image.full_bytes() <= MAX_ENCODED_BYTES, "{}", image.full_bytes());
    }
}

#[test]
fn equal_pixels_have_one_name() {
    let image = photo(60, 50);
    let (one, two) = (encoded(&image, ImageFormat::Png), encoded(&image, ImageFormat::Gif));
    assert_eq!(process(&one), process(&one));
    let mut other = image.into_rgb8();
    other.put_pixel(0, 0, Rgb([9, 9, 9]));
    let mut changed = vec![];
    PngEncoder::new(&mut changed).write_image(&other, 60, 50, ExtendedColorType::Rgb8).unwrap();
    assert_ne!(process(&one).unwrap().name, process(&changed).unwrap().name);
    assert_eq!(process(&two).unwrap().name.content_type(), "image/png");
}

//! Colors in sRGB, in which an image without a profile is shown.

use image::{DynamicImage, ImageBuffer};
use moxcms::{ColorProfile, DataColorSpace, Layout, TransformOptions};

/// Converts an image from the color space of its profile. One whose profile cannot be used stays as it is.
pub(super) fn into_srgb(image: DynamicImage, profile: Option<&[u8]>) -> DynamicImage {
    profile.and_then(|profile| in_srgb(&image, profile)).unwrap_or(image)
}

/// With 16 bits in each channel: 8 would leave few dark colors of a linear profile.
fn in_srgb(image: &DynamicImage, profile: &[u8]) -> Option<DynamicImage> {
    let profile = ColorProfile::new_from_slice(profile).ok()?;
    let (has_alpha, is_gray) = (image.color().has_alpha(), !image.color().has_color());
    let (layout, source) = match profile.color_space {
        DataColorSpace::Rgb if has_alpha => (Layout::Rgba, image.to_rgba16().into_raw()),
        DataColorSpace::Rgb => (Layout::Rgb, image.to_rgb16().into_raw()),
        DataColorSpace::Gray if is_gray && has_alpha => {
            (Layout::GrayAlpha, image.to_luma_alpha16().into_raw())
        }
        DataColorSpace::Gray if is_gray => (Layout::Gray, image.to_luma16().into_raw()),
        // Of inks: the decoder has converted them.
        _ => return None,
    };
    let (to, channels) = if has_alpha { (Layout::Rgba, 4) } else { (Layout::Rgb, 3) };
    let (srgb, options) = (ColorProfile::new_srgb(), TransformOptions::default());
    let transform = profile.create_transform_16bit(layout, &srgb, to, options).ok()?;
    let (width, height) = (image.width(), image.height());
    let mut pixels = vec![0; width as usize * height as usize * channels];
    transform.transform(&source, &mut pixels).ok()?;
    if has_alpha {
        ImageBuffer::from_raw(width, height, pixels).map(DynamicImage::ImageRgba16)
    } else {
        ImageBuffer::from_raw(width, height, pixels).map(DynamicImage::ImageRgb16)
    }
}

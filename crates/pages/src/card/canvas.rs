use std::sync::LazyLock;

use cosmic_text::{
    Align, Attrs, Buffer, Color, Ellipsize, EllipsizeHeightLimit, Family, FontSystem, Metrics,
    Shaping, SwashCache, Weight, fontdb,
};
use image::{Rgba, imageops::FilterType};
use parking_lot::Mutex;
use tiny_skia::{
    ColorU8, FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, PixmapPaint,
    PremultipliedColorU8, Rect, Stroke, Transform,
};

pub(super) const WIDTH: u32 = 1_200;
pub(super) const HEIGHT: u32 = 630;
const PAPER: [u8; 3] = [0xff, 0xfb, 0xf8];

/// The font of the web interface, in the weights that cards have. Characters that it lacks are taken from the
/// fonts of the system, if it has any.
const FONTS: [&[u8]; 2] = [
    include_bytes!("../../fonts/figtree-medium.ttf"),
    include_bytes!("../../fonts/figtree-bold.ttf"),
];
const FAMILY: Family<'static> = Family::Name("Figtree");

/// One card is drawn at a time: shaping needs its caches for itself.
static FONT_SYSTEM: LazyLock<Mutex<FontSystem>> = LazyLock::new(|| {
    let mut fonts = fontdb::Database::new();
    for font in FONTS {
        fonts.load_font_data(font.to_vec());
    }
    fonts.load_system_fonts();
    Mutex::new(FontSystem::new_with_locale_and_db("en".to_owned(), fonts))
});

/// An area of the card, in pixels from the top left corner.
#[derive(Clone, Copy)]
pub(super) struct Area {
    pub(super) x: f32,
    pub(super) y: f32,
    pub(super) width: f32,
}

/// How text is written. Past the last line it ends with an ellipsis.
#[derive(Clone, Copy)]
pub(super) struct Style {
    /// In pixels.
    pub(super) size: f32,
    pub(super) lines: usize,
    pub(super) bold: bool,
    pub(super) color: [u8; 3],
}

pub(super) struct Canvas(Pixmap);

impl Canvas {
    /// None only for a size of 0.
    pub(super) fn new() -> Option<Self> {
        let mut pixmap = Pixmap::new(WIDTH, HEIGHT)?;
        pixmap.fill(opaque(PAPER));
        Some(Self(pixmap))
    }

    /// Fills a bar along the bottom.
    pub(super) fn fill_bar(&mut self, color: [u8; 3]) {
        let (width, height) = (WIDTH as f32, HEIGHT as f32);
        if let Some(bar) = Rect::from_xywh(0.0, height - 16.0, width, 16.0) {
            self.0.fill_rect(bar, &paint(color), Transform::identity(), None);
        }
    }

    /// Draws the bubble with the arrow, as `favicon.svg` of the web interface has it in a square of 64.
    pub(super) fn draw_logo(&mut self, area: Area, color: [u8; 3]) {
        let scale = area.width / 64.0;
        let transform = Transform::from_scale(scale, scale).post_translate(area.x, area.y);
        if let Some(bubble) = bubble() {
            self.0.fill_path(&bubble, &paint(color), FillRule::Winding, transform, None);
        }
        if let Some(arrow) = arrow() {
            let stroke = Stroke {
                width: 6.0,
                line_cap: LineCap::Round,
                line_join: LineJoin::Round,
                ..Stroke::default()
            };
            self.0.stroke_path(&arrow, &paint([0xff; 3]), &stroke, transform, None);
        }
    }

    /// Draws a picture of this height at the start of the area, smaller if it is too wide. None if it cannot be read.
    pub(super) fn draw_picture(&mut self, picture: &[u8], height: u32, area: Area) -> Option<()> {
        let picture = image::load_from_memory(picture).ok()?;
        let scaled = picture.resize(area.width as u32, height, FilterType::Lanczos3).into_rgba8();
        let mut pixmap = Pixmap::new(scaled.width(), scaled.height())?;
        for (to, Rgba([red, green, blue, alpha])) in
            pixmap.pixels_mut().iter_mut().zip(scaled.pixels())
        {
            *to = ColorU8::from_rgba(*red, *green, *blue, *alpha).premultiply();
        }
        let paint = PixmapPaint::default();
        let (x, y) = (area.x as i32, area.y as i32);
        self.0.draw_pixmap(x, y, pixmap.as_ref(), &paint, Transform::identity(), None);
        Some(())
    }

    /// Writes text from the start of the area; right-to-left text from its right edge.
    pub(super) fn write(&mut self, text: &str, style: Style, area: Area) {
        self.write_aligned(text, style, area, None);
    }

    /// Writes text that ends at the right edge of the area.
    pub(super) fn write_to_the_end(&mut self, text: &str, style: Style, area: Area) {
        self.write_aligned(text, style, area, Some(Align::Right));
    }

    fn write_aligned(&mut self, text: &str, style: Style, area: Area, align: Option<Align>) {
        let fonts = &mut *FONT_SYSTEM.lock();
        let mut buffer = Buffer::new(fonts, Metrics::relative(style.size, 1.25));
        buffer.set_size(Some(area.width), None);
        buffer.set_ellipsize(Ellipsize::End(EllipsizeHeightLimit::Lines(style.lines)));
        let weight = if style.bold { Weight::BOLD } else { Weight::MEDIUM };
        let attrs = Attrs::new().family(FAMILY).weight(weight);
        buffer.set_text(text, &attrs, Shaping::Advanced, align);
        let [red, green, blue] = style.color;
        let (left, top) = (area.x as i32, area.y as i32);
        // Kept for longer, the cache of glyphs would grow without bound.
        let mut glyphs = SwashCache::new();
        buffer.draw(fonts, &mut glyphs, Color::rgb(red, green, blue), |x, y, _, _, color| {
            self.blend(left + x, top + y, color);
        });
    }

    /// Puts a translucent color over a pixel; those outside the picture are left out.
    fn blend(&mut self, x: i32, y: i32, color: Color) {
        let (Ok(x), Ok(y)) = (u32::try_from(x), u32::try_from(y)) else { return };
        if x >= WIDTH || y >= HEIGHT {
            return;
        }
        let pixel = &mut self.0.pixels_mut()[(y * WIDTH + x) as usize];
        let alpha = u16::from(color.a());
        let mix = |new: u8, old: u8| {
            ((u16::from(new) * alpha + u16::from(old) * (255 - alpha)) / 255) as u8
        };
        let (red, green) = (mix(color.r(), pixel.red()), mix(color.g(), pixel.green()));
        if let Some(mixed) =
            PremultipliedColorU8::from_rgba(red, green, mix(color.b(), pixel.blue()), 255)
        {
            *pixel = mixed;
        }
    }

    pub(super) fn into_png(self) -> Option<Vec<u8>> {
        self.0.encode_png().ok()
    }
}

fn opaque([red, green, blue]: [u8; 3]) -> tiny_skia::Color {
    tiny_skia::Color::from_rgba8(red, green, blue, 255)
}

fn paint(color: [u8; 3]) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color(opaque(color));
    paint
}

/// Quadratic curves are as good as circles at this size.
fn bubble() -> Option<Path> {
    let mut path = PathBuilder::new();
    path.move_to(12.0, 4.0);
    path.line_to(52.0, 4.0);
    path.quad_to(60.0, 4.0, 60.0, 12.0);
    path.line_to(60.0, 42.0);
    path.quad_to(60.0, 50.0, 52.0, 50.0);
    path.line_to(30.0, 50.0);
    path.line_to(16.0, 61.0);
    path.line_to(16.0, 50.0);
    path.line_to(12.0, 50.0);
    path.quad_to(4.0, 50.0, 4.0, 42.0);
    path.line_to(4.0, 12.0);
    path.quad_to(4.0, 4.0, 12.0, 4.0);
    path.close();
    path.finish()
}

fn arrow() -> Option<Path> {
    let mut path = PathBuilder::new();
    path.move_to(32.0, 40.0);
    path.line_to(32.0, 16.0);
    path.move_to(21.0, 26.0);
    path.line_to(32.0, 15.0);
    path.line_to(43.0, 26.0);
    path.finish()
}

//! `card.png`: the picture that a preview of a link to a post shows, 1200 × 630 pixels.

mod canvas;

use api::{Problem, Services};
use images::{ImageError, ImageName, ImageSize};
use kernel::{PostId, without_direction_controls as shown};
use posts::Post;
use site::SiteSettings;

use self::canvas::{Area, Canvas, Style};
use crate::{links, words::Words};

/// The colors of titles, of other text and of the logo, as in the light theme of the web interface.
const INK: [u8; 3] = [0x21, 0x1c, 0x18];
const MUTED: [u8; 3] = [0x65, 0x5b, 0x52];
const BRAND: [u8; 3] = [0xe2, 0x57, 0x1e];

/// Width and height of a card, in pixels.
pub(crate) const SIZE: (u32, u32) = (canvas::WIDTH, canvas::HEIGHT);

/// The height of the logo, in pixels.
const LOGO_HEIGHT: u32 = 72;
const MARGIN: f32 = 80.0;
const WIDTH: f32 = canvas::WIDTH as f32 - 2.0 * MARGIN;

/// A post, or what can be none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Subject {
    Post(PostId),
    Nothing,
}

impl Subject {
    /// None for other paths than cards.
    pub(crate) fn of(path: &str) -> Option<Self> {
        let id = path.strip_prefix("/posts/")?.strip_suffix("/card.png")?;
        links::numbered(id, |id| Self::Post(PostId(id)), Self::Nothing)
    }
}

/// What a card shows of the site.
pub(crate) struct Look {
    site: SiteSettings,
    /// The file of the logo; none if there is none, or if it is gone.
    logo: Option<Vec<u8>>,
}

impl Look {
    pub(crate) fn read(services: &Services) -> Result<Self, Problem> {
        let site = services.site.settings()?;
        let name = images::names_in(&site.face.logo).pop_first();
        let find = |name: ImageName| services.images.find(&name, ImageSize::Px400);
        let logo = match name.map(find).transpose() {
            Err(ImageError::NotFound) => None,
            found => found?,
        };
        Ok(Self { site, logo })
    }
}

/// Returns the address of the card of a post, as a path.
pub(crate) fn path(post: PostId) -> String {
    format!("{}/card.png", links::post(post))
}

/// Draws the card of a post as a PNG file, in some ten milliseconds. A character that no font has is a box. None if the
/// picture cannot be encoded.
pub(crate) fn draw(post: &Post, Look { site, logo }: &Look) -> Option<Vec<u8>> {
    let mut canvas = Canvas::new()?;
    let accent = rgb(&site.face.accent);
    canvas.fill_bar(accent.unwrap_or(BRAND));
    let place = Area { x: MARGIN, y: 64.0, width: 480.0 };
    if logo.as_ref().and_then(|logo| canvas.draw_picture(logo, LOGO_HEIGHT, place)).is_none() {
        canvas.draw_logo(Area { width: LOGO_HEIGHT as f32, ..place }, accent.unwrap_or(BRAND));
        // An accent that was chosen may be too light for letters.
        let color = accent.map_or(BRAND, |_| INK);
        let name = Style { size: 40.0, lines: 1, bold: true, color };
        let beside = Area { x: MARGIN + 92.0, y: 74.0, width: WIDTH - 92.0 };
        canvas.write(&shown(&site.name), name, beside);
    }

    let forum = Style { size: 34.0, lines: 1, bold: false, color: MUTED };
    canvas.write(&shown(&post.forum_topic), forum, Area { x: MARGIN, y: 178.0, width: WIDTH });
    let title = Style { size: 68.0, lines: 3, bold: true, color: INK };
    canvas.write(&shown(&post.title), title, Area { x: MARGIN, y: 232.0, width: WIDTH });

    let author = Style { size: 34.0, lines: 1, bold: true, color: INK };
    canvas.write(&post.author_name, author, Area { x: MARGIN, y: 524.0, width: 560.0 });
    let words = Words::on_pictures(site);
    let counts =
        format!("{} · {}", words.points(post.votes.score()), words.replies(post.reply_count));
    let numbers = Style { size: 34.0, lines: 1, bold: false, color: MUTED };
    canvas.write_to_the_end(&counts, numbers, Area { x: 660.0, y: 524.0, width: 460.0 });
    canvas.into_png()
}

/// Returns the red, green and blue of `#rrggbb`.
fn rgb(accent: &str) -> Option<[u8; 3]> {
    let [_, red, green, blue] =
        u32::from_str_radix(accent.strip_prefix('#')?, 16).ok()?.to_be_bytes();
    Some([red, green, blue])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_accent_has_three_colours() {
        assert_eq!(rgb("#0969da"), Some([0x09, 0x69, 0xda]));
        assert_eq!(rgb(""), None);
    }

    #[test]
    fn cards_are_known_by_their_paths() {
        assert_eq!(Subject::of("/posts/7/card.png"), Some(Subject::Post(PostId(7))));
        assert_eq!(Subject::of("/posts/0/card.png"), Some(Subject::Nothing));
        for path in ["/posts/7", "/posts/x/card.png", "/posts/7/card.jpg", "/card.png"] {
            assert_eq!(Subject::of(path), None, "{path}");
        }
    }
}

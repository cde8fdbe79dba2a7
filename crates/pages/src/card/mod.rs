//! `card.png`: the picture that a preview of a link to a post shows, 1200 × 630 pixels.

mod canvas;

use kernel::{PostId, without_direction_controls as shown};
use posts::Post;

use self::canvas::{Area, Canvas, Style};
use crate::{links, words::Words};

/// The colors of titles, of other text and of the logo, as in the light theme of the web interface.
const INK: [u8; 3] = [0x21, 0x1c, 0x18];
const MUTED: [u8; 3] = [0x65, 0x5b, 0x52];
const BRAND: [u8; 3] = [0xe2, 0x57, 0x1e];

/// Width and height of a card, in pixels.
pub(crate) const SIZE: (u32, u32) = (canvas::WIDTH, canvas::HEIGHT);

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

/// Returns the address of the card of a post, as a path.
pub(crate) fn path(post: PostId) -> String {
    format!("{}/card.png", links::post(post))
}

/// Draws the card of a post on the site of this name as a PNG file, in some ten milliseconds. A character that no font has is a box. None if the picture
/// cannot be encoded.
pub(crate) fn draw(post: &Post, name: &str) -> Option<Vec<u8>> {
    let mut canvas = Canvas::new()?;
    canvas.fill_bar(BRAND);
    canvas.draw_logo(Area { x: MARGIN, y: 64.0, width: 72.0 }, BRAND);
    let site = Style { size: 40.0, lines: 1, bold: true, color: BRAND };
    canvas.write(&shown(name), site, Area { x: MARGIN + 92.0, y: 74.0, width: WIDTH - 92.0 });

    let forum = Style { size: 34.0, lines: 1, bold: false, color: MUTED };
    canvas.write(&shown(&post.forum_topic), forum, Area { x: MARGIN, y: 178.0, width: WIDTH });
    let title = Style { size: 68.0, lines: 3, bold: true, color: INK };
    canvas.write(&shown(&post.title), title, Area { x: MARGIN, y: 232.0, width: WIDTH });

    let author = Style { size: 34.0, lines: 1, bold: true, color: INK };
    canvas.write(&post.author_name, author, Area { x: MARGIN, y: 524.0, width: 560.0 });
    let words = Words::ENGLISH;
    let counts =
        format!("{} · {}", words.points(post.votes.score()), words.replies(post.reply_count));
    let numbers = Style { size: 34.0, lines: 1, bold: false, color: MUTED };
    canvas.write_to_the_end(&counts, numbers, Area { x: 660.0, y: 524.0, width: 460.0 });
    canvas.into_png()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_are_known_by_their_paths() {
        assert_eq!(Subject::of("/posts/7/card.png"), Some(Subject::Post(PostId(7))));
        assert_eq!(Subject::of("/posts/0/card.png"), Some(Subject::Nothing));
        for path in ["/posts/7", "/posts/x/card.png", "/posts/7/card.jpg", "/card.png"] {
            assert_eq!(Subject::of(path), None, "{path}");
        }
    }
}

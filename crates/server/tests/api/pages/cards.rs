use std::{io::Cursor, ops::Range};

use image::{DynamicImage, ImageFormat, Rgb, RgbImage};
use reqwest::{Method, StatusCode, header::HeaderValue};
use serde_json::json;

use super::browse;
use crate::support::{TestApp, send};

struct Card {
    etag: HeaderValue,
    picture: RgbImage,
}

async fn card(app: &TestApp, post: i64) -> Card {
    let request = app.anonymous().request(Method::GET, &format!("/posts/{post}/card.png"));
    let response = request.header("Accept", "text/html").send().await.unwrap();
    assert_eq!(response.status(), StatusCode::OK);
    assert_eq!(response.headers()["content-type"], "image/png");
    let etag = response.headers()["etag"].clone();
    let bytes = response.bytes().await.unwrap();
    let picture = image::load_from_memory_with_format(&bytes, ImageFormat::Png).unwrap();
    assert_eq!((picture.width(), picture.height()), (1_200, 630));
    Card { etag, picture: picture.to_rgb8() }
}

/// The rows of pixels with the forum and the title, and those with the author and the counts.
const TITLE: Range<u32> = 150..500;
const COUNTS: Range<u32> = 500..600;

/// Returns how many pixels of these rows differ.
fn difference(one: &Card, other: &Card, rows: &Range<u32>) -> usize {
    let pairs = one.picture.enumerate_pixels().zip(other.picture.pixels());
    pairs.filter(|((_, y, one), other)| rows.contains(y) && one != other).count()
}

#[tokio::test]
async fn a_card_shows_its_post() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    let forum = ann.create_forum("Boats").await;
    let (sails, masts) =
        (ann.create_post(forum, "Sails").await, ann.create_post(forum, "Masts").await);
    let before = card(&app, sails).await;
    let other = card(&app, masts).await;
    assert!(difference(&before, &other, &TITLE) > 1_000);
    assert_eq!(difference(&before, &other, &COUNTS), 0);
    let page = browse(&app, &format!("/posts/{sails}")).await;
    assert!(page.text.contains(&format!("/posts/{sails}/card.png\">")), "{}", page.text);

    let request = app.anonymous().request(Method::GET, &format!("/posts/{sails}/card.png"));
    let again = send(request.header("If-None-Match", before.etag.clone())).await;
    assert_eq!(again.status, StatusCode::NOT_MODIFIED);
    ann.put(&format!("/api/posts/{sails}/upvote"), json!(null)).await;
    let voted = card(&app, sails).await;
    assert_ne!(voted.etag, before.etag);
    assert_eq!(difference(&before, &voted, &TITLE), 0);
    assert!(difference(&before, &voted, &COUNTS) > 100);
}

/// A point inside the logo, and one inside the bar at the bottom.
const LOGO: (u32, u32) = (110, 100);
const BAR: (u32, u32) = (600, 625);

#[tokio::test]
async fn a_card_has_the_look_of_the_site() {
    let app = TestApp::spawn().await;
    let admin = app.admin("ada").await;
    let forum = admin.create_forum("Boats").await;
    let post = admin.create_post(forum, "Sails").await;
    let plain = card(&app, post).await;

    admin.put("/api/site", json!({"accent": "#0969da", "language": "de"})).await;
    let blue = card(&app, post).await;
    let accent = Rgb([0x09, 0x69, 0xda]);
    assert_eq!(*blue.picture.get_pixel(BAR.0, BAR.1), accent);
    assert!(difference(&plain, &blue, &COUNTS) > 100, "the counts are English");
    assert_eq!(difference(&plain, &blue, &TITLE), 0);

    let green = Rgb([0, 128, 0]);
    let logo = DynamicImage::ImageRgb8(RgbImage::from_pixel(300, 100, green));
    let mut file = Cursor::new(vec![]);
    logo.write_to(&mut file, ImageFormat::Png).unwrap();
    let request = admin.request(Method::POST, "/api/images").header("Content-Type", "image/png");
    let uploaded = send(request.body(file.into_inner())).await.body;
    // Japanese has no Latin letters, which are all that the font surely has.
    let look = json!({"logo": uploaded["url"], "accent": "", "language": "ja"});
    assert_eq!(admin.put("/api/site", look).await.status, StatusCode::OK);
    let shown = card(&app, post).await;
    assert_eq!(*shown.picture.get_pixel(LOGO.0, LOGO.1), green);
    assert_eq!(difference(&plain, &shown, &COUNTS), 0);
}

#[tokio::test]
async fn characters_without_a_glyph_and_long_titles_break_no_card() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    let forum = ann.create_forum("Boats").await;
    let long = "Donaudampfschifffahrt".repeat(7);
    for title in
        ["日本語 \u{10ffff}", "שלום עולם", "🦀👩‍👩‍👧‍👦", "e\u{301}\u{301}\u{301}", "\u{202e}abc", &long]
    {
        let post = ann.create_post(forum, title).await;
        card(&app, post).await;
    }
}

#[tokio::test]
async fn missing_and_deleted_posts_have_no_card() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    let forum = ann.create_forum("Boats").await;
    let post = ann.create_post(forum, "Sails").await;
    card(&app, post).await;
    ann.delete(&format!("/api/posts/{post}/delete")).await;
    for path in [&format!("/posts/{post}/card.png"), "/posts/0/card.png", "/posts/99/card.png"] {
        assert_eq!(browse(&app, path).await.status, StatusCode::NOT_FOUND, "{path}");
    }
}

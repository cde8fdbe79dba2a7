use std::{
    io::{Cursor, Read, Write},
    net::TcpStream,
};

use image::{DynamicImage, ImageFormat, Rgb, RgbImage};
use reqwest::{Body, Method, Response, StatusCode};
use serde_json::{Value, json};

use crate::support::{Actor, Answer, PASSWORD, TestApp, TestOptions, send};

const MIB: usize = 1024 * 1024;

fn picture(width: u32, height: u32, format: ImageFormat) -> Vec<u8> {
    let pixels = RgbImage::from_fn(width, height, |x, y| Rgb([x as u8, y as u8, 99]));
    let mut bytes = Cursor::new(vec![]);
    DynamicImage::ImageRgb8(pixels).write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

async fn upload(actor: &Actor<'_>, content_type: &str, bytes: impl Into<Body>) -> Answer {
    let request = actor.request(Method::POST, "/api/images").header("Content-Type", content_type);
    send(request.body(bytes)).await
}

/// Uploads a picture; its address.
async fn uploaded(actor: &Actor<'_>, width: u32) -> String {
    let answer = upload(actor, "image/png", picture(width, 60, ImageFormat::Png)).await;
    assert_eq!(answer.status, StatusCode::CREATED, "{}", answer.body);
    answer.body["url"].as_str().unwrap().to_owned()
}

/// Shows a picture to everybody as the avatar.
async fn show(actor: &Actor<'_>, url: &str) {
    let set = actor.put(&format!("/api/user/{}", actor.id), json!(url)).await;
    assert_eq!((set.status, &set.body["userImage"]), (StatusCode::OK, &json!(url)));
}

async fn get(app: &TestApp, path: &str) -> Response {
    app.anonymous().request(Method::GET, path).send().await.unwrap()
}

async fn shown(app: &TestApp, path: &str) -> DynamicImage {
    image::load_from_memory(&get(app, path).await.bytes().await.unwrap()).unwrap()
}

#[tokio::test]
async fn an_upload_is_shown_at_its_address() {
    // Before the server starts, which closes connections that wait for them.
    let pictures = [
        (ImageFormat::Jpeg, "image/jpeg"),
        (ImageFormat::Png, "image/png"),
        (ImageFormat::WebP, "image/jpeg"),
        (ImageFormat::Gif, "image/png"),
    ]
    .map(|(format, content_type)| (picture(2_500, 100, format), content_type));
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    for (picture, content_type) in pictures {
        let answer = upload(&ann, "image/x-any", picture).await;
        assert_eq!(answer.status, StatusCode::CREATED, "{}", answer.body);
        assert_eq!((&answer.body["width"], &answer.body["height"]), (&json!(2_048), &json!(82)));
        let url = answer.body["url"].as_str().unwrap();
        assert!(url.starts_with("/images/u/"), "{url}");
        show(&ann, url).await;
        let response = get(&app, url).await;
        assert_eq!(response.status(), StatusCode::OK);
        for (name, value) in [
            ("content-type", content_type),
            ("cache-control", "no-cache"),
            ("x-content-type-options", "nosniff"),
        ] {
            assert_eq!(response.headers()[name], value);
        }
        let etag = response.headers()["etag"].clone();
        assert_eq!(shown(&app, url).await.width(), 2_048);
        let again = app.anonymous().request(Method::GET, url).header("If-None-Match", etag);
        let again = again.send().await.unwrap();
        assert_eq!(again.status(), StatusCode::NOT_MODIFIED);
        assert!(again.bytes().await.unwrap().is_empty());
        let head = app.anonymous().request(Method::HEAD, url).send().await.unwrap();
        assert_eq!(head.status(), StatusCode::OK);
    }
}

/// Two frames of other colors.
fn animation() -> Vec<u8> {
    let mut bytes = vec![];
    let mut encoder = image::codecs::gif::GifEncoder::new(&mut bytes);
    for color in [10, 200] {
        let pixels = image::RgbaImage::from_pixel(60, 50, image::Rgba([color, 0, 0, 255]));
        encoder.encode_frame(image::Frame::new(pixels)).unwrap();
    }
    drop(encoder);
    bytes
}

#[tokio::test]
async fn an_animation_moves_and_its_sizes_are_stills() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    let url = upload(&ann, "image/gif", animation()).await.body["url"].as_str().unwrap().to_owned();
    show(&ann, &url).await;
    for (path, moves) in [(url.clone(), true), (format!("{url}?size=400"), false)] {
        let response = get(&app, &path).await;
        assert_eq!(response.headers()["content-type"], "image/webp");
        let bytes = Cursor::new(response.bytes().await.unwrap());
        let decoder = image::codecs::webp::WebPDecoder::new(bytes).unwrap();
        assert_eq!(decoder.has_animation(), moves, "{path}");
    }
}

#[tokio::test]
async fn a_size_has_that_longest_side_or_the_original() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    let url = uploaded(&ann, 90).await;
    show(&ann, &url).await;
    for (size, width) in [("48", 48), ("96", 90), ("400", 90), ("", 90)] {
        assert_eq!(shown(&app, &format!("{url}?size={size}")).await.width(), width, "{size}");
    }
    for size in ["0", "47", "49", "2048", "x", "048"] {
        app.anonymous().get(&format!("{url}?size={size}")).await.refuses_fields(&["size"]);
    }
}

#[tokio::test]
async fn other_files_than_images_are_refused_by_their_content() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    let png = picture(60, 60, ImageFormat::Png);
    upload(&ann, "application/json", png.clone()).await.is_refused(415, "not-an-image");
    let svg = "<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>";
    for other in [svg, "", "GIF", "<html>", "BM"] {
        upload(&ann, "image/png", other).await.is_refused(415, "not-an-image");
    }
    upload(&ann, "image/png", png[..40].to_vec()).await.is_refused(422, "unreadable-image");
    // A header that promises 40,008,000 pixels.
    let mut huge = picture(8, 8, ImageFormat::Gif);
    huge[6..8].copy_from_slice(&8_000_u16.to_le_bytes());
    huge[8..10].copy_from_slice(&5_001_u16.to_le_bytes());
    upload(&ann, "image/gif", huge).await.is_refused(422, "too-many-pixels");
}

#[tokio::test]
async fn an_upload_has_at_most_10_mib() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    let mut largest = picture(60, 60, ImageFormat::Png);
    // Viewers pass over what follows an image.
    largest.resize(10 * MIB, 0);
    assert_eq!(upload(&ann, "image/png", largest.clone()).await.status, StatusCode::CREATED);
    // Refused by its length alone.
    let mut stream = TcpStream::connect(app.address.strip_prefix("http://").unwrap()).unwrap();
    let (token, bytes) = (ann.token.as_ref().unwrap(), 10 * MIB + 1);
    write!(
        stream,
        "POST /api/images HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\n\
         Content-Type: image/png\r\nContent-Length: {bytes}\r\n\r\n"
    )
    .unwrap();
    let mut status = [0; 12];
    stream.read_exact(&mut status).unwrap();
    assert_eq!(&status, b"HTTP/1.1 413");
    // Refused as it comes: without a length.
    let mut chunked = vec![];
    for _ in 0..11 {
        write!(chunked, "{MIB:x}\r\n").unwrap();
        chunked.extend(vec![0; MIB]);
        chunked.extend(b"\r\n");
    }
    let mut stream = TcpStream::connect(app.address.strip_prefix("http://").unwrap()).unwrap();
    write!(
        stream,
        "POST /api/images HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\n\
         Content-Type: image/png\r\nTransfer-Encoding: chunked\r\n\r\n"
    )
    .unwrap();
    // The server may hang up before all of it was sent.
    let _ = stream.write_all(&chunked);
    stream.read_exact(&mut status).unwrap();
    assert_eq!(&status, b"HTTP/1.1 413");
}

#[tokio::test]
async fn only_members_upload_images() {
    let app = TestApp::spawn().await;
    let (ann, ada) = (app.member("ann").await, app.admin("ada").await);
    let png = picture(60, 60, ImageFormat::Png);
    upload(&app.anonymous(), "image/png", png.clone()).await.is_refused(401, "unauthorized");
    ada.put(&format!("/user/{}/ban", ann.id), Value::Null).await;
    upload(&ann, "text/plain", png).await.is_refused(403, "banned");
}

#[tokio::test]
async fn other_addresses_show_no_image() {
    let app = TestApp::spawn().await;
    let missing = format!("/images/u/{}.jpg", "0".repeat(64));
    for path in [&missing, "/images/u/x", "/images/u/..%2F..%2Ftest.db", "/images/u/"] {
        app.anonymous().get(path).await.is_refused(404, "not-found");
    }
}

#[tokio::test]
async fn the_avatar_of_a_deleted_account_is_gone_at_once() {
    let app = TestApp::spawn().await;
    let (ann, bob) = (app.member("ann").await, app.member("bob").await);
    let (own, shared) = (uploaded(&ann, 70).await, uploaded(&bob, 80).await);
    for (actor, url) in [(&ann, &own), (&bob, &shared)] {
        show(actor, url).await;
    }
    let forum = ann.create_forum("Boats").await;
    let post = json!({"title": "A boat", "description": "Look", "image": shared});
    ann.post(&format!("/api/forum/{forum}/posts"), post).await;
    for actor in [&ann, &bob] {
        let account = format!("/api/user/{}", actor.id);
        let request = actor.request(Method::DELETE, &account).json(&json!({"current": PASSWORD}));
        assert_eq!(send(request).await.status, StatusCode::NO_CONTENT);
    }
    assert_eq!(get(&app, &own).await.status(), StatusCode::NOT_FOUND);
    assert_eq!(get(&app, &shared).await.status(), StatusCode::OK);
}

#[tokio::test]
async fn a_picture_is_shown_as_long_as_a_shown_text_names_it() {
    let app = TestApp::spawn().await;
    let (ann, bob, ada) =
        (app.member("ann").await, app.member("bob").await, app.admin("ada").await);
    let url = uploaded(&ann, 500).await;
    let sizes = [url.clone(), format!("{url}?size=48"), format!("{url}?size=400")];
    let are = async |actor: &Actor<'_>, status: u16| {
        for path in &sizes {
            // Asked twice: a cached answer is none for what is shown no longer.
            for _ in 0..2 {
                let found = actor.request(Method::GET, path).send().await.unwrap();
                assert_eq!(found.status(), status, "{path}");
                let caching = found.headers()["cache-control"].to_str().unwrap();
                assert!(caching.ends_with("no-cache") || status == 404, "{caching}");
            }
        }
    };
    let visitor = app.anonymous();
    are(&visitor, 404).await;
    are(&bob, 404).await;
    are(&ann, 200).await;
    let forum = bob.create_forum("Boats").await;
    let (post, other) = (bob.create_post(forum, "A").await, bob.create_post(forum, "B").await);
    let text = json!({"title": "A boat", "description": format!("![]({url})")});
    let reply = json!({"respondsTo": null, "description": format!("![]({url})")});
    bob.post(&format!("/api/posts/{post}"), text).await;
    are(&visitor, 200).await;
    let removal = format!("/api/posts/{post}/delete?reason=Spam");
    assert_eq!(ada.delete(&removal).await.status, StatusCode::NO_CONTENT);
    are(&visitor, 404).await;
    // Moderators judge what is hidden.
    are(&ada, 200).await;
    let reply = ann.post(&format!("/api/post/{other}/replies"), reply).await.body["id"].clone();
    are(&visitor, 200).await;
    ada.delete(&format!("/api/replies/{reply}")).await;
    are(&visitor, 404).await;
    let restored = ada.post(&format!("/api/posts/{post}/restore"), json!({})).await;
    assert_eq!(restored.status, StatusCode::OK);
    are(&visitor, 200).await;
    assert_eq!(bob.delete(&removal).await.status, StatusCode::NO_CONTENT);
    are(&visitor, 404).await;
    let message = json!({"message": format!("![]({url})")});
    let sent = bob.post(&format!("/api/contacts/{}", ann.id), message).await.body["id"].clone();
    are(&visitor, 200).await;
    bob.delete(&format!("/api/contacts/{}/messages/{sent}", ann.id)).await;
    are(&visitor, 404).await;
    show(&bob, &url).await;
    are(&visitor, 200).await;
    bob.put(&format!("/api/user/{}", bob.id), json!("")).await;
    are(&visitor, 404).await;
}

#[tokio::test]
async fn uploads_have_a_budget_of_their_own() {
    let app = TestOptions::default().limited().spawn().await;
    let ann = app.member("ann").await;
    // A third of the quota, on the first day.
    for _ in 0..6 {
        upload(&ann, "image/png", "no image").await.is_refused(415, "not-an-image");
    }
    upload(&ann, "image/png", "no image").await.is_refused(429, "too-many-requests");
    let forum = json!({"topic": "Boats", "description": "All about boats"});
    assert_eq!(ann.post("/forums/create", forum).await.status, StatusCode::CREATED);
}

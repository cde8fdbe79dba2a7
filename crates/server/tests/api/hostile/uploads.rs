use std::io::Cursor;

use futures_util::future::join_all;
use image::{DynamicImage, ImageFormat, RgbImage};
use reqwest::{Method, StatusCode};
use tokio::join;

use super::{AT_ONCE, median, peak_memory, serve, sign_up};
use crate::operations::process::Home;

const MEBIBYTE: usize = 1024 * 1024;

/// A photograph of 24 megapixels in a file of 10 MiB.
fn photograph() -> Vec<u8> {
    let mut bytes = Cursor::new(vec![]);
    let image = DynamicImage::ImageRgb8(RgbImage::new(6_000, 4_000));
    image.write_to(&mut bytes, ImageFormat::Jpeg).unwrap();
    let mut bytes = bytes.into_inner();
    bytes.resize(10 * MEBIBYTE, 0);
    bytes
}

#[tokio::test]
async fn four_large_uploads_at_once_delay_nobody() {
    // Before the server starts, which closes connections that wait for it.
    let bytes = photograph();
    let home = Home::on_sqlite();
    let server = serve(&home);
    let token = sign_up(&server).await;
    let before = peak_memory(&server);
    let uploads = join_all((0..4).map(|_| {
        let request = server.request(Method::POST, "/api/images").bearer_auth(&token);
        request.header("Content-Type", "image/jpeg").body(bytes.clone()).send()
    }));
    let (answers, median) = join!(uploads, median(&server, 100));
    for answer in answers {
        assert_eq!(answer.unwrap().status(), StatusCode::CREATED);
    }
    assert!(median < AT_ONCE, "{median:?}");
    let grown = peak_memory(&server).saturating_sub(before);
    assert!(grown < 200 * MEBIBYTE, "{} MiB", grown / MEBIBYTE);
}

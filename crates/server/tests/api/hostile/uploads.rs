use std::{io::Cursor, net::IpAddr, sync::LazyLock};

use futures_util::future::join_all;
use image::{DynamicImage, ImageFormat, RgbImage};
use reqwest::{Client, StatusCode};
use tokio::join;

use super::{Honest, connect, peak_memory, send, serve, sign_up, wait_until_read};
use crate::{
    operations::process::{Installation, Server},
    support::{PASSWORD, http_client},
};

const MEBIBYTE: usize = 1024 * 1024;

/// A photograph of 24 megapixels in a file of 10 MiB.
static PHOTOGRAPH: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let mut bytes = Cursor::new(vec![]);
    let image = DynamicImage::ImageRgb8(RgbImage::new(6_000, 4_000));
    image.write_to(&mut bytes, ImageFormat::Jpeg).unwrap();
    let mut bytes = bytes.into_inner();
    bytes.resize(10 * MEBIBYTE, 0);
    bytes
});

/// A token, and a client whose network sends with it.
type Member = (String, Client);

/// A member in a network of its own.
async fn elsewhere(server: &Server) -> Member {
    server.register("bob", PASSWORD).await;
    let token = server.login("bob", PASSWORD).await.body["token"].as_str().unwrap().to_owned();
    let address = IpAddr::from([127, 0, 0, 100]);
    (token, http_client().local_address(address).build().unwrap())
}

async fn upload(server: &Server, (token, client): &Member, bytes: Vec<u8>) -> StatusCode {
    let request = client.post(format!("{}/api/images", server.address)).bearer_auth(token);
    request.header("Content-Type", "image/jpeg").body(bytes).send().await.unwrap().status()
}

#[tokio::test]
async fn slow_uploads_hold_up_only_their_sender() {
    let home = Installation::on_sqlite();
    let server = serve(&home);
    let token = sign_up(&server).await;
    let other = elsewhere(&server).await;
    let begin = |length: usize| {
        let stream = connect(&server);
        send(
            &stream,
            &format!(
                "POST /api/images HTTP/1.1\r\nHost: a\r\nContent-Type: image/jpeg\r\n\
                 Authorization: Bearer {token}\r\nContent-Length: {length}\r\n\r\n"
            ),
        );
        stream
    };
    let _held: Vec<_> = (0..4).map(|_| begin(10 * MEBIBYTE)).collect();
    // It waits a minute for the rest.
    wait_until_read(&server);
    let own = (token.clone(), http_client().build().unwrap());
    assert_eq!(upload(&server, &own, vec![0; 9]).await, StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(upload(&server, &other, PHOTOGRAPH.clone()).await, StatusCode::CREATED);
}

#[tokio::test]
async fn four_large_uploads_at_once_delay_nobody() {
    // Before the server starts, which closes connections that wait for it.
    let bytes = &*PHOTOGRAPH;
    let home = Installation::on_sqlite();
    let server = serve(&home);
    let member = (sign_up(&server).await, http_client().build().unwrap());
    let honest = Honest::new();
    let before = peak_memory(&server);
    let uploads = join_all((0..4).map(|_| upload(&server, &member, bytes.clone())));
    let (answers, _) = join!(uploads, honest.is_served_by(&server, 100));
    assert_eq!(answers, [StatusCode::CREATED; 4]);
    let grown = peak_memory(&server).saturating_sub(before);
    assert!(grown < 200 * MEBIBYTE, "{} MiB", grown / MEBIBYTE);
}

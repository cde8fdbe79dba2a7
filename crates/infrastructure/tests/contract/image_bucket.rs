//! The bucket of images, against a server that speaks the protocol of Amazon S3.

use std::{
    env,
    net::{TcpListener, TcpStream},
    path::PathBuf,
    process::{Child, Command, Stdio},
    sync::Arc,
    thread,
    time::{Duration, Instant},
};

use images::{ImageSize, ImageStore, Images};
use infrastructure::maintenance;
use infrastructure::{DbImages, ImageBucket, SystemClock};
use kernel::RepositoryError;

use crate::{
    community::add_image_in,
    support::{T0, TestDb, contract},
};

contract! {
    a_bucket_keeps_the_bytes_of_images,
}

/// The server of `scripts/setup.sh`; ends with the test.
struct Moto {
    server: Child,
    endpoint: String,
}

impl Moto {
    fn start() -> Self {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/python/bin/moto_server");
        let program = env::var_os("POSTUP_TEST_MOTO").map_or_else(|| folder.into(), PathBuf::from);
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let server = Command::new(&program)
            .args(["-H", "127.0.0.1", "-p", &port.to_string()])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap_or_else(|error| panic!("{}: {error}; run make setup", program.display()));
        let until = Instant::now() + Duration::from_mins(1);
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            assert!(Instant::now() < until, "moto does not answer");
            thread::sleep(Duration::from_millis(50));
        }
        Self { server, endpoint: format!("http://127.0.0.1:{port}") }
    }

    /// Returns the bucket, which `is_there` or not.
    fn bucket(&self, is_there: bool) -> ImageBucket {
        if is_there {
            let made = Command::new("curl")
                .args(["--silent", "--fail", "-X", "PUT", &format!("{}/pictures", self.endpoint)])
                .stdout(Stdio::null())
                .status();
            assert!(made.unwrap().success());
        }
        open(&self.endpoint)
    }
}

impl Drop for Moto {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

fn open(endpoint: &str) -> ImageBucket {
    let environment = [
        ("AWS_ENDPOINT", endpoint),
        ("AWS_REGION", "us-east-1"),
        ("AWS_ACCESS_KEY_ID", "key"),
        ("AWS_SECRET_ACCESS_KEY", "secret"),
    ];
    let environment = environment.map(|(name, value)| (name.to_owned(), value.to_owned()));
    ImageBucket::open("s3://pictures/forum/images", environment).unwrap()
}

fn a_bucket_keeps_the_bytes_of_images(db: &TestDb) {
    let moto = Moto::start();
    let bucket = Arc::new(moto.bucket(true));
    let database = db.database.clone().storing_images_in(bucket.clone());
    let name = add_image_in(&database, db.add_user("ann"), b"\0 picture");
    for (size, found) in
        [(ImageSize::Full, true), (ImageSize::Px48, true), (ImageSize::Px96, false)]
    {
        let bytes = bucket.get(&name, size).unwrap();
        assert_eq!(bytes.as_deref(), found.then_some(&b"\0 picture"[..]));
    }
    let repository = Arc::new(DbImages(database.clone()));
    let images =
        Images::new(repository, infrastructure::image_store(&database), Arc::new(SystemClock));
    // The file of a backup has the row alone.
    let folder = test_databases::folder();
    maintenance::backup(&database, &folder.path().join("backup"), T0, &|_, _| ()).unwrap();
    assert_eq!(images.delete_unreferenced().unwrap(), 1);
    assert_eq!(bucket.get(&name, ImageSize::Full).unwrap(), None);
    bucket.delete(&name).unwrap();
}

#[test]
fn a_failing_bucket_is_unavailable() {
    let name = images::ImageName::parse(&format!("{}.png", "0".repeat(64))).unwrap();
    let unreachable = open("http://127.0.0.1:1");
    let moto = Moto::start();
    let missing = moto.bucket(false);
    for bucket in [unreachable, missing] {
        let failed = bucket.put(&name, ImageSize::Full, b"picture");
        assert!(matches!(failed, Err(RepositoryError::Unavailable(_))), "{failed:?}");
    }
}

#[test]
fn the_url_of_a_bucket_names_it() {
    for url in ["", "https://x", "s3://", "s3:///x", "pictures"] {
        assert!(ImageBucket::open(url, []).is_err(), "{url}");
    }
}

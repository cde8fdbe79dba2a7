//! The bucket of images, against a server that speaks the protocol of Amazon S3.

use std::sync::Arc;

use images::{ImageSize, ImageStore, Images};
use infrastructure::maintenance;
use infrastructure::{DbImages, ImageBucket, SystemClock};
use kernel::RepositoryError;
use test_databases::{BucketServer, bucket_environment};

use crate::{
    community::add_image_in,
    support::{T0, TestDb, contract},
};

contract! {
    a_bucket_keeps_the_bytes_of_images,
}

/// Returns the bucket of a server, which `is_there` or not.
fn bucket(server: &BucketServer, is_there: bool) -> ImageBucket {
    if is_there {
        server.make("pictures");
    }
    open(server.environment())
}

fn open(environment: impl IntoIterator<Item = (String, String)>) -> ImageBucket {
    ImageBucket::open("s3://pictures/forum/images", environment).unwrap()
}

fn a_bucket_keeps_the_bytes_of_images(db: &TestDb) {
    let server = BucketServer::start();
    let bucket = Arc::new(bucket(&server, true));
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
    let unreachable = open(bucket_environment("http://127.0.0.1:1"));
    let server = BucketServer::start();
    let missing = bucket(&server, false);
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

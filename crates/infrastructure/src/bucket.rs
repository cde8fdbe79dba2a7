//! Buckets that speak the protocol of Amazon S3.

use std::{io, sync::Arc, time::Duration};

use hmac::{Hmac, KeyInit, Mac};
use kernel::RepositoryError;
use object_store::{
    ClientOptions, Error, ObjectStore, ObjectStoreExt, RetryConfig, WriteMultipart,
    aws::{AmazonS3, AmazonS3Builder, AmazonS3ConfigKey},
    client::{
        CryptoProvider, DigestAlgorithm, DigestContext, HmacContext, Signer, SigningAlgorithm,
    },
    path::Path,
};
use sha2::{Digest, Sha256};
use tokio::runtime::{Builder, Runtime};

/// The size of the parts of a large object; buckets take none below 5 MiB.
const PART: usize = 8 * 1024 * 1024;

/// A bucket, or the part of it whose names have a prefix.
pub(crate) struct Bucket {
    client: AmazonS3,
    /// The start of the names of its objects.
    prefix: Path,
    runtime: Runtime,
}

impl Bucket {
    /// Opens the bucket at `s3://BUCKET/PREFIX`. The environment names all else, as for other programs:
    /// `AWS_ENDPOINT`, `AWS_REGION`, `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`. A request, and its repetitions,
    /// may take `patience`.
    ///
    /// # Errors
    /// When the URL is none of a bucket, or the system has no thread.
    pub(crate) fn open(
        url: &str,
        environment: impl IntoIterator<Item = (String, String)>,
        patience: Duration,
    ) -> Result<Self, RepositoryError> {
        let failed = |error: Error| RepositoryError::Failed(error.into());
        let (bucket, prefix) = url
            .strip_prefix("s3://")
            .map(|rest| rest.split_once('/').unwrap_or((rest, "")))
            .filter(|(bucket, _)| !bucket.is_empty())
            .ok_or_else(|| {
                RepositoryError::Failed("must be s3://BUCKET or s3://BUCKET/PREFIX".into())
            })?;
        let retry =
            RetryConfig { max_retries: 2, retry_timeout: patience, ..RetryConfig::default() };
        let options = ClientOptions::new().with_timeout(patience).with_allow_http(true);
        let mut builder = AmazonS3Builder::new();
        for (name, value) in environment {
            if let Ok(key) = name.to_ascii_lowercase().parse::<AmazonS3ConfigKey>()
                && name.starts_with("AWS_")
            {
                builder = builder.with_config(key, value);
            }
        }
        let client = builder
            .with_bucket_name(bucket)
            .with_client_options(options)
            .with_retry(retry)
            .with_crypto_provider(Arc::new(Crypto))
            .build()
            .map_err(failed)?;
        let runtime = Builder::new_multi_thread()
            .worker_threads(1)
            .thread_name("bucket")
            .enable_all()
            .build()
            .map_err(|error| RepositoryError::Failed(error.into()))?;
        let prefix = Path::parse(prefix).map_err(|error| RepositoryError::Failed(error.into()))?;
        Ok(Self { client, prefix, runtime })
    }

    pub(crate) fn put(&self, name: &str, bytes: &[u8]) -> Result<(), RepositoryError> {
        let path = self.path(name);
        let put = self.client.put(&path, bytes.to_vec().into());
        self.runtime.block_on(put).map(drop).map_err(failure)
    }

    /// Stores a large object in parts. It is there once the last one is, and not at all if one fails.
    pub(crate) fn upload(
        &self,
        name: &str,
        parts: impl Iterator<Item = io::Result<Vec<u8>>>,
    ) -> Result<(), RepositoryError> {
        let path = self.path(name);
        self.runtime.block_on(async {
            let upload = self.client.put_multipart(&path).await.map_err(failure)?;
            let mut upload = WriteMultipart::new_with_chunk_size(upload, PART);
            for bytes in parts {
                let sent = match bytes {
                    Ok(bytes) => {
                        upload.put(bytes.into());
                        upload.wait_for_capacity(1).await.map_err(failure)
                    }
                    Err(error) => Err(RepositoryError::Failed(error.into())),
                };
                if let Err(error) = sent {
                    // If this fails too, the uploaded parts stay until a lifecycle rule of the bucket removes them.
                    let _ = upload.abort().await;
                    return Err(error);
                }
            }
            upload.finish().await.map(drop).map_err(failure)
        })
    }

    /// Returns an object, if it is there.
    pub(crate) fn get(&self, name: &str) -> Result<Option<Vec<u8>>, RepositoryError> {
        let path = self.path(name);
        let get = async { self.client.get(&path).await?.bytes().await };
        match self.runtime.block_on(get) {
            Ok(bytes) => Ok(Some(bytes.to_vec())),
            Err(Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(failure(error)),
        }
    }

    /// Removes an object, if it is there.
    pub(crate) fn delete(&self, name: &str) -> Result<(), RepositoryError> {
        match self.runtime.block_on(self.client.delete(&self.path(name))) {
            Ok(()) | Err(Error::NotFound { .. }) => Ok(()),
            Err(error) => Err(failure(error)),
        }
    }

    /// Returns the names of the objects, without those deeper in the tree.
    pub(crate) fn names(&self) -> Result<Vec<String>, RepositoryError> {
        let listed = self.client.list_with_delimiter(Some(&self.prefix));
        let listed = self.runtime.block_on(listed).map_err(failure)?;
        let names = listed.objects.iter().filter_map(|object| object.location.filename());
        Ok(names.map(str::to_owned).collect())
    }

    fn path(&self, name: &str) -> Path {
        self.prefix.clone().join(name)
    }
}

fn failure(error: Error) -> RepositoryError {
    let words = error.to_string();
    // The codes of MinIO, Ceph and others; Amazon's buckets have no end.
    let is_full = ["StorageFull", "QuotaExceeded"].iter().any(|code| words.contains(code));
    if is_full {
        RepositoryError::Full(error.into())
    } else {
        RepositoryError::Unavailable(error.into())
    }
}

/// Signs requests with the hash functions that the rest of the program uses.
#[derive(Debug)]
struct Crypto;

impl CryptoProvider for Crypto {
    fn digest(&self, algorithm: DigestAlgorithm) -> object_store::Result<Box<dyn DigestContext>> {
        match algorithm {
            DigestAlgorithm::Sha256 => Ok(Box::new(Checksum { of: Sha256::new(), value: [0; 32] })),
            other => Err(unsupported(&other)),
        }
    }

    fn hmac(
        &self,
        algorithm: DigestAlgorithm,
        secret: &[u8],
    ) -> object_store::Result<Box<dyn HmacContext>> {
        match algorithm {
            DigestAlgorithm::Sha256 => {
                let of = Hmac::<Sha256>::new_from_slice(secret);
                let of = of.map_err(|error| unsupported(&error))?;
                Ok(Box::new(Checksum { of, value: [0; 32] }))
            }
            other => Err(unsupported(&other)),
        }
    }

    fn sign(&self, algorithm: SigningAlgorithm, _: &[u8]) -> object_store::Result<Box<dyn Signer>> {
        Err(unsupported(&algorithm))
    }
}

fn unsupported(what: &dyn std::fmt::Debug) -> Error {
    Error::NotSupported { source: format!("{what:?}").into() }
}

/// A checksum, and its value once it is finished.
struct Checksum<T> {
    of: T,
    value: [u8; 32],
}

impl DigestContext for Checksum<Sha256> {
    fn update(&mut self, data: &[u8]) {
        Digest::update(&mut self.of, data);
    }

    fn finish(&mut self) -> object_store::Result<&[u8]> {
        self.value = self.of.finalize_reset().into();
        Ok(&self.value)
    }
}

impl HmacContext for Checksum<Hmac<Sha256>> {
    fn update(&mut self, data: &[u8]) {
        Mac::update(&mut self.of, data);
    }

    fn finish(&mut self) -> object_store::Result<&[u8]> {
        self.value = self.of.clone().finalize().into_bytes().into();
        Ok(&self.value)
    }
}

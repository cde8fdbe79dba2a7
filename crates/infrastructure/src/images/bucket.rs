use std::{sync::Arc, time::Duration};

use ::images::{ImageName, ImageSize, ImageStore};
use hmac::{Hmac, KeyInit, Mac};
use kernel::RepositoryError;
use object_store::{
    ClientOptions, Error, ObjectStoreExt, RetryConfig,
    aws::{AmazonS3, AmazonS3Builder, AmazonS3ConfigKey},
    client::{
        CryptoProvider, DigestAlgorithm, DigestContext, HmacContext, Signer, SigningAlgorithm,
    },
    path::Path,
};
use sha2::{Digest, Sha256};
use tokio::runtime::{Builder, Runtime};

/// The timeout of a request to the bucket, and of its repetitions.
const PATIENCE: Duration = Duration::from_secs(10);

/// A bucket that speaks the protocol of Amazon S3.
pub struct ImageBucket {
    bucket: AmazonS3,
    /// The start of the names of its objects.
    prefix: Path,
    runtime: Runtime,
}

impl ImageBucket {
    /// Opens the bucket at `s3://BUCKET/PREFIX`. The environment names all else, as for other programs:
    /// `AWS_ENDPOINT`, `AWS_REGION`, `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`.
    ///
    /// # Errors
    /// When the URL is none of a bucket, or the system has no thread.
    pub fn open(
        url: &str,
        environment: impl IntoIterator<Item = (String, String)>,
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
            RetryConfig { max_retries: 2, retry_timeout: PATIENCE, ..RetryConfig::default() };
        let options = ClientOptions::new().with_timeout(PATIENCE).with_allow_http(true);
        let mut builder = AmazonS3Builder::new();
        for (name, value) in environment {
            if let Ok(key) = name.to_ascii_lowercase().parse::<AmazonS3ConfigKey>()
                && name.starts_with("AWS_")
            {
                builder = builder.with_config(key, value);
            }
        }
        let bucket = builder
            .with_bucket_name(bucket)
            .with_client_options(options)
            .with_retry(retry)
            .with_crypto_provider(Arc::new(Crypto))
            .build()
            .map_err(failed)?;
        let runtime = Builder::new_multi_thread()
            .worker_threads(1)
            .thread_name("image bucket")
            .enable_all()
            .build()
            .map_err(|error| RepositoryError::Failed(error.into()))?;
        let prefix = Path::parse(prefix).map_err(|error| RepositoryError::Failed(error.into()))?;
        Ok(Self { bucket, prefix, runtime })
    }

    fn path(&self, name: &ImageName, size: ImageSize) -> Path {
        match size {
            ImageSize::Full => self.prefix.clone().join(name.as_str()),
            smaller => self.prefix.clone().join(format!("{}-{name}", smaller.pixels())),
        }
    }
}

impl ImageStore for ImageBucket {
    fn put(&self, name: &ImageName, size: ImageSize, bytes: &[u8]) -> Result<(), RepositoryError> {
        let path = self.path(name, size);
        let put = self.bucket.put(&path, bytes.to_vec().into());
        self.runtime.block_on(put).map(drop).map_err(failure)
    }

    fn get(&self, name: &ImageName, size: ImageSize) -> Result<Option<Vec<u8>>, RepositoryError> {
        let path = self.path(name, size);
        let get = async { self.bucket.get(&path).await?.bytes().await };
        match self.runtime.block_on(get) {
            Ok(bytes) => Ok(Some(bytes.to_vec())),
            Err(Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(failure(error)),
        }
    }

    fn delete(&self, name: &ImageName) -> Result<(), RepositoryError> {
        for size in ImageSize::ALL {
            match self.runtime.block_on(self.bucket.delete(&self.path(name, size))) {
                Ok(()) | Err(Error::NotFound { .. }) => {}
                Err(error) => return Err(failure(error)),
            }
        }
        Ok(())
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

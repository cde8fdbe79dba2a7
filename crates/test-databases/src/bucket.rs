use std::{
    env,
    net::{TcpListener, TcpStream},
    path::PathBuf,
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

/// A server that speaks the protocol of Amazon S3: the moto of `scripts/setup.sh`. It ends when it is dropped.
pub struct BucketServer {
    server: Child,
    endpoint: String,
}

impl BucketServer {
    /// Starts one without buckets.
    ///
    /// # Panics
    /// If it is not installed, or does not answer within a minute.
    #[must_use]
    pub fn start() -> Self {
        let installed = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/python/bin/moto_server");
        let program =
            env::var_os("POSTUP_TEST_MOTO").map_or_else(|| installed.into(), PathBuf::from);
        let free = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr());
        let port = free.expect("a free port").port();
        let server = Command::new(&program)
            .args(["-H", "127.0.0.1", "-p", &port.to_string()])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("moto_server is installed by make setup");
        let until = Instant::now() + Duration::from_mins(1);
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            assert!(Instant::now() < until, "moto does not answer");
            thread::sleep(Duration::from_millis(50));
        }
        Self { server, endpoint: format!("http://127.0.0.1:{port}") }
    }

    /// Makes a bucket.
    ///
    /// # Panics
    /// If it can't be made.
    pub fn make(&self, bucket: &str) {
        self.curl(&["-X", "PUT"], bucket);
    }

    /// Returns an object, named with its bucket.
    ///
    /// # Panics
    /// If it is not there.
    #[must_use]
    pub fn object(&self, name: &str) -> Vec<u8> {
        self.curl(&[], name)
    }

    /// Returns the environment of programs that use it.
    #[must_use]
    pub fn environment(&self) -> [(String, String); 4] {
        bucket_environment(&self.endpoint)
    }

    fn curl(&self, options: &[&str], name: &str) -> Vec<u8> {
        let url = format!("{}/{name}", self.endpoint);
        let done = Command::new("curl").args(["--silent", "--fail", &url]).args(options).output();
        let done = done.expect("curl is installed by make setup");
        assert!(done.status.success(), "{name}");
        done.stdout
    }
}

impl Drop for BucketServer {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// Returns the environment of programs that use the buckets at `endpoint`.
#[must_use]
pub fn bucket_environment(endpoint: &str) -> [(String, String); 4] {
    [
        ("AWS_ENDPOINT", endpoint),
        ("AWS_REGION", "us-east-1"),
        ("AWS_ACCESS_KEY_ID", "key"),
        ("AWS_SECRET_ACCESS_KEY", "secret"),
    ]
    .map(|(name, value)| (name.to_owned(), value.to_owned()))
}

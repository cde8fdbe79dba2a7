use std::{
    env,
    path::PathBuf,
    process::{Child, Command, Stdio},
    sync::{
        OnceLock,
        atomic::{AtomicU32, Ordering},
    },
    thread,
    time::Duration,
};

use mysql::{Conn, prelude::Queryable as _};

use crate::cluster::free_port;

const INSTALL: &str = "no MariaDB found: install it (Debian: apt-get install mariadb-server-core)";

static SERVER: OnceLock<MariaDb> = OnceLock::new();
static DATABASES: AtomicU32 = AtomicU32::new(0);

/// A server without accounts, which listens on the loopback interface.
struct MariaDb {
    /// Has no database name.
    url: String,
    /// Stops the server once its standard input closes, which happens when this process ends.
    _supervisor: Child,
}

/// Returns the URL of a new database of `MariaDB` in which these statements ran.
pub fn mariadb_database(statements: &str) -> String {
    let server = SERVER.get_or_init(MariaDb::start);
    let name = format!("postup_test_{}", DATABASES.fetch_add(1, Ordering::Relaxed));
    run_on_mariadb(&format!("{}/", server.url), &format!("CREATE DATABASE {name}"));
    let url = format!("{}/{name}", server.url);
    run_on_mariadb(&url, statements);
    url
}

/// Runs statements on a database of `MariaDB`.
///
/// # Panics
/// If one of them fails.
pub fn run_on_mariadb(url: &str, statements: &str) {
    let mut conn = Conn::new(url).expect("the test's MariaDB");
    let mut results = conn.query_iter(statements).expect("the first statement");
    while let Some(rows) = results.iter() {
        rows.for_each(|row| drop(row.expect("a row")));
    }
}

impl MariaDb {
    fn start() -> Self {
        let home =
            tempfile::Builder::new().prefix("postup-mariadb-").tempdir().expect("a folder").keep();
        let port = free_port();
        let supervisor = Command::new("sh")
            .args(["-c", include_str!("mariadb.sh")])
            .args([find_server(), home])
            .arg(port.to_string())
            .stdin(Stdio::piped())
            .spawn()
            .expect("a shell");
        let server =
            Self { url: format!("mysql://root@127.0.0.1:{port}"), _supervisor: supervisor };
        server.wait_until_ready();
        server
    }

    fn wait_until_ready(&self) {
        let url = format!("{}/", self.url);
        for _ in 0..1_500 {
            if Conn::new(url.as_str()).is_ok() {
                return;
            }
            thread::sleep(Duration::from_millis(20));
        }
        panic!("the test's MariaDB did not start: {:?}", Conn::new(url.as_str()).err());
    }
}

/// Debian has it where the `PATH` of some users does not lead.
fn find_server() -> PathBuf {
    let path = env::var_os("PATH").unwrap_or_default();
    let folders = env::split_paths(&path).chain(["/usr/sbin".into()]);
    folders.map(|folder| folder.join("mariadbd")).find(|file| file.exists()).expect(INSTALL)
}

//! A throwaway PostgreSQL for tests: one cluster a test binary, one database a test.
//!
//! The cluster is that of `POSTUP_TEST_POSTGRES_URL` when it is set (a superuser's URL), else one
//! of the installed version, started on a free port. A watching shell stops and removes it when the
//! test binary ends, however it ends. A test that takes its database away has a cluster of its own.

#![expect(clippy::expect_used, reason = "a test that cannot have its database may panic")]

use std::{
    env, fs,
    io::Write,
    net::TcpListener,
    os::unix::fs::{PermissionsExt, chown},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::{
        OnceLock,
        atomic::{AtomicU32, Ordering},
    },
    thread,
    time::Duration,
};

const INSTALL: &str = "no PostgreSQL found: install it (Debian: apt-get install postgresql) or set \
                       POSTUP_TEST_POSTGRES_URL to the URL of a superuser";

static CLUSTER: OnceLock<Cluster> = OnceLock::new();
static DATABASES: AtomicU32 = AtomicU32::new(0);

/// The URL of a new, empty database.
pub fn empty_database() -> String {
    create_database("template1")
}

/// The URL of a new database that holds what `fill` put into the first one; `fill` runs once a test binary.
pub fn filled_database(fill: impl FnOnce(&str)) -> String {
    static TEMPLATE: OnceLock<String> = OnceLock::new();
    let template = TEMPLATE.get_or_init(|| {
        let url = empty_database();
        fill(&url);
        url
    });
    let name = template.rsplit('/').next().unwrap_or_default();
    create_database(name)
}

fn create_database(template: &str) -> String {
    let cluster = CLUSTER.get_or_init(Cluster::start);
    let number = DATABASES.fetch_add(1, Ordering::Relaxed);
    let name = format!("postup_test_{}_{number}", std::process::id());
    cluster.sql(&format!("CREATE DATABASE {name} TEMPLATE {template} STRATEGY file_copy"));
    format!("{}/{name}", cluster.url)
}

struct Cluster {
    /// Without a database name.
    url: String,
    psql: PathBuf,
    /// Stops the cluster once its standard input closes, which the end of this process does.
    watcher: Option<Child>,
}

/// A cluster that one test may stop and start, with an empty database.
pub struct OwnCluster {
    cluster: Cluster,
    /// Of the database.
    pub url: String,
}

impl OwnCluster {
    /// Starts one of the installed version, whatever `POSTUP_TEST_POSTGRES_URL` says.
    #[expect(clippy::new_without_default, reason = "it starts a process")]
    pub fn new() -> Self {
        let cluster = Cluster::start_own();
        let url = format!("{}/postgres", cluster.url);
        Self { cluster, url }
    }

    /// Stops it, which ends all its connections; returns once it is gone.
    pub fn stop(&mut self) {
        self.cluster.order("stop");
        self.cluster.wait_until(|cluster| cluster.run("SELECT 1").is_err());
    }

    /// Starts it again; returns once it answers.
    pub fn start(&mut self) {
        self.cluster.order("start");
        self.cluster.wait_until_ready();
    }
}

impl Cluster {
    fn start() -> Self {
        if let Ok(url) = env::var("POSTUP_TEST_POSTGRES_URL") {
            let url = url.rsplit_once('/').map_or(url.clone(), |(server, _)| server.to_owned());
            return Self { url, psql: "psql".into(), watcher: None };
        }
        Self::start_own()
    }

    fn start_own() -> Self {
        let bin = programs();
        let home =
            tempfile::Builder::new().prefix("postup-postgres-").tempdir().expect("a folder").keep();
        let port = free_port();
        let watcher = watch(&bin, &home, port);
        let cluster = Self {
            url: format!("postgres://postgres@127.0.0.1:{port}"),
            psql: bin.join("psql"),
            watcher: Some(watcher),
        };
        cluster.wait_until_ready();
        cluster
    }

    fn wait_until_ready(&self) {
        self.wait_until(|cluster| cluster.run("SELECT 1").is_ok());
    }

    fn wait_until(&self, is_so: impl Fn(&Self) -> bool) {
        for _ in 0..300 {
            if is_so(self) {
                return;
            }
            thread::sleep(Duration::from_millis(100));
        }
        panic!("the throwaway PostgreSQL did not start or stop: {:?}", self.run("SELECT 1"));
    }

    fn order(&mut self, word: &str) {
        let watcher = self.watcher.as_mut().and_then(|watcher| watcher.stdin.as_mut());
        writeln!(watcher.expect("a watcher"), "{word}").expect("the watcher listens");
    }

    fn sql(&self, statement: &str) {
        if let Err(error) = self.run(statement) {
            panic!("{statement}: {error}");
        }
    }

    fn run(&self, statement: &str) -> Result<(), String> {
        let output = Command::new(&self.psql)
            .args(["--no-psqlrc", "--quiet", "--command", statement])
            .arg(format!("{}/postgres", self.url))
            .output()
            .map_err(|error| format!("{INSTALL} ({error})"))?;
        if output.status.success() {
            return Ok(());
        }
        Err(String::from_utf8_lossy(&output.stderr).into_owned())
    }
}

/// The folder with `initdb` and `postgres` of the newest version installed.
fn programs() -> PathBuf {
    let debian = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut folders: Vec<PathBuf> = debian.map(|version| version.path().join("bin")).collect();
    folders.sort();
    let path = env::var_os("PATH").unwrap_or_default();
    let folders = folders.into_iter().rev().chain(env::split_paths(&path));
    let found = folders.into_iter().find(|folder| folder.join("initdb").exists());
    found.expect(INSTALL)
}

/// PostgreSQL refuses to run as root, so root hands it to the user `postgres`.
fn watch(bin: &Path, home: &Path, port: u16) -> Child {
    const SCRIPT: &str = r#"
        set -eu
        bin=$0
        "$bin/initdb" --pgdata="$1/data" --username=postgres --auth=trust --encoding=UTF8 --locale=C --no-sync >"$1/log" 2>&1
        start() {
            "$bin/postgres" -D "$1/data" -p "$2" -k "$1" -c listen_addresses=127.0.0.1 -c fsync=off \
                -c synchronous_commit=off -c full_page_writes=off -c max_connections=500 >>"$1/log" 2>&1 &
        }
        stop() {
            kill -INT $! 2>/dev/null || true
            wait $! || true
        }
        start "$1" "$2"
        while read -r order; do $order "$1" "$2"; done
        stop
        rm -rf "$1"
    "#;
    fs::set_permissions(home, fs::Permissions::from_mode(0o755)).expect("permissions");
    let me = fs::metadata(home).expect("the folder");
    let as_root = std::os::unix::fs::MetadataExt::uid(&me) == 0;
    let mut command = if as_root {
        let (uid, gid) = postgres_ids();
        chown(home, Some(uid), Some(gid)).expect("the folder handed to postgres");
        let mut command = Command::new("setpriv");
        command.args(["--reuid=postgres", "--regid=postgres", "--init-groups", "sh"]);
        command
    } else {
        Command::new("sh")
    };
    command
        .args(["-c", SCRIPT])
        .args([bin, home])
        .arg(port.to_string())
        .current_dir(home)
        .stdin(Stdio::piped())
        .spawn()
        .expect("a shell")
}

fn postgres_ids() -> (u32, u32) {
    let passwd = fs::read_to_string("/etc/passwd").expect("the users of this machine");
    let line = passwd.lines().find(|line| line.starts_with("postgres:")).expect(INSTALL);
    let mut numbers = line.split(':').skip(2).map(|number| number.parse().expect("an id"));
    (numbers.next().expect("a user id"), numbers.next().expect("a group id"))
}

fn free_port() -> u16 {
    let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a free port");
    listener.local_addr().expect("its number").port()
}

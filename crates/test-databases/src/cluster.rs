use std::{
    env, fs,
    io::Write,
    net::TcpListener,
    os::unix::fs::{PermissionsExt, chown},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread,
    time::Duration,
};

use crate::file::place_for;

const INSTALL: &str = "no PostgreSQL found: install it (Debian: apt-get install postgresql) or set \
                       POSTUP_TEST_POSTGRES_URL to the URL of a superuser";

/// Settings of a shared cluster, without durability, for speed.
const FAST: &str =
    "-c fsync=off -c synchronous_commit=off -c full_page_writes=off -c autovacuum=off";
/// PostgreSQL's default: acknowledged writes are on disk.
const DURABLE: &str = "";

/// The bytes that the databases of one test binary need: 11 MB each, and those given up are dropped.
const ROOM: u64 = 4 << 30;

/// How a cluster is configured.
#[derive(Clone, Copy)]
pub(crate) enum Kind<'a> {
    Fast,
    Durable,
    /// A replica of the cluster at this URL.
    ReplicaOf(&'a str),
}

pub(crate) struct Cluster {
    /// Has no database name.
    pub(crate) url: String,
    psql: PathBuf,
    /// The folder of its files; empty for the cluster of `POSTUP_TEST_POSTGRES_URL`.
    home: PathBuf,
    /// Stops the cluster once its standard input closes, which happens when this process ends.
    supervisor: Option<Child>,
}

impl Cluster {
    pub(crate) fn start() -> Self {
        if let Ok(url) = env::var("POSTUP_TEST_POSTGRES_URL") {
            let url = url.rsplit_once('/').map_or(url.clone(), |(server, _)| server.to_owned());
            return Self { url, psql: "psql".into(), home: PathBuf::new(), supervisor: None };
        }
        Self::start_own(Kind::Fast)
    }

    pub(crate) fn start_own(kind: Kind<'_>) -> Self {
        let bin = find_programs();
        let mut home = tempfile::Builder::new();
        let home = home.prefix("postup-postgres-").tempdir_in(place_for(ROOM));
        let home = home.expect("a folder").keep();
        let port = free_port();
        let supervisor = supervise(&bin, &home, port, kind);
        let cluster = Self {
            url: format!("postgres://postgres@127.0.0.1:{port}"),
            psql: bin.join("psql"),
            home,
            supervisor: Some(supervisor),
        };
        cluster.wait_until_ready();
        cluster
    }

    pub(crate) fn wait_until_ready(&self) {
        self.wait_until(|cluster| cluster.run(&["SELECT 1"]).is_ok());
    }

    pub(crate) fn wait_until(&self, condition: impl Fn(&Self) -> bool) {
        for _ in 0..1_500 {
            if condition(self) {
                return;
            }
            thread::sleep(Duration::from_millis(20));
        }
        panic!("the test's PostgreSQL did not start or stop: {:?}", self.run(&["SELECT 1"]));
    }

    pub(crate) fn is_frozen(&self) -> bool {
        self.home.join("frozen").exists()
    }

    pub(crate) fn send_command(&mut self, command: &str) {
        let supervisor = self.supervisor.as_mut().and_then(|supervisor| supervisor.stdin.as_mut());
        writeln!(supervisor.expect("a supervisor"), "{command}")
            .expect("the supervisor reads commands");
    }

    /// Runs statements, each by itself. Panics if the last one fails.
    pub(crate) fn sql(&self, statements: &[impl AsRef<str>]) {
        if let Err(error) = self.run(statements) {
            panic!("{:?}: {error}", statements.last().map(AsRef::as_ref));
        }
    }

    pub(crate) fn run(&self, statements: &[impl AsRef<str>]) -> Result<(), String> {
        let output = Command::new(&self.psql)
            .args(["--no-psqlrc", "--quiet"])
            .args(statements.iter().flat_map(|statement| ["--command", statement.as_ref()]))
            .arg(format!("{}/postgres", self.url))
            .output()
            .map_err(|error| format!("{INSTALL} ({error})"))?;
        if output.status.success() {
            return Ok(());
        }
        Err(String::from_utf8_lossy(&output.stderr).into_owned())
    }
}

/// Finds the folder with `initdb` and `postgres` of the newest installed version.
fn find_programs() -> PathBuf {
    let debian = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut folders: Vec<PathBuf> = debian.map(|version| version.path().join("bin")).collect();
    folders.sort();
    let path = env::var_os("PATH").unwrap_or_default();
    let folders = folders.into_iter().rev().chain(env::split_paths(&path));
    let found = folders.into_iter().find(|folder| folder.join("initdb").exists());
    found.expect(INSTALL)
}

/// PostgreSQL refuses to run as root, so it runs as the user `postgres`.
fn supervise(bin: &Path, home: &Path, port: u16, kind: Kind<'_>) -> Child {
    let (settings, source) = match kind {
        Kind::Fast => (FAST, ""),
        Kind::Durable => (DURABLE, ""),
        Kind::ReplicaOf(url) => (FAST, url),
    };
    fs::set_permissions(home, fs::Permissions::from_mode(0o755)).expect("permissions");
    let me = fs::metadata(home).expect("the folder");
    let as_root = std::os::unix::fs::MetadataExt::uid(&me) == 0;
    let mut command = if as_root {
        let (uid, gid) = postgres_ids();
        chown(home, Some(uid), Some(gid)).expect("postgres owns the folder");
        let mut command = Command::new("setpriv");
        command.args(["--reuid=postgres", "--regid=postgres", "--init-groups", "sh"]);
        command
    } else {
        Command::new("sh")
    };
    command
        .args(["-c", include_str!("supervisor.sh")])
        .args([bin, home])
        .args([&port.to_string(), settings, source])
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

pub(crate) fn free_port() -> u16 {
    let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a free port");
    listener.local_addr().expect("its number").port()
}

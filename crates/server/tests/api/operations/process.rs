use std::{
    env,
    io::{BufRead, BufReader},
    process::{Child, Command, ExitStatus, Output, Stdio},
    sync::{Arc, Mutex},
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use api::Services;
use database::Database;
use reqwest::Method;
use security::{JwtSecret, PasskeyOrigin};
use serde_json::{Value, json};
use server::wiring::{SignIn, services};
use tempfile::TempDir;

use crate::support::{
    Answer, PUSH, WEBHOOKS, http_client, migrated_database, migrated_on_sqlite, send, sign_up,
};

/// Signs the servers' tokens.
pub(crate) const SECRET: &str = "a secret for the tests only, 32 bytes";

/// The folder and the migrated database of one forum.
pub(crate) struct Installation {
    pub(crate) folder: TempDir,
    pub(crate) database_url: String,
}

impl Installation {
    pub(crate) fn new() -> Self {
        let folder = test_databases::folder();
        let database_url = migrated_database(folder.path());
        Self { folder, database_url }
    }

    pub(crate) fn on_sqlite() -> Self {
        let folder = test_databases::folder();
        let database_url = migrated_on_sqlite(folder.path());
        Self { folder, database_url }
    }

    /// Uses the database at this URL.
    pub(crate) fn at(url: &str) -> Self {
        Self { folder: test_databases::folder(), database_url: url.to_owned() }
    }

    /// Registers and signs in beside the server; returns the id and a token.
    pub(crate) fn sign_up(&self, name: &str) -> (i64, String) {
        sign_up(&self.services(), name).unwrap()
    }

    /// Returns use cases beside the server, which would take a quarter of a second for each password.
    pub(crate) fn services(&self) -> Services {
        let database = Database::open(&self.database_url.parse().unwrap()).unwrap();
        let sign_in = SignIn {
            secret: JwtSecret::new(SECRET.into()).unwrap(),
            token_ttl: Duration::from_hours(24),
            hashing_cost: 4,
            throttled: false,
            passkeys: PasskeyOrigin::Unknown,
            providers: Arc::default(),
            push: PUSH.clone(),
            webhooks: WEBHOOKS.clone(),
            mail: false,
        };
        services(&database, &sign_in)
    }

    /// Returns the command `postup` with these arguments, on this database. `POSTUP_BINARY` names another
    /// binary.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let default = env!("CARGO_BIN_EXE_postup").to_owned();
        let mut command = Command::new(env::var("POSTUP_BINARY").unwrap_or(default));
        command
            .args(arguments)
            .current_dir(self.folder.path())
            .env("POSTUP_DATABASE_URL", &self.database_url)
            .env("POSTUP_LOG", "info");
        command
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().unwrap()
    }

    /// Starts a server on free ports.
    pub(crate) fn serve(&self, variables: &[(&str, &str)]) -> Server {
        self.serve_with(|command| command.envs(variables.iter().copied()))
    }

    pub(crate) fn serve_with(&self, change: impl FnOnce(&mut Command) -> &mut Command) -> Server {
        let mut command = self.command(&["serve"]);
        command
            .env("POSTUP_BIND", "127.0.0.1:0")
            .env("POSTUP_METRICS_BIND", "127.0.0.1:0")
            // Most tests send more requests in a second than a member does in an hour.
            .env("POSTUP_RATE_LIMIT", "off")
            .env("POSTUP_PASSWORD_COST", "10")
            .env("POSTUP_JWT_SECRET", SECRET);
        change(&mut command);
        Server::start(command)
    }
}

/// A running `postup serve`.
pub(crate) struct Server {
    child: Child,
    log: Arc<Mutex<String>>,
    /// Reads the log until the process ends.
    reader: Option<JoinHandle<()>>,
    client: reqwest::Client,
    pub(crate) address: String,
}

impl Server {
    fn start(mut command: Command) -> Self {
        let mut child = command.stderr(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
        let lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let log = Arc::<Mutex<String>>::default();
        let writer = Arc::clone(&log);
        let reader = thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                let mut log = writer.lock().unwrap();
                log.push_str(&line);
                log.push('\n');
            }
        });
        let client = http_client().build().unwrap();
        let (reader, address) = (Some(reader), String::new());
        let mut server = Self { child, log, reader, client, address };
        server.address = server.wait_for("POST-UP is at ");
        server
    }

    /// Waits until `words` are in the log; returns the word after them.
    pub(crate) fn wait_for(&mut self, words: &str) -> String {
        let until = Instant::now() + Duration::from_secs(30);
        while Instant::now() < until {
            let log = self.log();
            if let Some((_, rest)) = log.split_once(words) {
                let end = rest.find(|sign: char| sign.is_whitespace() || sign == '"');
                return end.map_or(rest, |end| &rest[..end]).to_owned();
            }
            if let Some(status) = self.ended() {
                panic!("the server ended with {status}: {}", self.log());
            }
            thread::sleep(Duration::from_millis(10));
        }
        panic!("the log never contained {words:?}: {}", self.log());
    }

    /// Returns the log so far.
    pub(crate) fn log(&self) -> String {
        self.log.lock().unwrap().clone()
    }

    /// Returns the process id.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    pub(crate) fn signal(&self, name: &str) {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args(["-s", name, &pid]).status().unwrap().success());
    }

    /// Waits until the process ends.
    pub(crate) fn wait_for_exit(&mut self) -> ExitStatus {
        let until = Instant::now() + Duration::from_secs(40);
        while Instant::now() < until {
            if let Some(status) = self.ended() {
                return status;
            }
            thread::sleep(Duration::from_millis(10));
        }
        panic!("the server does not end: {}", self.log());
    }

    /// Returns how the process ended, once its log is complete.
    fn ended(&mut self) -> Option<ExitStatus> {
        let status = self.child.try_wait().unwrap()?;
        if let Some(reader) = self.reader.take() {
            reader.join().unwrap();
        }
        Some(status)
    }

    pub(crate) fn request(&self, method: Method, path: &str) -> reqwest::RequestBuilder {
        let request = self.client.request(method, format!("{}{path}", self.address));
        request.header("Accept", "application/json")
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        send(self.request(Method::GET, path)).await
    }

    pub(crate) async fn post(&self, path: &str, body: Value) -> Answer {
        send(self.request(Method::POST, path).json(&body)).await
    }

    /// Registers a member; returns the id.
    pub(crate) async fn register(&self, name: &str, password: &str) -> i64 {
        let body = json!({"username": name, "password": password, "confirmPassword": password});
        self.post("/register", body).await.body["id"].as_i64().unwrap()
    }

    pub(crate) async fn login(&self, name: &str, password: &str) -> Answer {
        self.post("/login", json!({"username": name, "password": password})).await
    }

    /// Returns all metrics.
    pub(crate) async fn metrics(&mut self) -> String {
        let address = self.wait_for("metrics are at ");
        self.fetch_text(&address).await
    }

    /// Returns the body of another address of the server.
    pub(crate) async fn fetch_text(&self, address: &str) -> String {
        send(self.client.get(address)).await.text
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

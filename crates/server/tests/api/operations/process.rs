use std::{
    env,
    io::{BufRead, BufReader},
    process::{Child, Command, ExitStatus, Output, Stdio},
    sync::{Arc, Mutex},
    thread,
    time::{Duration, Instant},
};

use reqwest::Method;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::support::{Answer, send};

/// What the servers sign with.
pub(crate) const SECRET: &str = "a secret of the tests alone, 32 bytes";

/// A folder and a database for one forum.
pub(crate) struct Home {
    pub(crate) folder: TempDir,
    pub(crate) database_url: String,
}

impl Home {
    pub(crate) fn new() -> Self {
        if env::var("POSTUP_TEST_DATABASE").as_deref() == Ok("postgres") {
            return Self::at(&test_postgres::empty_database());
        }
        Self::on_sqlite()
    }

    pub(crate) fn on_sqlite() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let database_url = format!("sqlite://{}", folder.path().join("forum.db").display());
        Self { folder, database_url }
    }

    /// On the database at this URL.
    pub(crate) fn at(url: &str) -> Self {
        Self { folder: tempfile::tempdir().unwrap(), database_url: url.to_owned() }
    }

    /// `postup` with these arguments, on the database of this home; that of `POSTUP_BINARY` if it
    /// is set.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let built = env!("CARGO_BIN_EXE_postup").to_owned();
        let mut command = Command::new(env::var("POSTUP_BINARY").unwrap_or(built));
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

    /// Starts a server at free ports.
    pub(crate) fn serve(&self, variables: &[(&str, &str)]) -> Server {
        self.serve_with(|command| command.envs(variables.iter().copied()))
    }

    pub(crate) fn serve_with(&self, change: impl FnOnce(&mut Command) -> &mut Command) -> Server {
        let mut command = self.command(&["serve"]);
        command
            .env("POSTUP_BIND", "127.0.0.1:0")
            .env("POSTUP_METRICS_BIND", "127.0.0.1:0")
            // Most tests ask more in a second than people do in an hour.
            .env("POSTUP_RATE_LIMIT", "off")
            .env("POSTUP_JWT_SECRET", SECRET);
        change(&mut command);
        Server::start(command)
    }
}

/// A process that serves.
pub(crate) struct Server {
    child: Child,
    said: Arc<Mutex<String>>,
    client: reqwest::Client,
    pub(crate) address: String,
}

impl Server {
    fn start(mut command: Command) -> Self {
        let mut child = command.stderr(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
        let lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let said = Arc::<Mutex<String>>::default();
        let heard = Arc::clone(&said);
        thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                let mut said = heard.lock().unwrap();
                said.push_str(&line);
                said.push('\n');
            }
        });
        let client = reqwest::Client::builder().no_proxy().build().unwrap();
        let mut server = Self { child, said, client, address: String::new() };
        server.address = server.wait_for("POST-UP is at ");
        server
    }

    /// The word after `words` in its log, once they are there.
    pub(crate) fn wait_for(&mut self, words: &str) -> String {
        let until = Instant::now() + Duration::from_secs(30);
        while Instant::now() < until {
            let said = self.said();
            if let Some((_, rest)) = said.split_once(words) {
                let end = rest.find(|sign: char| sign.is_whitespace() || sign == '"');
                return end.map_or(rest, |end| &rest[..end]).to_owned();
            }
            if let Some(status) = self.child.try_wait().unwrap() {
                // Its last words may still be on their way.
                thread::sleep(Duration::from_millis(100));
                panic!("it ended with {status}: {}", self.said());
            }
            thread::sleep(Duration::from_millis(10));
        }
        panic!("it never said {words:?}: {}", self.said());
    }

    /// Its log so far.
    pub(crate) fn said(&self) -> String {
        self.said.lock().unwrap().clone()
    }

    /// Of the process.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    pub(crate) fn signal(&self, name: &str) {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args(["-s", name, &pid]).status().unwrap().success());
    }

    /// Waits for its end.
    pub(crate) fn ended(&mut self) -> ExitStatus {
        let until = Instant::now() + Duration::from_secs(40);
        while Instant::now() < until {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            thread::sleep(Duration::from_millis(10));
        }
        panic!("it does not end: {}", self.said());
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

    /// Registers; the id.
    pub(crate) async fn register(&self, name: &str, password: &str) -> i64 {
        let body = json!({"username": name, "password": password, "confirmPassword": password});
        self.post("/register", body).await.body["id"].as_i64().unwrap()
    }

    pub(crate) async fn login(&self, name: &str, password: &str) -> Answer {
        self.post("/login", json!({"username": name, "password": password})).await
    }

    /// All metrics.
    pub(crate) async fn metrics(&mut self) -> String {
        let address = self.wait_for("metrics are at ");
        self.asked(&address).await
    }

    /// What another address of the server answers.
    pub(crate) async fn asked(&self, address: &str) -> String {
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

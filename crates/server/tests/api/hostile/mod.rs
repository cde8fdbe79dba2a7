//! The real server under clients that mean harm: they are slow, many or too much, and an honest one is
//! served meanwhile as if they were not there.

mod bounds;
mod honest;
mod idle;
mod slow;
mod streams;
mod unread;
mod uploads;

use std::{
    fs,
    io::{Read, Write},
    net::{SocketAddr, TcpStream},
    time::{Duration, Instant},
};

use reqwest::Method;
use serde_json::{Value, json};

use self::honest::Honest;
use crate::{
    operations::process::{Installation, Server},
    support::PASSWORD,
};

/// A server with limits, as operators run it.
fn serve(installation: &Installation) -> Server {
    installation.serve(&[("POSTUP_RATE_LIMIT", "on")])
}

/// Like [`serve`], with 1,024 files, less those for other things.
fn serve_with_few_files(installation: &Installation, variables: &[(&str, &str)]) -> Server {
    installation.serve_with(|command| {
        let program = command.get_program().to_owned();
        let mut limited = std::process::Command::new("sh");
        limited.args(["-c", "ulimit -n 1024; exec \"$0\" serve"]).arg(program);
        limited.current_dir(installation.folder.path());
        limited.envs(command.get_envs().filter_map(|(name, value)| Some((name, value?))));
        *command = limited;
        command.env("POSTUP_RATE_LIMIT", "on").envs(variables.iter().copied())
    })
}

fn address(server: &Server) -> SocketAddr {
    server.address.strip_prefix("http://").unwrap().parse().unwrap()
}

fn connect(server: &Server) -> TcpStream {
    let stream = TcpStream::connect(address(server)).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(40))).unwrap();
    stream
}

/// All that comes until the server closes, or breaks off.
fn rest(mut stream: &TcpStream) -> String {
    let mut all = vec![];
    let _ = stream.read_to_end(&mut all);
    String::from_utf8_lossy(&all).into_owned()
}

/// Reads what comes next.
fn read_some(mut stream: &TcpStream) -> String {
    let mut some = [0; 4096];
    let length = stream.read(&mut some).unwrap();
    String::from_utf8_lossy(&some[..length]).into_owned()
}

/// Returns the token of a new member, who has the only forum.
async fn sign_up(server: &Server) -> String {
    let send = async |path: &str, token: &str, body: Value| -> Value {
        let request = server.request(Method::POST, path).json(&body);
        let request = if token.is_empty() { request } else { request.bearer_auth(token) };
        request.send().await.unwrap().json().await.unwrap()
    };
    let account = json!({"username": "mallory", "password": PASSWORD, "confirmPassword": PASSWORD});
    send("/register", "", account.clone()).await;
    let token = send("/login", "", account).await["token"].as_str().unwrap().to_owned();
    send("/forums/create", &token, json!({"topic": "Mine", "description": "All mine"})).await;
    token
}

/// The most bytes of memory that the server has had so far.
fn peak_memory(server: &Server) -> usize {
    let status = fs::read_to_string(format!("/proc/{}/status", server.id())).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim().trim_end_matches(" kB").parse::<usize>().unwrap() * 1024
}

/// Returns the number of open connections of the server.
fn sockets(server: &Server) -> usize {
    let open = fs::read_dir(format!("/proc/{}/fd", server.id())).unwrap();
    let links = open.filter_map(|entry| fs::read_link(entry.ok()?.path()).ok());
    links.filter(|link| link.to_string_lossy().starts_with("socket:")).count()
}

/// Waits until the server has at least this many connections.
fn wait_until_open(server: &Server, least: usize) {
    let until = Instant::now() + Duration::from_secs(10);
    while sockets(server) < least {
        assert!(Instant::now() < until, "only {} connections are open", sockets(server));
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Waits until the server has at most this many connections.
fn wait_for_sockets(server: &Server, most: usize, patience: Duration) {
    let until = Instant::now() + patience;
    while sockets(server) > most {
        assert!(Instant::now() < until, "{} connections are left of {most}", sockets(server));
        std::thread::sleep(Duration::from_millis(100));
    }
}

/// Waits until the server has read all that its clients sent.
fn wait_until_read(server: &Server) {
    let port = format!(":{:04X}", address(server).port());
    let until = Instant::now() + Duration::from_secs(40);
    let is_unread = || {
        let table = fs::read_to_string("/proc/net/tcp").unwrap();
        table.lines().map(|line| line.split_whitespace().collect::<Vec<_>>()).any(|connection| {
            let is_open = connection[3] == "01";
            connection[1].ends_with(&port) && is_open && !connection[4].ends_with(":00000000")
        })
    };
    while is_unread() {
        assert!(Instant::now() < until, "the server does not read");
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn send(mut stream: &TcpStream, text: &str) {
    stream.write_all(text.as_bytes()).unwrap();
}

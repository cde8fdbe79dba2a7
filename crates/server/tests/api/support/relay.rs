//! A way to the database that can be held up.

use std::{
    io::{self, Read, Write},
    net::{Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::Duration,
};

use database::DatabaseUrl;
use reqwest::Url;

/// Passes on what a server and PostgreSQL say to each other, on threads, as opening a database blocks.
pub(crate) struct Relay {
    address: SocketAddr,
    state: Arc<State>,
}

#[derive(Default)]
struct State {
    is_held_up: AtomicBool,
    is_over: AtomicBool,
}

impl Relay {
    /// Returns it with the address of the same database behind it.
    pub(crate) fn to(database: &DatabaseUrl) -> (Self, DatabaseUrl) {
        let DatabaseUrl::Postgres(url) = database else { panic!("SQLite is a file") };
        let mut url: Url = url.parse().unwrap();
        let target = (url.host_str().unwrap().to_owned(), url.port().unwrap_or(5432));
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let address = listener.local_addr().unwrap();
        let state = Arc::<State>::default();
        {
            let state = Arc::clone(&state);
            thread::spawn(move || {
                for client in listener.incoming().take_while(|_| !state.is_over()) {
                    // A connection that fails is the server's to notice.
                    let _ = client.and_then(|client| connect(client, &target, &state));
                }
            });
        }
        url.set_host(Some("127.0.0.1")).unwrap();
        url.set_port(Some(address.port())).unwrap();
        (Self { address, state }, url.as_str().parse().unwrap())
    }

    /// Holds back all that comes from now on, or lets it go. Connections stay open.
    pub(crate) fn hold_up(&self, is_held_up: bool) {
        self.state.is_held_up.store(is_held_up, Ordering::Relaxed);
    }
}

impl Drop for Relay {
    fn drop(&mut self) {
        self.state.is_over.store(true, Ordering::Relaxed);
        // Wakes the thread that waits for the next connection.
        drop(TcpStream::connect(self.address));
    }
}

impl State {
    fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }

    fn is_held_up(&self) -> bool {
        self.is_held_up.load(Ordering::Relaxed) && !self.is_over()
    }
}

fn connect(client: TcpStream, target: &(String, u16), state: &Arc<State>) -> io::Result<()> {
    let server = TcpStream::connect((target.0.as_str(), target.1))?;
    for stream in [&client, &server] {
        stream.set_nodelay(true)?;
    }
    for (from, to) in [(client.try_clone()?, server.try_clone()?), (server, client)] {
        let state = Arc::clone(state);
        thread::spawn(move || pass_on(from, to, &state));
    }
    Ok(())
}

fn pass_on(mut from: TcpStream, mut to: TcpStream, state: &State) {
    let mut bytes = [0; 16 * 1024];
    while let Ok(count @ 1..) = from.read(&mut bytes) {
        while state.is_held_up() {
            thread::sleep(Duration::from_millis(1));
        }
        if to.write_all(&bytes[..count]).is_err() {
            break;
        }
    }
    let _ = to.shutdown(Shutdown::Both);
    let _ = from.shutdown(Shutdown::Both);
}

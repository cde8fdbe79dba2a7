//! A cable to PostgreSQL that can be held, so that nothing comes through it, and cut.

use std::{
    io::{ErrorKind, Read, Write},
    net::{Shutdown, TcpListener, TcpStream},
    sync::{
        Arc,
        atomic::{AtomicU8, Ordering},
    },
    thread,
    time::Duration,
};

use database::DatabaseUrl;

const WHOLE: u8 = 0;
const HELD: u8 = 1;
const CUT: u8 = 2;
/// How soon it is seen that it was held or cut.
const LOOK: Duration = Duration::from_millis(2);

/// Cut when it is dropped.
pub(crate) struct Cable {
    url: DatabaseUrl,
    state: Arc<AtomicU8>,
}

impl Cable {
    pub(crate) fn to(url: &DatabaseUrl) -> Self {
        let DatabaseUrl::Postgres(url) = url else { panic!("SQLite is not far away") };
        let (start, rest) = url.split_once('@').unwrap();
        let (host, name) = rest.split_once('/').unwrap();
        let (host, state) = (host.to_owned(), Arc::new(AtomicU8::new(WHOLE)));
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let here = listener.local_addr().unwrap();
        let url = DatabaseUrl::Postgres(format!("{start}@{here}/{name}"));
        let of_thread = Arc::clone(&state);
        thread::spawn(move || serve(&listener, &host, &of_thread));
        Self { url, state }
    }

    /// Of the same database, through the cable.
    pub(crate) fn url(&self) -> &DatabaseUrl {
        &self.url
    }

    pub(crate) fn hold(&self) {
        self.state.store(HELD, Ordering::SeqCst);
    }

    pub(crate) fn cut(&self) {
        self.state.store(CUT, Ordering::SeqCst);
    }
}

impl Drop for Cable {
    fn drop(&mut self) {
        self.cut();
    }
}

/// Until the connection is cut; later callers are refused.
fn serve(listener: &TcpListener, host: &str, state: &Arc<AtomicU8>) {
    listener.set_nonblocking(true).unwrap();
    while state.load(Ordering::SeqCst) != CUT {
        if let Ok((near, _)) = listener.accept() {
            near.set_nonblocking(false).unwrap();
            let far = TcpStream::connect(host).unwrap();
            for (from, to) in [(&near, &far), (&far, &near)] {
                let (from, to) = (from.try_clone().unwrap(), to.try_clone().unwrap());
                let state = Arc::clone(state);
                thread::spawn(move || carry(from, to, &state));
            }
        }
        thread::sleep(LOOK);
    }
}

fn carry(mut from: TcpStream, mut to: TcpStream, state: &AtomicU8) {
    from.set_read_timeout(Some(LOOK)).unwrap();
    let mut bytes = [0; 16_384];
    while state.load(Ordering::SeqCst) != CUT {
        if state.load(Ordering::SeqCst) == HELD {
            thread::sleep(LOOK);
            continue;
        }
        match from.read(&mut bytes) {
            Ok(0) => break,
            Ok(count) => {
                if to.write_all(&bytes[..count]).is_err() {
                    break;
                }
            }
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {}
            Err(_) => break,
        }
    }
    let _ = (from.shutdown(Shutdown::Both), to.shutdown(Shutdown::Both));
}

use std::{
    net::SocketAddr,
    time::{Duration, Instant},
};

use tokio::net::{TcpSocket, TcpStream};

use super::{Honest, address, serve, serve_with_few_files, sockets, wait_for_sockets};
use crate::operations::process::Installation;

/// Of twenty addresses, as a small herd of machines would.
const IDLE: usize = 10_000;
const ADDRESSES: usize = 20;

async fn connect_from(last: usize, to: SocketAddr) -> Option<TcpStream> {
    let socket = TcpSocket::new_v4().unwrap();
    let own = SocketAddr::from(([127, 0, 1, last as u8 + 1], 0));
    socket.bind(own).unwrap();
    let connecting = tokio::time::timeout(Duration::from_secs(5), socket.connect(to));
    connecting.await.ok()?.ok()
}

/// Raises the limit of open files to its maximum and returns it.
fn files() -> usize {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
    setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum }).unwrap();
    getrlimit(Resource::Nofile).current.map_or(usize::MAX, |files| files as usize)
}

#[tokio::test]
async fn idle_connections_are_harmless_and_closed() {
    let installation = Installation::on_sqlite();
    let server = serve(&installation);
    let honest = Honest::new();
    let before = sockets(&server);
    // The server has as many files as this process, which has other tests beside this one.
    let wanted = IDLE.min(files().saturating_sub(2_000));
    let mut idle = vec![];
    for number in 0..wanted {
        idle.extend(connect_from(number % ADDRESSES, address(&server)).await);
    }
    let most = sockets(&server);
    let medians = honest.is_served_by(&server, 20).await;
    // Some of the first are closed before the last are there.
    assert!(idle.len() > wanted * 9 / 10, "{} of {wanted}", idle.len());
    wait_for_sockets(&server, before + 2, Duration::from_secs(40));
    eprintln!("{} idle connections, at most {most} sockets: {medians}", idle.len());
}

#[tokio::test]
async fn one_address_gets_an_eighth_of_the_connections() {
    let installation = Installation::on_sqlite();
    let server = serve_with_few_files(&installation, &[]);
    let honest = Honest::new();
    let before = sockets(&server);
    let mut idle = vec![];
    for _ in 0..600 {
        idle.extend(connect_from(0, address(&server)).await);
    }
    // A busy machine takes a while to accept them and to close those that are too many.
    let start = Instant::now();
    loop {
        let held = sockets(&server) - before;
        if (50..=130).contains(&held) {
            break;
        }
        assert!(start.elapsed() < Duration::from_secs(40), "{held} are held of one address");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    honest.is_served_by(&server, 20).await;
}

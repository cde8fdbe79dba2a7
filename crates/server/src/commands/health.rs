use std::{
    io::{self, Read, Write},
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream},
    time::{Duration, Instant},
};

use crate::{commands::CommandError, settings::Health};

/// For connecting and reading the response.
const TIMEOUT: Duration = Duration::from_secs(2);
const READY: &[u8] = b"HTTP/1.1 200 ";

/// `postup health`: checks that the server on this machine is ready.
pub(super) fn health(settings: &Health) -> Result<(), CommandError> {
    let address = here(settings.bind);
    let not_ready = |reason: String| {
        CommandError::Refused(format!("the server at {address} is not ready: {reason}"))
    };
    let start = ask(address).map_err(|error| not_ready(error.to_string()))?;
    if start == READY {
        return Ok(());
    }
    Err(not_ready(format!("it answers {}", String::from_utf8_lossy(&start).trim())))
}

/// Returns the local address of a server bound to all addresses.
fn here(bind: SocketAddr) -> SocketAddr {
    let address = match bind.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        given => given,
    };
    SocketAddr::new(address, bind.port())
}

/// Returns the start of the response of `/readyz`: its status.
fn ask(address: SocketAddr) -> io::Result<[u8; READY.len()]> {
    let end = Instant::now() + TIMEOUT;
    let left = || {
        let left = end.saturating_duration_since(Instant::now());
        if left.is_zero() { Err(io::ErrorKind::TimedOut.into()) } else { Ok::<_, io::Error>(left) }
    };
    let mut stream = TcpStream::connect_timeout(&address, left()?)?;
    stream.set_write_timeout(Some(left()?))?;
    write!(stream, "GET /readyz HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")?;
    let mut start = [0; READY.len()];
    let mut read = 0;
    while read < start.len() {
        stream.set_read_timeout(Some(left()?))?;
        match stream.read(&mut start[read..])? {
            0 => return Err(io::ErrorKind::UnexpectedEof.into()),
            more => read += more,
        }
    }
    Ok(start)
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;

    use super::*;

    #[test]
    fn a_server_on_all_addresses_is_checked_on_localhost() {
        assert_eq!(here("0.0.0.0:8080".parse().unwrap()), "127.0.0.1:8080".parse().unwrap());
        assert_eq!(here("[::]:8080".parse().unwrap()), "[::1]:8080".parse().unwrap());
        assert_eq!(here("10.0.0.1:80".parse().unwrap()), "10.0.0.1:80".parse().unwrap());
    }

    #[test]
    fn a_silent_server_times_out_after_two_seconds() {
        let silent = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let started = Instant::now();
        let refused = health(&Health { bind: silent.local_addr().unwrap() }).unwrap_err();
        assert!(refused.to_string().contains("is not ready"), "{refused}");
        let took = started.elapsed();
        assert!(took + Duration::from_millis(50) >= TIMEOUT, "{took:?}");
        assert!(took < TIMEOUT + Duration::from_secs(1), "{took:?}");
    }
}

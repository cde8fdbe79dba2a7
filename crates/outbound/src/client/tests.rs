use std::{
    net::{IpAddr, Ipv4Addr},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::Instant,
};

use reqwest::{Certificate, Method};
use test_receiver::{NAME, Receiver};

use super::*;

const LOOPBACK: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);
const PUBLIC: IpAddr = IpAddr::V4(Ipv4Addr::new(1, 1, 1, 1));

/// A client that trusts the receiver's certificate.
fn client_of(receiver: &Receiver, networks: &[&str], lookup: Lookup) -> GuardedClient {
    patient_client_of(receiver, networks, lookup, PATIENCE)
}

fn patient_client_of(
    receiver: &Receiver,
    networks: &[&str],
    lookup: Lookup,
    patience: Duration,
) -> GuardedClient {
    let networks = networks.iter().map(|network| network.parse().unwrap()).collect();
    let certificate = Certificate::from_pem(&receiver.certificate).unwrap();
    let trust = move |builder: ClientBuilder| builder.tls_certs_merge([certificate.clone()]);
    GuardedClient::build(Reach::Public(Networks(networks)), lookup, patience, trust).unwrap()
}

fn url(receiver: &Receiver, host: &str) -> Url {
    format!("https://{host}:{}/push", receiver.address.port()).parse().unwrap()
}

/// Finds these addresses, one list after the other; the last again and again.
fn lookup(answers: &'static [&'static [IpAddr]]) -> Lookup {
    let asked = AtomicUsize::new(0);
    Arc::new(move |_| {
        let nth = asked.fetch_add(1, Ordering::SeqCst).min(answers.len() - 1);
        Box::pin(async move { Ok(answers[nth].to_vec()) })
    })
}

fn send(client: &GuardedClient, url: Url) -> Result<Answer, ClientError> {
    client.wait(client.send(Request::new(Method::POST, url))).unwrap()
}

fn check(client: &GuardedClient, url: &Url) -> Result<(), ClientError> {
    client.wait(client.check(url)).unwrap()
}

const CREATED: &str = "HTTP/1.1 201 Created\r\ncontent-length: 5\r\nx-kept: yes\r\n\r\nthere";

#[test]
fn an_admitted_server_is_asked_at_the_address_that_was_checked() {
    let receiver = Receiver::answering(CREATED, "");
    let client = client_of(&receiver, &["127.0.0.0/8"], lookup(&[&[LOOPBACK]]));
    check(&client, &url(&receiver, NAME)).unwrap();
    for host in [NAME, "127.0.0.1"] {
        let answer = send(&client, url(&receiver, host)).unwrap();
        assert_eq!((answer.status.as_u16(), &answer.body[..]), (201, &b"there"[..]));
        assert_eq!(answer.headers["x-kept"], "yes");
        assert!(!answer.is_cut);
    }
}

#[test]
fn a_name_that_moves_to_a_private_address_is_refused() {
    let receiver = Receiver::answering(CREATED, "");
    let client = client_of(&receiver, &[], lookup(&[&[PUBLIC], &[LOOPBACK]]));
    check(&client, &url(&receiver, NAME)).unwrap();
    assert!(matches!(send(&client, url(&receiver, NAME)), Err(ClientError::Failed(_))));
    assert!(matches!(check(&client, &url(&receiver, NAME)), Err(ClientError::NotPublic(_))));
    assert_eq!(receiver.received().len(), 0);
}

#[test]
fn a_name_with_a_private_address_among_public_ones_is_refused() {
    const FOUND: [&[&[IpAddr]]; 2] = [&[&[PUBLIC, LOOPBACK]], &[&[]]];
    for addresses in FOUND {
        let receiver = Receiver::answering(CREATED, "");
        let client = client_of(&receiver, &[], lookup(addresses));
        assert!(matches!(check(&client, &url(&receiver, NAME)), Err(ClientError::NotPublic(_))));
        assert!(matches!(send(&client, url(&receiver, NAME)), Err(ClientError::Failed(_))));
        assert_eq!(receiver.received().len(), 0);
    }
}

#[test]
fn addresses_in_urls_are_checked_however_they_are_written() {
    let receiver = Receiver::answering(CREATED, "");
    let client = client_of(&receiver, &[], lookup(&[&[PUBLIC]]));
    for host in ["127.0.0.1", "127.1", "0x7f.1", "2130706433", "[::1]", "[::ffff:127.0.0.1]"] {
        let url = url(&receiver, host);
        assert!(matches!(check(&client, &url), Err(ClientError::NotPublic(_))), "{host}");
        assert!(matches!(send(&client, url), Err(ClientError::NotPublic(_))), "{host}");
    }
    assert_eq!(receiver.received().len(), 0);
}

#[test]
fn only_https_is_asked_for_members() {
    let receiver = Receiver::answering(CREATED, "");
    let client = client_of(&receiver, &["127.0.0.0/8"], lookup(&[&[LOOPBACK]]));
    for address in ["http://127.0.0.1/", "ftp://127.0.0.1/", "data:,x", "file:///etc/passwd"] {
        let url: Url = address.parse().unwrap();
        assert!(matches!(check(&client, &url), Err(ClientError::NotAllowed(_))), "{address}");
        assert!(matches!(send(&client, url), Err(ClientError::NotAllowed(_))), "{address}");
    }
}

#[test]
fn the_operators_servers_may_be_on_this_machine() {
    for (address, allowed) in [
        ("https://id.example", true),
        ("http://localhost:4000/oidc", true),
        ("http://127.0.0.2", true),
        ("http://[::1]:80", true),
        ("http://id.example", false),
        ("http://localhost.example", false),
        ("http://10.0.0.1", false),
        ("ftp://localhost", false),
    ] {
        assert_eq!(Reach::Chosen.takes(&address.parse().unwrap()), allowed, "{address}");
    }
}

#[test]
fn a_redirect_is_an_answer_and_not_followed() {
    let answer = "HTTP/1.1 307 Elsewhere\r\nlocation: /other\r\ncontent-length: 0\r\n\r\n";
    let receiver = Receiver::answering(answer, "");
    let client = client_of(&receiver, &["127.0.0.0/8"], lookup(&[&[LOOPBACK]]));
    assert_eq!(send(&client, url(&receiver, NAME)).unwrap().status, 307);
    assert_eq!(receiver.received().len(), 1);
}

#[test]
fn an_endless_answer_is_cut() {
    let receiver = Receiver::answering("HTTP/1.1 200 OK\r\n\r\n", "Lorem ipsum dolor sit amet");
    let client = client_of(&receiver, &["127.0.0.0/8"], lookup(&[&[LOOPBACK]]));
    let answer = send(&client, url(&receiver, NAME)).unwrap();
    assert_eq!((answer.body.len(), answer.is_cut), (1 << 16, true));
}

#[test]
fn a_slow_answer_is_given_up() {
    let receiver = Receiver::answering("HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n", "");
    let patience = Duration::from_secs(2);
    let found = lookup(&[&[LOOPBACK]]);
    let client = patient_client_of(&receiver, &["127.0.0.0/8"], found, patience);
    let never: Lookup = Arc::new(|_| Box::pin(std::future::pending()));
    let lost = patient_client_of(&receiver, &[], never, patience);
    let start = Instant::now();
    let has_waited = || start.elapsed() >= patience;
    thread::scope(|scope| {
        scope.spawn(|| {
            let checked = check(&lost, &url(&receiver, NAME));
            assert!(matches!(checked, Err(ClientError::TooSlow)) && has_waited());
        });
        scope.spawn(|| assert!(send(&lost, url(&receiver, NAME)).is_err() && has_waited()));
        assert!(send(&client, url(&receiver, NAME)).is_err() && has_waited());
    });
    let usual = GuardedClient::new(Reach::Chosen).unwrap();
    assert_eq!(usual.patience, Duration::from_secs(10));
}

#[test]
fn an_unknown_certificate_is_refused() {
    let receiver = Receiver::answering(CREATED, "");
    let reach = Reach::Public(Networks(vec!["127.0.0.0/8".parse().unwrap()]));
    let client = GuardedClient::new(reach).unwrap();
    assert!(matches!(send(&client, url(&receiver, "127.0.0.1")), Err(ClientError::Failed(_))));
    assert_eq!(receiver.received().len(), 0);
}

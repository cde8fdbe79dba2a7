use std::{
    io::{Read, Write},
    net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

use openssl::{
    asn1::Asn1Time,
    hash::MessageDigest,
    pkey::{PKey, Private},
    rsa::Rsa,
    ssl::{SslAcceptor, SslMethod},
    x509::{X509, X509Name, extension::SubjectAlternativeName},
};
use reqwest::{Certificate, Method};

use super::*;

const LOOPBACK: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);
const PUBLIC: IpAddr = IpAddr::V4(Ipv4Addr::new(1, 1, 1, 1));
const NAME: &str = "push.example";

/// A server with a certificate of its own that gives every request the same answer.
struct Receiver {
    address: SocketAddr,
    certificate: Certificate,
    requests: Arc<AtomicUsize>,
}

fn certificate(key: &PKey<Private>) -> X509 {
    let mut name = X509Name::builder().unwrap();
    name.append_entry_by_text("CN", NAME).unwrap();
    let name = name.build();
    let mut made = X509::builder().unwrap();
    made.set_version(2).unwrap();
    made.set_subject_name(&name).unwrap();
    made.set_issuer_name(&name).unwrap();
    made.set_not_before(&Asn1Time::days_from_now(0).unwrap()).unwrap();
    made.set_not_after(&Asn1Time::days_from_now(1).unwrap()).unwrap();
    made.set_pubkey(key).unwrap();
    let names = SubjectAlternativeName::new()
        .dns(NAME)
        .ip("127.0.0.1")
        .build(&made.x509v3_context(None, None))
        .unwrap();
    made.append_extension(names).unwrap();
    made.sign(key, MessageDigest::sha256()).unwrap();
    made.build()
}

impl Receiver {
    /// Answers with these bytes again and again, until the client has enough.
    fn new(answer: &'static str, repeated: &'static str) -> Self {
        let key = PKey::from_rsa(Rsa::generate(2048).unwrap()).unwrap();
        let certificate = certificate(&key);
        let mut acceptor = SslAcceptor::mozilla_intermediate_v5(SslMethod::tls()).unwrap();
        acceptor.set_private_key(&key).unwrap();
        acceptor.set_certificate(&certificate).unwrap();
        let acceptor = acceptor.build();
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let requests = Arc::<AtomicUsize>::default();
        let counted = Arc::clone(&requests);
        thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let Ok(mut stream) = acceptor.accept(stream) else { continue };
                let counted = Arc::clone(&counted);
                thread::spawn(move || {
                    while stream.read(&mut [0; 4096]).is_ok_and(|length| length > 0) {
                        counted.fetch_add(1, Ordering::SeqCst);
                        stream.write_all(answer.as_bytes()).unwrap();
                        while !repeated.is_empty() && stream.write_all(repeated.as_bytes()).is_ok()
                        {
                        }
                    }
                });
            }
        });
        let certificate = Certificate::from_der(&certificate.to_der().unwrap()).unwrap();
        Self { address, certificate, requests }
    }

    fn client(&self, networks: &[&str], lookup: Lookup) -> GuardedClient {
        let networks = networks.iter().map(|network| network.parse().unwrap()).collect();
        let trust = |builder: ClientBuilder| builder.tls_certs_merge([self.certificate.clone()]);
        GuardedClient::build(Reach::Public(Networks(networks)), lookup, trust).unwrap()
    }

    fn url(&self, host: &str) -> Url {
        format!("https://{host}:{}/push", self.address.port()).parse().unwrap()
    }

    fn requests(&self) -> usize {
        self.requests.load(Ordering::SeqCst)
    }
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
    let receiver = Receiver::new(CREATED, "");
    let client = receiver.client(&["127.0.0.0/8"], lookup(&[&[LOOPBACK]]));
    check(&client, &receiver.url(NAME)).unwrap();
    for host in [NAME, "127.0.0.1"] {
        let answer = send(&client, receiver.url(host)).unwrap();
        assert_eq!((answer.status.as_u16(), &answer.body[..]), (201, &b"there"[..]));
        assert_eq!(answer.headers["x-kept"], "yes");
        assert!(!answer.is_cut);
    }
}

#[test]
fn a_name_that_moves_to_a_private_address_is_refused() {
    let receiver = Receiver::new(CREATED, "");
    let client = receiver.client(&[], lookup(&[&[PUBLIC], &[LOOPBACK]]));
    check(&client, &receiver.url(NAME)).unwrap();
    assert!(matches!(send(&client, receiver.url(NAME)), Err(ClientError::Failed(_))));
    assert!(matches!(check(&client, &receiver.url(NAME)), Err(ClientError::NotPublic(_))));
    assert_eq!(receiver.requests(), 0);
}

#[test]
fn a_name_with_a_private_address_among_public_ones_is_refused() {
    const FOUND: [&[&[IpAddr]]; 2] = [&[&[PUBLIC, LOOPBACK]], &[&[]]];
    for addresses in FOUND {
        let receiver = Receiver::new(CREATED, "");
        let client = receiver.client(&[], lookup(addresses));
        assert!(matches!(check(&client, &receiver.url(NAME)), Err(ClientError::NotPublic(_))));
        assert!(matches!(send(&client, receiver.url(NAME)), Err(ClientError::Failed(_))));
        assert_eq!(receiver.requests(), 0);
    }
}

#[test]
fn addresses_in_urls_are_checked_however_they_are_written() {
    let receiver = Receiver::new(CREATED, "");
    let client = receiver.client(&[], lookup(&[&[PUBLIC]]));
    for host in ["127.0.0.1", "127.1", "0x7f.1", "2130706433", "[::1]", "[::ffff:127.0.0.1]"] {
        let url = receiver.url(host);
        assert!(matches!(check(&client, &url), Err(ClientError::NotPublic(_))), "{host}");
        assert!(matches!(send(&client, url), Err(ClientError::NotPublic(_))), "{host}");
    }
    assert_eq!(receiver.requests(), 0);
}

#[test]
fn only_https_is_asked_for_members() {
    let receiver = Receiver::new(CREATED, "");
    let client = receiver.client(&["127.0.0.0/8"], lookup(&[&[LOOPBACK]]));
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
    let receiver = Receiver::new(answer, "");
    let client = receiver.client(&["127.0.0.0/8"], lookup(&[&[LOOPBACK]]));
    assert_eq!(send(&client, receiver.url(NAME)).unwrap().status, 307);
    assert_eq!(receiver.requests(), 1);
}

#[test]
fn an_endless_answer_is_cut() {
    let receiver = Receiver::new("HTTP/1.1 200 OK\r\n\r\n", "Lorem ipsum dolor sit amet");
    let client = receiver.client(&["127.0.0.0/8"], lookup(&[&[LOOPBACK]]));
    let answer = send(&client, receiver.url(NAME)).unwrap();
    assert_eq!((answer.body.len(), answer.is_cut), (1 << 16, true));
}

#[test]
fn a_slow_answer_is_given_up() {
    let receiver = Receiver::new("HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n", "");
    let client = receiver.client(&["127.0.0.0/8"], lookup(&[&[LOOPBACK]]));
    let never: Lookup = Arc::new(|_| Box::pin(std::future::pending()));
    let lost = receiver.client(&[], never);
    thread::scope(|scope| {
        scope.spawn(|| {
            assert!(matches!(check(&lost, &receiver.url(NAME)), Err(ClientError::TooSlow)));
        });
        scope.spawn(|| assert!(send(&lost, receiver.url(NAME)).is_err()));
        assert!(send(&client, receiver.url(NAME)).is_err());
    });
}

#[test]
fn an_unknown_certificate_is_refused() {
    let receiver = Receiver::new(CREATED, "");
    let reach = Reach::Public(Networks(vec!["127.0.0.0/8".parse().unwrap()]));
    let client = GuardedClient::new(reach).unwrap();
    assert!(matches!(send(&client, receiver.url("127.0.0.1")), Err(ClientError::Failed(_))));
    assert_eq!(receiver.requests(), 0);
}

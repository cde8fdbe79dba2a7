//! An `https` server on this machine with a certificate of its own. It keeps what it gets, and gives every request the
//! same answer.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::{
    io::{Read, Write},
    net::{SocketAddr, TcpListener, TcpStream},
    sync::{Arc, Mutex, PoisonError},
    thread,
};

use openssl::{
    asn1::Asn1Time,
    hash::MessageDigest,
    pkey::{PKey, Private},
    rsa::Rsa,
    ssl::{SslAcceptor, SslMethod, SslStream},
    x509::{X509, X509Name, extension::SubjectAlternativeName},
};

/// The name in the certificate, besides 127.0.0.1.
pub const NAME: &str = "push.example";

/// The server, until the test ends.
pub struct Receiver {
    pub address: SocketAddr,
    /// The certificate in PEM.
    pub certificate: Vec<u8>,
    received: Arc<Mutex<Vec<Received>>>,
}

/// A request.
#[derive(Clone, Debug)]
pub struct Received {
    /// Its lines, the names of headers in lower case.
    pub head: String,
    pub body: Vec<u8>,
}

impl Received {
    /// Returns the value of a header.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        let of_line = |line: &'_ str| line.starts_with(&format!("{name}: "));
        let line = self.head.lines().find(|line| of_line(line))?;
        line.split_once(": ").map(|(_, value)| value)
    }
}

impl Receiver {
    /// Answers with these bytes, and then with the `repeated` ones until the client has enough.
    ///
    /// # Panics
    /// When the system has no port or thread for it.
    #[must_use]
    pub fn answering(answer: &'static str, repeated: &'static str) -> Self {
        let key = PKey::from_rsa(Rsa::generate(2048).unwrap()).unwrap();
        let certificate = certificate(&key);
        let mut acceptor = SslAcceptor::mozilla_intermediate_v5(SslMethod::tls()).unwrap();
        acceptor.set_private_key(&key).unwrap();
        acceptor.set_certificate(&certificate).unwrap();
        let acceptor = acceptor.build();
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let received = Arc::<Mutex<Vec<Received>>>::default();
        let kept = Arc::clone(&received);
        thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                // A client that does not trust the certificate goes away.
                let Ok(mut stream) = acceptor.accept(stream) else { continue };
                let kept = Arc::clone(&kept);
                thread::spawn(move || {
                    while let Some(request) = request(&mut stream) {
                        kept.lock().unwrap_or_else(PoisonError::into_inner).push(request);
                        stream.write_all(answer.as_bytes()).unwrap();
                        while !repeated.is_empty() && stream.write_all(repeated.as_bytes()).is_ok()
                        {
                        }
                    }
                });
            }
        });
        Self { address, certificate: certificate.to_pem().unwrap(), received }
    }

    /// Returns the requests so far.
    #[must_use]
    pub fn received(&self) -> Vec<Received> {
        self.received.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// Reads a request; `None` once the client is gone.
fn request(stream: &mut SslStream<TcpStream>) -> Option<Received> {
    let mut head = vec![];
    while !head.ends_with(b"\r\n\r\n") {
        let mut byte = [0];
        stream.read_exact(&mut byte).ok()?;
        head.extend(byte);
    }
    let mut received = Received { head: String::from_utf8(head).ok()?, body: vec![] };
    let length = received.header("content-length").map_or(Ok(0), str::parse).ok()?;
    received.body = vec![0; length];
    stream.read_exact(&mut received.body).ok()?;
    Some(received)
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

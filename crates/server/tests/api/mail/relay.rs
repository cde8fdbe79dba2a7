use std::{
    io::{BufRead, BufReader},
    path::Path,
    process::{Child, ChildStdout, Command, Stdio},
};

use openssl::{
    asn1::Asn1Time,
    bn::BigNum,
    hash::MessageDigest,
    pkey::PKey,
    rsa::Rsa,
    x509::{X509, X509NameBuilder, extension::SubjectAlternativeName},
};
use serde_json::Value;

/// A relay written with the SMTP server of Python (`relay.py`); ends with the test.
pub(super) struct Relay {
    server: Child,
    lines: BufReader<ChildStdout>,
    pub(super) port: u16,
}

impl Relay {
    /// `plain`, or encrypted by the certificate in a file: `starttls` or `tls`.
    pub(super) fn start(encryption: &str, certificate: Option<&Path>) -> Self {
        let here = env!("CARGO_MANIFEST_DIR");
        let python = format!("{here}/../../target/python/bin/python");
        let mut server = Command::new(&python)
            .args([&format!("{here}/tests/api/mail/relay.py"), encryption])
            .args(certificate)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap_or_else(|error| panic!("{python}: {error}; run make setup"));
        let lines = BufReader::new(server.stdout.take().unwrap());
        let mut relay = Self { server, lines, port: 0 };
        relay.port = relay.line().trim().parse().unwrap();
        relay
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.lines.read_line(&mut line).unwrap();
        line
    }

    /// Waits for the next mail that it takes.
    pub(super) fn mail(&mut self) -> Value {
        serde_json::from_str(&self.line()).unwrap()
    }
}

impl Drop for Relay {
    fn drop(&mut self) {
        self.server.kill().unwrap();
        self.server.wait().unwrap();
    }
}

/// A certificate for `localhost` that it signs itself, with its key, in PEM.
pub(super) fn certificate() -> Vec<u8> {
    let key = PKey::from_rsa(Rsa::generate(2_048).unwrap()).unwrap();
    let mut name = X509NameBuilder::new().unwrap();
    name.append_entry_by_text("CN", "localhost").unwrap();
    let name = name.build();
    let mut builder = X509::builder().unwrap();
    builder.set_version(2).unwrap();
    let serial = BigNum::from_u32(1).unwrap().to_asn1_integer().unwrap();
    builder.set_serial_number(&serial).unwrap();
    builder.set_subject_name(&name).unwrap();
    builder.set_issuer_name(&name).unwrap();
    builder.set_pubkey(&key).unwrap();
    builder.set_not_before(&Asn1Time::days_from_now(0).unwrap()).unwrap();
    builder.set_not_after(&Asn1Time::days_from_now(1).unwrap()).unwrap();
    let context = builder.x509v3_context(None, None);
    let names = SubjectAlternativeName::new().dns("localhost").build(&context).unwrap();
    builder.append_extension(names).unwrap();
    builder.sign(&key, MessageDigest::sha256()).unwrap();
    let certificate = builder.build().to_pem().unwrap();
    [key.private_key_to_pem_pkcs8().unwrap(), certificate].concat()
}

//! Mail by SMTP (RFC 5321), handed to the relay of the operator.

mod message;
mod relay;

use std::{io, time::Duration};

use ::mail::{Mail, Mailer, SendError};
use lettre::{
    Address,
    transport::smtp::{
        authentication::DEFAULT_MECHANISMS,
        client::{AsyncSmtpConnection, TlsParameters},
        commands::{Data, Mail as MailFromCommand, Rcpt},
        extension::ClientId,
    },
};
use parking_lot::Mutex;
use tokio::{
    runtime::{Builder, Runtime},
    time::timeout,
};

use self::relay::Encryption;
pub use self::relay::{MailFrom, MailSettingError, SmtpRelay};

/// How long a connection may take to be open, encrypted and signed in.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
/// How long all of a mail may take.
const TIMEOUT: Duration = Duration::from_secs(30);

/// Sends mails to a relay, over connections that stay open between two mails.
pub struct Smtp {
    relay: SmtpRelay,
    from: MailFrom,
    hello: ClientId,
    tls: TlsParameters,
    /// None once this is dropped.
    runtime: Option<Runtime>,
    /// At most as many as mails are sent at once.
    idle: Mutex<Vec<AsyncSmtpConnection>>,
}

impl Smtp {
    /// `host` is what the server calls itself.
    ///
    /// # Errors
    /// When the system has no certificates or no timer.
    pub fn new(relay: SmtpRelay, from: MailFrom, host: &str) -> io::Result<Self> {
        let tls = TlsParameters::new_native(relay.host.clone()).map_err(io::Error::other)?;
        let runtime = Builder::new_current_thread().enable_all().build()?;
        let hello = ClientId::Domain(host.to_owned());
        Ok(Self { relay, from, hello, tls, runtime: Some(runtime), idle: Mutex::default() })
    }

    /// Connects and signs in as for a mail, and sends none.
    ///
    /// # Errors
    /// What a mail would fail with.
    pub fn reach(&self) -> Result<(), SendError> {
        self.run(async {
            let connection = self.connection().await?;
            self.idle.lock().push(connection);
            Ok(())
        })
    }

    fn run(&self, work: impl Future<Output = Result<(), SendError>>) -> Result<(), SendError> {
        let runtime = self.runtime.as_ref().ok_or_else(|| temporary("the server ends"))?;
        let done = runtime.block_on(async { timeout(TIMEOUT, work).await });
        done.unwrap_or_else(|_| Err(temporary("the mail server took longer than 30 s")))
    }
}

impl Mailer for Smtp {
    fn send(&self, mail: &Mail) -> Result<(), SendError> {
        let (message, to) = message::written(mail, &self.from)?;
        self.run(self.hand_over(&message, to))
    }
}

impl Drop for Smtp {
    fn drop(&mut self) {
        // Waiting for its threads would block those of a server that ends.
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

impl Smtp {
    /// A connection that failed is dropped.
    async fn hand_over(&self, message: &[u8], to: Address) -> Result<(), SendError> {
        let mut connection = self.connection().await?;
        let from = MailFromCommand::new(Some(self.from.address()), vec![]);
        connection.command(from).await.map_err(failed("refused the sender"))?;
        if let Err(error) = connection.command(Rcpt::new(to, vec![])).await {
            let failure = failed("refused the recipient");
            return Err(if error.is_permanent() {
                SendError::RecipientRefused(failure(error).to_string())
            } else {
                failure(error)
            });
        }
        connection.command(Data).await.map_err(failed("refused the mail"))?;
        if let Err(error) = connection.message(message).await {
            let failure = failed("refused the mail");
            return Err(if error.is_permanent() {
                SendError::MessageRefused(failure(error).to_string())
            } else {
                failure(error)
            });
        }
        self.idle.lock().push(connection);
        Ok(())
    }

    async fn connection(&self) -> Result<AsyncSmtpConnection, SendError> {
        let idle = self.idle.lock().pop();
        if let Some(mut connection) = idle
            && connection.test_connected().await
        {
            return Ok(connection);
        }
        timeout(CONNECT_TIMEOUT, self.connect())
            .await
            .unwrap_or_else(|_| Err(temporary("the mail server did not answer within 10 s")))
    }

    async fn connect(&self) -> Result<AsyncSmtpConnection, SendError> {
        let SmtpRelay { host, port, encryption, credentials } = &self.relay;
        let wrapped = (*encryption == Encryption::FromTheStart).then(|| self.tls.clone());
        let address = (host.as_str(), *port);
        let mut connection =
            AsyncSmtpConnection::connect_tokio1(address, None, &self.hello, wrapped, None)
                .await
                .map_err(failed("could not be reached"))?;
        if *encryption == Encryption::StartTls {
            let encrypted = connection.starttls(self.tls.clone(), &self.hello).await;
            encrypted.map_err(failed("offers no encryption (STARTTLS) that can be trusted"))?;
        }
        if let Some(credentials) = credentials {
            let signed_in = connection.auth(DEFAULT_MECHANISMS, credentials).await;
            signed_in.map_err(failed("refused the name or the password"))?;
        }
        Ok(connection)
    }
}

fn temporary(why: &str) -> SendError {
    SendError::Temporary(why.to_owned())
}

/// What went wrong, with what the server said about it.
fn failed(what: &'static str) -> impl Fn(lettre::transport::smtp::Error) -> SendError {
    move |error| {
        let mut said = error.to_string();
        let mut cause: Option<&dyn std::error::Error> = std::error::Error::source(&error);
        while let Some(deeper) = cause {
            let text = deeper.to_string();
            if !said.contains(&text) {
                said = format!("{said}: {text}");
            }
            cause = deeper.source();
        }
        SendError::Temporary(format!("the mail server {what}: {said}"))
    }
}

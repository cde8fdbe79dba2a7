use std::{collections::VecDeque, sync::Arc, time::Duration};

use database::{Database, DeliveryRunner};
use infrastructure::WebhookCarrier;
use kernel::{Clock, Endpoint, Reader, RepositoryError, Timestamp};
use parking_lot::Mutex;
use webhooks::{
    Contents, EventType, Message, NotPublic, Receivers, Secret, Sent, Subject, WebhookSecrets,
};

use crate::{
    outbox::{PATIENCE, StoppedClock, wait_for},
    support::TestDb,
};

/// A receiver that keeps what it gets and answers as it is told, and then accepts.
#[derive(Default)]
pub(super) struct Bot {
    pub(super) answers: Mutex<VecDeque<Sent>>,
    pub(super) got: Mutex<Vec<Message>>,
    /// Nothing is shown any more.
    pub(super) is_hidden: Mutex<bool>,
    /// The database fails when the carrier reads the subject of an event.
    pub(super) is_broken: Mutex<bool>,
    /// Sending takes a second of this clock.
    pub(super) takes: Mutex<Option<Arc<StoppedClock>>>,
}

impl Receivers for Bot {
    fn check(&self, _: &Endpoint) -> Result<(), NotPublic> {
        Ok(())
    }

    fn send(&self, _: &Endpoint, _: &Secret, message: &Message, _: Timestamp) -> Sent {
        self.got.lock().push(message.clone());
        if let Some(clock) = &*self.takes.lock() {
            clock.advance(Duration::from_secs(1));
        }
        self.answers.lock().pop_front().unwrap_or(Sent::Accepted)
    }
}

impl Contents for Bot {
    fn data(
        &self,
        _: EventType,
        _: Subject,
        reader: Reader,
    ) -> Result<Option<String>, RepositoryError> {
        if *self.is_broken.lock() {
            return Err(RepositoryError::Failed("broken".into()));
        }
        Ok((!*self.is_hidden.lock()).then(|| format!(r#""{reader:?}""#)))
    }
}

impl WebhookSecrets for Bot {
    fn seed(&self) -> String {
        String::new()
    }

    fn secret(&self, _: &str) -> Secret {
        Secret([0; 32])
    }
}

impl Bot {
    pub(super) fn answering(answers: impl IntoIterator<Item = Sent>) -> Arc<Self> {
        Arc::new(Self { answers: Mutex::new(answers.into_iter().collect()), ..Self::default() })
    }

    pub(super) fn start(
        self: &Arc<Self>,
        database: &Database,
        clock: &Arc<StoppedClock>,
    ) -> DeliveryRunner {
        let clock: Arc<dyn Clock> = clock.clone();
        let carrier = WebhookCarrier::new(
            database.clone(),
            self.clone(),
            self.clone(),
            self.clone(),
            clock.clone(),
        );
        database.start_deliveries(vec![Arc::new(carrier)], &clock).unwrap()
    }

    /// The types that it got.
    pub(super) fn types(&self) -> Vec<String> {
        let of = |message: &Message| message.body.split('"').nth(3).unwrap_or_default().to_owned();
        self.got.lock().iter().map(of).collect()
    }
}

pub(super) fn failed() -> Sent {
    Sent::Failed { why: "closed".to_owned(), after: None }
}

/// Waits until so many tries are noted and settled.
pub(super) fn wait_for_tries(db: &TestDb, tries: i64) {
    wait_for("the try", PATIENCE, || {
        db.number("SELECT CAST(coalesce(sum(tries), 0) AS BIGINT) AS n FROM webhook_deliveries")
            == tries
            && db.number("SELECT CAST(coalesce(max(attempts), 0) AS BIGINT) AS n FROM deliveries")
                == tries
    });
}

pub(super) fn wait_for_the_end(db: &TestDb) {
    wait_for("the end of all deliveries", PATIENCE, || {
        db.number("SELECT count(*) AS n FROM deliveries") == 0
    });
}

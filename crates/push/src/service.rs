use std::sync::Arc;

use kernel::{Actor, Clock, Endpoint, SessionId};

use crate::{PushError, PushServices, Stored, Subscription, SubscriptionRepository};

/// The use cases of web push.
pub struct Push {
    repository: Arc<dyn SubscriptionRepository>,
    services: Arc<dyn PushServices>,
    clock: Arc<dyn Clock>,
}

impl Push {
    pub fn new(
        repository: Arc<dyn SubscriptionRepository>,
        services: Arc<dyn PushServices>,
        clock: Arc<dyn Clock>,
    ) -> Self {
        Self { repository, services, clock }
    }

    /// The key that browsers subscribe with.
    #[must_use]
    pub fn public_key(&self) -> &str {
        self.services.public_key()
    }

    /// Subscribes the browser of a session. Returns whether its endpoint is new. Waits for a name to be found.
    pub fn subscribe(
        &self,
        actor: &Actor,
        session: SessionId,
        subscription: &Subscription,
    ) -> Result<bool, PushError> {
        self.services.check(&subscription.endpoint)?;
        match self.repository.put((actor.id, session), subscription, self.clock.now())? {
            Stored::New => Ok(true),
            Stored::Known => Ok(false),
            Stored::TooMany => Err(PushError::TooMany),
        }
    }

    /// Ends a subscription of the actor, if there is one.
    pub fn unsubscribe(&self, actor: &Actor, endpoint: &Endpoint) -> Result<(), PushError> {
        Ok(self.repository.delete(actor.id, endpoint)?)
    }
}

#[cfg(test)]
mod tests {
    use kernel::{Role, Timestamp, UserId};

    use super::*;
    use crate::{
        AuthSecret, DeviceKey, NotPublic,
        ports::{MockPushServices, MockSubscriptionRepository},
    };

    const NOW: Timestamp = Timestamp::from_unix_millis(1_795_172_280_123);
    const ANN: Actor = Actor { id: UserId(1), role: Role::User };
    const SESSION: SessionId = SessionId(7);

    struct Fixed;

    impl Clock for Fixed {
        fn now(&self) -> Timestamp {
            NOW
        }
    }

    fn subscription() -> Subscription {
        let endpoint = Endpoint::parse("https://push.example/1").unwrap();
        Subscription { endpoint, key: DeviceKey([4; 65]), auth: AuthSecret([1; 16]) }
    }

    fn subscribe(stored: Stored) -> Result<bool, PushError> {
        let (mut repository, mut services) =
            (MockSubscriptionRepository::new(), MockPushServices::new());
        services.expect_check().return_const(Ok(()));
        repository
            .expect_put()
            .withf(|session, given, at| {
                (*session, given, *at) == ((ANN.id, SESSION), &subscription(), NOW)
            })
            .return_once(move |_, _, _| Ok(stored));
        let push = Push::new(Arc::new(repository), Arc::new(services), Arc::new(Fixed));
        push.subscribe(&ANN, SESSION, &subscription())
    }

    #[test]
    fn a_browser_is_subscribed_for_its_session() {
        assert!(subscribe(Stored::New).unwrap());
        assert!(!subscribe(Stored::Known).unwrap());
        assert!(matches!(subscribe(Stored::TooMany), Err(PushError::TooMany)));
    }

    #[test]
    fn nothing_is_stored_of_an_address_that_is_not_public() {
        let mut services = MockPushServices::new();
        services.expect_check().return_const(Err(NotPublic));
        let repository = Arc::new(MockSubscriptionRepository::new());
        let push = Push::new(repository, Arc::new(services), Arc::new(Fixed));
        let refused = push.subscribe(&ANN, SESSION, &subscription());
        assert!(matches!(refused, Err(PushError::NotPublic(NotPublic))));
    }
}

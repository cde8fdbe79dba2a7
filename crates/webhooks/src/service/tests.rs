use kernel::{RepositoryError, Role, Timestamp, UserId, Visibility};

use super::*;
use crate::{
    NotPublic,
    ports::{MockReceivers, MockWebhookRepository},
};

const NOW: Timestamp = Timestamp::from_unix_millis(1_795_172_280_123);
const OPEN: ForumId = ForumId(1);
const PRIVATE: ForumId = ForumId(2);
const ADMIN: Actor = Actor { id: UserId(1), role: Role::Admin };
/// Moderates both forums.
const ANN: Actor = Actor { id: UserId(2), role: Role::Moderator };
const BOB: Actor = Actor { id: UserId(3), role: Role::User };

struct Fixed;

impl Clock for Fixed {
    fn now(&self) -> Timestamp {
        NOW
    }
}

impl ForumReaders for Fixed {
    fn visibility(&self, forum: ForumId) -> Result<Option<Visibility>, RepositoryError> {
        Ok(match forum {
            OPEN => Some(Visibility::Public),
            PRIVATE => Some(Visibility::Private),
            _ => None,
        })
    }

    fn belongs(&self, user: UserId, _: ForumId) -> Result<bool, RepositoryError> {
        Ok(user == ANN.id)
    }
}

impl Moderators for Fixed {
    fn moderates(&self, user: UserId, _: ForumId) -> Result<bool, RepositoryError> {
        Ok(user == ANN.id)
    }
}

impl WebhookSecrets for Fixed {
    fn seed(&self) -> String {
        "seed".to_owned()
    }

    fn secret(&self, seed: &str) -> Secret {
        Secret([seed.len() as u8; 32])
    }
}

fn webhooks(repository: MockWebhookRepository, check: Result<(), NotPublic>) -> Webhooks {
    let mut receivers = MockReceivers::new();
    receivers.expect_check().return_const(check);
    let fixed = Arc::new(Fixed);
    Webhooks::new(
        Arc::new(repository),
        (Arc::new(receivers), fixed.clone()),
        (fixed.clone(), fixed.clone()),
        fixed,
    )
}

fn url() -> Endpoint {
    Endpoint::parse("https://bot.example/hook").unwrap()
}

fn stored(forum: Option<ForumId>) -> Webhook {
    let events = [EventType::PostCreated].into();
    Webhook { id: WebhookId(7), url: url(), events, forum, active: true, failures: 0 }
}

#[test]
fn admins_manage_those_of_the_site_and_moderators_those_of_their_forum() {
    let webhooks = webhooks(MockWebhookRepository::new(), Ok(()));
    let may = |forum, actor: Actor| {
        let scope = webhooks.scope(forum, Reader::from(&actor)).unwrap();
        webhooks.authorize(scope, &actor).map_err(|error| error.to_string())
    };
    assert_eq!(may(None, ADMIN), Ok(Managed(None)));
    assert_eq!(may(Some(PRIVATE), ADMIN), Ok(Managed(Some(PRIVATE))));
    assert_eq!(may(Some(OPEN), ANN), Ok(Managed(Some(OPEN))));
    for actor in [ANN, BOB] {
        assert_eq!(may(None, actor), Err(WebhookError::NotAnAdmin.to_string()));
    }
    assert_eq!(may(Some(OPEN), BOB), Err(WebhookError::NotAModerator.to_string()));
}

#[test]
fn what_one_may_not_read_does_not_exist() {
    let found = |forum, actor: Actor| {
        let mut repository = MockWebhookRepository::new();
        repository.expect_find().return_once(move |_| Ok(Some(stored(forum))));
        webhooks(repository, Ok(())).find(WebhookId(7), Reader::from(&actor))
    };
    assert_eq!(found(Some(PRIVATE), ANN).unwrap().1, Scope(Some(PRIVATE)));
    assert_eq!(found(None, BOB).unwrap().1, Scope(None));
    assert!(matches!(found(Some(PRIVATE), BOB), Err(WebhookError::NotFound)));
    let webhooks = webhooks(MockWebhookRepository::new(), Ok(()));
    for forum in [PRIVATE, ForumId(9)] {
        let scope = webhooks.scope(Some(forum), Reader::from(&BOB));
        assert!(matches!(scope, Err(WebhookError::NoSuchForum)));
    }
}

#[test]
fn a_webhook_is_stored_with_a_seed_and_returned_with_its_secret() {
    let mut repository = MockWebhookRepository::new();
    repository
        .expect_insert()
        .withf(|new| (new.seed.as_str(), new.created_at) == ("seed", NOW) && new.url == url())
        .return_once(|_| Ok(CreateOutcome::Created(stored(None))));
    let webhooks = webhooks(repository, Ok(()));
    let events = [EventType::UserRegistered].into();
    let (webhook, secret) = webhooks.create(Managed(None), url(), events).unwrap();
    assert_eq!((webhook, secret), (stored(None), Secret([4; 32])));
}

#[test]
fn nothing_is_stored_of_what_is_refused() {
    let create = |check, forum, event| {
        let webhooks = webhooks(MockWebhookRepository::new(), check);
        webhooks.create(Managed(forum), url(), [event].into()).unwrap_err()
    };
    let refused = create(Err(NotPublic), None, EventType::Ping);
    assert!(matches!(refused, WebhookError::NotPublic(NotPublic)));
    let refused = create(Ok(()), Some(OPEN), EventType::UserRegistered);
    assert!(matches!(refused, WebhookError::OnlyOfSite));
}

#[test]
fn deliveries_are_deleted_a_week_later_until_none_is_left() {
    let mut repository = MockWebhookRepository::new();
    let mut left = vec![0, 3, 500];
    repository
        .expect_delete_deliveries_before()
        .withf(|start| NOW.since(*start) == RETENTION)
        .returning_st(move |_| Ok(left.pop().unwrap()));
    assert_eq!(webhooks(repository, Ok(())).delete_old_deliveries().unwrap(), 503);
}

use std::{sync::Arc, time::Duration};

use kernel::{Ban, SessionId, Timestamp};
use mockall::predicate::eq;

use super::*;
use crate::{
    Account, CountOutcome, CountedFailure, Credentials, Device, Failures, Identity, LoginError,
    NO_PASSWORD, OpenSession, Presence, RegisterOutcome, SignInMethod, SignInProof, ThrottleKey,
    Username,
    fixtures::{NOW, account, ports},
    identities::{MockIdentityProviders, MockIdentityRepository},
    ports::{MockLoginFailures, MockTicketTexts},
    repository::MockUserRepository,
    sessions::MockSessionRepository,
    throttle::Success,
};

fn work() -> ProviderId {
    ProviderId::parse("work").unwrap()
}

fn identity() -> Identity {
    Identity { provider: work(), issuer: "https://id.example".to_owned(), subject: "7".to_owned() }
}

fn proven(subject: &str) -> ProvenIdentity {
    let identity = Identity { subject: subject.to_owned(), ..identity() };
    ProvenIdentity { identity, names: vec!["Ann Lee".to_owned()] }
}

fn provider() -> Provider {
    Provider { id: work(), name: "Work".to_owned(), issuer: identity().issuer }
}

/// The provider `work` of a site at `https://forum.example`.
fn providers() -> MockIdentityProviders {
    let mut providers = MockIdentityProviders::new();
    providers.expect_list().returning(|| vec![provider()]);
    providers
        .expect_redirect_address()
        .returning(|_, _| Some("https://forum.example/back".to_owned()));
    providers
}

/// Every random text is `text`, and a digest is the text in brackets.
fn ports_of(identities: MockIdentityRepository, providers: MockIdentityProviders) -> UserPorts {
    let mut texts = MockTicketTexts::new();
    texts.expect_generate().returning(|| "text".to_owned());
    texts.expect_digest().returning(|text| format!("({text})"));
    let mut repository = MockUserRepository::new();
    repository.expect_find().returning(|_| Ok(Some(account())));
    UserPorts {
        identities: Arc::new(identities),
        providers: Arc::new(providers),
        ticket_texts: Arc::new(texts),
        ..ports(repository)
    }
}

fn logins(identities: MockIdentityRepository, providers: MockIdentityProviders) -> Logins {
    Logins::new(ports_of(identities, providers), None)
}

fn request(purpose: RequestPurpose) -> ProviderRequest {
    let expires_at = NOW.after(purpose.lifetime());
    let (browser, network) = ("(text)".to_owned(), String::new());
    ProviderRequest { browser, provider: work(), purpose, network, expires_at }
}

fn linking() -> LinkingSession {
    LinkingSession { user: UserId(3), id: SessionId(5), version: 2 }
}

fn link() -> RequestPurpose {
    RequestPurpose::Link(linking())
}

fn callback() -> Callback {
    Callback {
        provider: work(),
        host: String::new(),
        browser: "cookie".to_owned(),
        state: "state".to_owned(),
        code: Some("code".to_owned()),
        error: None,
    }
}

/// Holds this request of `cookie`.
fn awaiting(purpose: RequestPurpose) -> MockIdentityRepository {
    let mut identities = MockIdentityRepository::new();
    identities.expect_take_request().once().returning(move |digest, browser, now| {
        assert_eq!((digest, browser, now), ("(state)", "(cookie)", NOW));
        Ok(Some(request(purpose.clone())))
    });
    identities
}

fn vouching(subject: &'static str) -> MockIdentityProviders {
    let mut providers = providers();
    providers.expect_redeem().once().returning(move |provider, exchange, now| {
        assert_eq!((provider, now), (&work(), NOW));
        assert_eq!(exchange.nonce, "(nonce cookie state)");
        assert_eq!(exchange.verifier, "(verifier cookie state)");
        assert_eq!(exchange.redirect_address, "https://forum.example/back");
        Ok(proven(subject))
    });
    providers
}

#[test]
fn a_sign_in_begins_with_secrets_that_the_browser_keeps() {
    let mut identities = MockIdentityRepository::new();
    let next = NextPath::parse("/search");
    let network = "192.0.2.1".to_owned();
    let purpose = RequestPurpose::SignIn { next: next.clone() };
    let stored = ProviderRequest { network, ..request(purpose) };
    identities
        .expect_open_request()
        .withf(move |digest, request, now| (digest, request, *now) == ("(text)", &stored, NOW))
        .once()
        .returning(|_, _, _| Ok(()));
    let mut providers = providers();
    providers.expect_authorization_address().once().returning(|provider, request, now| {
        assert_eq!((provider, now), (&work(), NOW));
        assert_eq!(request.state, "text");
        assert_eq!(request.nonce, "(nonce text text)");
        assert_eq!(request.verifier, "(verifier text text)");
        Ok("https://id.example/authorize".to_owned())
    });
    let network = Some(Network::of([192, 0, 2, 1].into()));
    let begun = logins(identities, providers).begin_sign_in(&work(), next, "", network).unwrap();
    assert_eq!(begun.address, "https://id.example/authorize");
    assert_eq!((begun.browser.as_str(), begun.is_secure), ("text", true));
}

#[test]
fn nothing_is_stored_where_the_provider_is_unknown_or_down() {
    let unknown = ProviderId::parse("other").unwrap();
    let nobody = logins(MockIdentityRepository::new(), providers());
    let refused = nobody.begin_sign_in(&unknown, None, "", None);
    assert!(matches!(refused, Err(UserError::NoIdentity)));
    let mut down = providers();
    down.expect_authorization_address().returning(|_, _, _| Err(ProviderError::Unavailable));
    let refused =
        logins(MockIdentityRepository::new(), down).begin_sign_in(&work(), None, "", None);
    assert!(matches!(refused, Err(UserError::ProviderUnavailable)));
}

#[test]
fn a_request_waits_ten_minutes_and_one_to_link_five() {
    let minutes = |purpose: RequestPurpose| purpose.lifetime().as_secs() / 60;
    assert_eq!(minutes(RequestPurpose::SignIn { next: None }), 10);
    assert_eq!(minutes(link()), 5);
    assert_eq!(TicketStage::Complete.lifetime(), Duration::from_mins(1));
    assert_eq!(TicketStage::Register.lifetime(), Duration::from_mins(30));
}

#[test]
fn who_comes_back_gets_a_ticket_for_the_same_browser() {
    let next = NextPath::parse("/search");
    let mut identities = awaiting(RequestPurpose::SignIn { next: next.clone() });
    let stored = ProviderTicket {
        identity: identity(),
        username: "Ann.Lee".to_owned(),
        browser: "(cookie)".to_owned(),
        expires_at: NOW.after(Duration::from_mins(1)),
    };
    identities
        .expect_open_ticket()
        .withf(move |digest, ticket, now| (digest, ticket, *now) == ("(text)", &stored, NOW))
        .once()
        .returning(|_, _, _| Ok(()));
    let landing = logins(identities, vouching("7")).finish(&callback()).unwrap();
    assert_eq!(landing, Landing::Complete { ticket: "text".to_owned(), next });
}

#[test]
fn a_request_of_another_provider_has_ended() {
    let identities = awaiting(RequestPurpose::SignIn { next: None });
    let other = ProviderId::parse("other").unwrap();
    let landing =
        logins(identities, providers()).finish(&Callback { provider: other, ..callback() });
    assert_eq!(landing.unwrap(), Landing::SignInFailed(SignInFailure::Expired));
}

#[test]
fn errors_of_the_provider_lead_back_to_where_they_belong() {
    for (error, failure) in [
        (Some("access_denied"), SignInFailure::Denied),
        (Some("temporarily_unavailable"), SignInFailure::Unavailable),
        (Some("invalid_scope"), SignInFailure::Refused),
        (None, SignInFailure::Refused),
    ] {
        let refused = Callback { code: None, error: error.map(str::to_owned), ..callback() };
        let of = |purpose| logins(awaiting(purpose), providers()).finish(&refused).unwrap();
        let sign_in = of(RequestPurpose::SignIn { next: None });
        assert_eq!(sign_in, Landing::SignInFailed(failure));
        assert_eq!(of(link()), Landing::LinkFailed(failure));
    }
}

#[test]
fn a_subject_has_1_to_255_bytes_without_control_characters() {
    let long: &'static str = "s".repeat(256).leak();
    for subject in ["", long, "a\0b"] {
        let identities = awaiting(RequestPurpose::SignIn { next: None });
        let landing = logins(identities, vouching(subject)).finish(&callback()).unwrap();
        assert_eq!(landing, Landing::SignInFailed(SignInFailure::Refused), "{subject:?}");
    }
}

#[test]
fn linking_says_what_became_of_it() {
    for (outcome, landing) in [
        (LinkOutcome::Linked, Landing::Linked(work())),
        (LinkOutcome::Taken, Landing::LinkFailed(SignInFailure::Taken)),
        (LinkOutcome::HasOther, Landing::LinkFailed(SignInFailure::HasOther)),
        (LinkOutcome::Ended, Landing::LinkFailed(SignInFailure::Expired)),
    ] {
        let mut identities = awaiting(link());
        identities
            .expect_link()
            .with(eq(linking()), eq(identity()), eq(NOW))
            .once()
            .returning(move |_, _, _| Ok(outcome));
        assert_eq!(logins(identities, vouching("7")).finish(&callback()).unwrap(), landing);
    }
}

#[test]
fn the_last_sign_in_is_not_removed() {
    for outcome in [UnlinkOutcome::Removed, UnlinkOutcome::None, UnlinkOutcome::LastSignIn] {
        let mut identities = MockIdentityRepository::new();
        identities.expect_unlink().once().returning(move |user, provider, working, now| {
            let providers = vec![(work(), identity().issuer)];
            assert_eq!(working, &WorkingWays { passkeys: true, providers });
            assert_eq!((user, provider, now), (UserId(3), &work(), NOW));
            Ok(outcome)
        });
        let mut ceremonies = crate::passkeys::MockPasskeyCeremonies::new();
        ceremonies.expect_are_possible().return_const(true);
        let ports = ports_of(identities, providers());
        let ports = UserPorts { ceremonies: Arc::new(ceremonies), ..ports };
        let result = Logins::new(ports, None).unlink(UserId(3), &work());
        match outcome {
            UnlinkOutcome::Removed => assert!(result.is_ok()),
            UnlinkOutcome::None => assert!(matches!(result, Err(UserError::NoIdentity))),
            UnlinkOutcome::LastSignIn => assert!(matches!(result, Err(UserError::LastSignIn))),
        }
    }
}

fn attempt() -> CompletionAttempt {
    CompletionAttempt {
        ticket: "ticket".to_owned(),
        browser: "cookie".to_owned(),
        host: String::new(),
        address: Some([192, 0, 2, 1].into()),
        device: Device::default(),
    }
}

/// Has a ticket to complete, of an identity with this account.
fn completing(found: Option<Account>) -> MockIdentityRepository {
    let mut identities = MockIdentityRepository::new();
    identities.expect_take_ticket().once().returning(|digest, browser, now| {
        assert_eq!((digest, browser, now), ("(ticket)", "(cookie)", NOW));
        let (browser, username) = (browser.to_owned(), "Ann.Lee".to_owned());
        Ok(Some(ProviderTicket { identity: identity(), username, browser, expires_at: NOW }))
    });
    identities.expect_find().with(eq(identity())).return_once(|_| Ok(found));
    identities
}

#[test]
fn a_known_identity_signs_in() {
    let done = logins(completing(Some(account())), providers()).complete(&attempt()).unwrap();
    assert!(matches!(done, CompletedSignIn::SignedIn(login) if login.token == "3/5/2"));
}

#[test]
fn an_unknown_identity_gets_a_free_name_and_a_ticket() {
    let mut identities = completing(None);
    identities.expect_first_free().once().returning(|names| Ok(names.get(1).cloned()));
    identities
        .expect_open_ticket()
        .withf(|digest, ticket, _| {
            let expires_at = NOW.after(Duration::from_mins(30));
            assert_eq!((digest, ticket.browser.as_str()), ("(registration text)", "(text)"));
            ticket.expires_at == expires_at
        })
        .once()
        .returning(|_, _, _| Ok(()));
    let done = logins(identities, providers()).complete(&attempt()).unwrap();
    let [ticket, browser] = ["text", "text"].map(str::to_owned);
    let (username, is_secure) = ("Ann.Lee2".to_owned(), true);
    assert_eq!(done, CompletedSignIn::Unregistered { ticket, username, browser, is_secure });
}

#[test]
fn a_banned_member_is_refused_before_any_second_step() {
    let ban = Some(Ban { until: None, reason: None });
    let banned = completing(Some(Account { ban, ..account() }));
    let refused = logins(banned, providers()).complete(&attempt());
    assert!(matches!(
        refused,
        Err(LoginError::Banned { appeal_token, .. }) if appeal_token == "appeal of 3"
    ));
}

#[test]
fn a_failed_completion_counts_against_the_address() {
    let key = ThrottleKey::address([192, 0, 2, 1].into());
    let after = Failures { count: 1, last_at: NOW, locked_until: NOW };
    let counted = CountedFailure { key: key.clone(), before: None, after };
    for known in [false, true] {
        let mut failures = MockLoginFailures::new();
        let (keys, counts) = (vec![key.clone()], vec![counted.clone()]);
        let expected = counts.clone();
        failures.expect_count().once().returning(move |found, _| {
            assert_eq!(found, keys);
            Ok(CountOutcome::Done(counts.clone()))
        });
        failures.expect_undo().times(usize::from(known)).returning(move |counts, success| {
            assert_eq!((counts, success), (&expected[..], Success::Complete));
            Ok(())
        });
        let mut identities = MockIdentityRepository::new();
        if known {
            identities = completing(Some(account()));
        } else {
            identities.expect_take_ticket().returning(|_, _, _| Ok(None));
        }
        let logins = Logins::new(ports_of(identities, providers()), Some(Arc::new(failures)));
        assert_eq!(logins.complete(&attempt()).is_ok(), known);
    }
}

#[test]
fn registering_makes_an_account_without_a_password() {
    let register = |outcome: RegisterOutcome| {
        let mut identities = MockIdentityRepository::new();
        identities.expect_register().return_once(|digest, browser, account| {
            assert_eq!((digest, browser), ("(registration ticket)", "(cookie)"));
            assert_eq!(account.password_hash.as_str(), NO_PASSWORD);
            assert_eq!((account.username.as_str(), account.created_at), ("Ann", NOW));
            Ok(outcome)
        });
        let attempt = RegistrationAttempt {
            ticket: "ticket".to_owned(),
            browser: "cookie".to_owned(),
            username: Username::parse("Ann").unwrap(),
            device: Device::default(),
        };
        logins(identities, providers()).register_with_identity(attempt)
    };
    let done = register(RegisterOutcome::Registered(account()));
    assert_eq!(done.unwrap().token, "3/5/2");
    assert!(matches!(register(RegisterOutcome::NameTaken), Err(UserError::UsernameTaken)));
    assert!(matches!(register(RegisterOutcome::Ended), Err(UserError::RegistrationEnded)));
}

/// Of an account without a password, whose session 5 was opened then.
fn passwordless(opened_at: Timestamp) -> Logins {
    let mut repository = MockUserRepository::new();
    let credentials = || {
        let password_hash = NO_PASSWORD.to_owned();
        Ok(Some(Credentials { account: account(), password_hash }))
    };
    repository.expect_credentials().returning(move |_| credentials());
    repository.expect_credentials_by_name().returning(move |_| credentials());
    let mut sessions = MockSessionRepository::new();
    sessions.expect_list().returning(move |_, _| {
        let (method, device) = (SignInMethod::Oidc, Device::default());
        let id = SessionId(5);
        Ok(vec![OpenSession { id, method, device, opened_at, last_used_at: NOW }])
    });
    let ports = UserPorts { sessions: Arc::new(sessions), ..ports(repository) };
    Logins::new(ports, None)
}

fn present(logins: &Logins, sign_in: SignInProof) -> bool {
    let presence = Presence { user: UserId(3), password: "any".to_owned(), sign_in };
    match logins.reauthenticate(&presence) {
        Ok(_) => true,
        Err(UserError::SignInAgain) => false,
        Err(other) => panic!("{other}"),
    }
}

#[test]
fn without_a_password_a_sign_in_counts_for_ten_minutes() {
    let ago = |seconds| NOW.before(Duration::from_secs(seconds));
    let of_session =
        |seconds, id| present(&passwordless(ago(seconds)), SignInProof::Session(SessionId(id)));
    assert!(of_session(600, 5));
    assert!(!of_session(601, 5));
    assert!(!of_session(0, 6), "the session has ended");
    let refused = |seconds| present(&passwordless(NOW), SignInProof::Refused { at: ago(seconds) });
    assert!(refused(600));
    assert!(!refused(601));
}

#[test]
fn no_password_signs_in_where_there_is_none() {
    let mut hasher = crate::ports::MockPasswordHasher::new();
    hasher.expect_dummy_hash().return_const("dummy_hash".to_owned());
    hasher.expect_verify().withf(|_, hash| hash == "dummy_hash").times(2).return_const(false);
    let logins = passwordless(NOW);
    let ports = UserPorts { hasher: Arc::new(hasher), ..logins.ports };
    let logins = Logins::new(ports, None);
    for password in ["", "correct"] {
        let (username, device) = ("ann".to_owned(), Device::default());
        let attempt = crate::Attempt { username, address: None, device };
        assert!(matches!(logins.login(&attempt, password), Err(LoginError::Invalid)));
    }
}

//! Notifications of changes to passwords, recovery codes, second steps, passkeys, connected sign-ins and API tokens.

use infrastructure::{DbApiTokens, DbIdentities, DbPasskeys, DbSecondSteps, DbSessions, DbUsers};
use kernel::{PasskeyId, SessionId, UserId};
use notifications::{Kind, ModerationAct};
use users::{
    AddPasskeyOutcome, ApiTokenRepository, CredentialName, Device, Identity, IdentityRepository,
    KeptSession, NewPasskey, NewSession, PasskeyKey, PasskeyRepository, ProviderId,
    SecondStepRepository, SessionRepository, SignInMethod, TotpSecret, UserRepository, WorkingWays,
};

use super::of;
use crate::{
    api_tokens,
    support::{HASH, T0, TestDb, contract},
};

contract! {
    members_are_notified_of_every_change,
    a_refused_change_notifies_nobody,
}

fn told(db: &TestDb, user: UserId) -> Vec<ModerationAct> {
    let told = of(db, user).into_iter().map(|one| {
        assert_eq!((one.kind, one.actors.len()), (Kind::Moderation, 0));
        one.act.unwrap()
    });
    let mut told: Vec<_> = told.collect();
    told.sort_by_key(|act| ModerationAct::ALL.iter().position(|one| one == act));
    told
}

fn members_are_notified_of_every_change(db: &TestDb) {
    let (users, second_steps) = (DbUsers(db.database.clone()), DbSecondSteps(db.database.clone()));
    let [ann, bob, cleo] = ["ann", "bob", "cleo"].map(|name| db.add_user(name));
    let digests = ["one".to_owned()];
    let (method, device) = (SignInMethod::Password, Device::default());
    let version = users.find(ann).unwrap().unwrap().session_version;
    let new = NewSession { user: ann, version, method, device, opened_at: T0, ends_at: T0 };
    let id = DbSessions(db.database.clone()).open(&new).unwrap().unwrap();
    let kept = KeptSession { id, renewed_at: T0, ends_at: T0 };
    users.set_password(ann, HASH, "new", &kept).unwrap().unwrap();
    assert_eq!(told(db, ann), [ModerationAct::PasswordChanged]);

    assert!(users.set_recovery_codes(bob, HASH, &digests, T0).unwrap());
    users.recover("bob", "one", "new", T0).unwrap();
    let expected = [ModerationAct::PasswordChanged, ModerationAct::RecoveryCodesRenewed];
    assert_eq!(told(db, bob), expected);

    let dora = db.add_user("dora");
    let identities = DbIdentities(db.database.clone());
    let provider = ProviderId::parse("work").unwrap();
    let (issuer, subject) = ("https://id.example".to_owned(), "7".to_owned());
    let identity = Identity { provider: provider.clone(), issuer, subject };
    let session = db.open_session(dora);
    for _ in 0..2 {
        identities.link(&session, &identity, T0).unwrap();
    }
    assert_eq!(told(db, dora), [ModerationAct::IdentityLinked]);
    identities.unlink(dora, &provider, &WorkingWays::default(), T0).unwrap();
    let expected = [ModerationAct::IdentityLinked, ModerationAct::IdentityRemoved];
    assert_eq!(told(db, dora), expected);
    assert_eq!(of(db, dora).iter().map(|one| one.count).sum::<i64>(), 2);

    users.reset_password(cleo, HASH, "new", T0).unwrap().unwrap();
    for secret in [TotpSecret([7; 20]), TotpSecret([8; 20])] {
        second_steps.begin(cleo, "new", secret, T0).unwrap();
        assert!(second_steps.activate(cleo, secret, 1, &digests, T0).unwrap());
        assert!(second_steps.remove(cleo, T0).unwrap());
    }
    let expected = [
        ModerationAct::PasswordChanged,
        ModerationAct::SecondStepAdded,
        ModerationAct::SecondStepRemoved,
    ];
    assert_eq!(told(db, cleo), expected);
    assert_eq!(of(db, cleo).iter().map(|one| one.count).sum::<i64>(), 5, "unread ones are merged");

    let finn = db.add_user("finn");
    let AddPasskeyOutcome::Added(passkey) = add_passkey(db, finn) else { panic!("it is new") };
    DbPasskeys(db.database.clone()).remove(finn, passkey.id, &WorkingWays::default(), T0).unwrap();
    assert_eq!(told(db, finn), [ModerationAct::PasskeyAdded, ModerationAct::PasskeyRemoved]);

    let gwen = db.add_user("gwen");
    let token = api_tokens::add(db, gwen, "digest");
    assert!(DbApiTokens(db.database.clone()).remove(gwen, token.id, T0).unwrap());
    assert_eq!(told(db, gwen), [ModerationAct::ApiTokenAdded, ModerationAct::ApiTokenRemoved]);
}

fn add_passkey(db: &TestDb, user: UserId) -> AddPasskeyOutcome {
    let [credential, handle, public_key] = ["credential", "handle", "key"].map(str::to_owned);
    let key = PasskeyKey { credential, handle, public_key };
    let name = CredentialName::parse("Phone").unwrap();
    DbPasskeys(db.database.clone()).add(&NewPasskey { user, name, key, created_at: T0 }).unwrap()
}

fn a_refused_change_notifies_nobody(db: &TestDb) {
    let (users, second_steps) = (DbUsers(db.database.clone()), DbSecondSteps(db.database.clone()));
    let ann = db.add_user("ann");
    assert_eq!(users.reset_password(ann, "another hash", "new", T0).unwrap(), None);
    assert!(!users.set_recovery_codes(ann, "another hash", &[], T0).unwrap());
    users.recover("ann", "no code", "new", T0).unwrap();
    second_steps.begin(ann, HASH, TotpSecret([7; 20]), T0).unwrap();
    assert!(!second_steps.activate(ann, TotpSecret([8; 20]), 1, &[], T0).unwrap());
    assert!(!second_steps.remove(ann, T0).unwrap());
    add_passkey(db, db.add_user("bob"));
    assert_eq!(add_passkey(db, ann), AddPasskeyOutcome::Known);
    assert!(!DbApiTokens(db.database.clone()).remove(ann, SessionId(9), T0).unwrap());
    DbPasskeys(db.database.clone()).remove(ann, PasskeyId(9), &WorkingWays::default(), T0).unwrap();
    assert_eq!(of(db, ann), []);
}

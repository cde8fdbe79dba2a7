use serde_json::from_str;
use test_authenticator::Passkey as Device;
use url::Url;

use super::*;

const ORIGIN: &str = "https://forum.example";

fn ceremonies() -> WebauthnCeremonies {
    WebauthnCeremonies::new(PasskeyOrigin::Public(Url::parse(ORIGIN).unwrap()))
}

fn begin(existing: &[PasskeyKey]) -> (BegunCeremony, Value) {
    let begun = ceremonies().begin_creation(ORIGIN, "Boats", "ann", existing).unwrap().unwrap();
    let options = from_str(&begun.options).unwrap();
    (begun, options)
}

fn finish(begun: &BegunCeremony, answer: &Value) -> Option<PasskeyKey> {
    ceremonies().finish_creation(ORIGIN, &begun.state, &answer.to_string())
}

fn made() -> (Device, PasskeyKey) {
    let (begun, options) = begin(&[]);
    let (device, answer) = Device::create(&options, ORIGIN);
    (device, finish(&begun, &answer).unwrap())
}

/// The public key after a sign-in with what the device answers.
fn sign_in(device: &Device, origin: &str, key: &PasskeyKey) -> Option<String> {
    let begun = ceremonies().begin_sign_in(ORIGIN).unwrap().unwrap();
    let answer = device.sign(&from_str(&begun.options).unwrap(), origin);
    ceremonies().finish_sign_in(ORIGIN, &begun.state, &answer.to_string(), key)
}

#[test]
fn a_device_has_to_keep_the_passkey_and_to_verify_its_user() {
    let (begun, options) = begin(&[]);
    assert_eq!(options["challenge"], begun.challenge);
    assert_eq!(options["rp"], json!({"id": "forum.example", "name": "Boats"}));
    assert_eq!(
        (&options["user"]["name"], &options["user"]["displayName"]),
        (&json!("ann"), &json!("ann"))
    );
    let wanted = json!({"residentKey": "required", "requireResidentKey": true, "userVerification": "required"});
    assert_eq!(options["authenticatorSelection"], wanted);
    assert_eq!(
        (&options["attestation"], &options["excludeCredentials"]),
        (&json!("none"), &json!([]))
    );
}

#[test]
fn the_passkeys_of_an_account_share_a_handle_and_exclude_each_other() {
    let (device, key) = made();
    let (begun, options) = begin(std::slice::from_ref(&key));
    assert_eq!(options["user"]["id"], device.handle);
    assert_eq!(options["excludeCredentials"][0]["id"], key.credential);
    assert_eq!(finish(&begun, &device.attest(&options, ORIGIN)), None, "it is there already");
    let (_, answer) = Device::create(&options, ORIGIN);
    let second = finish(&begun, &answer).unwrap();
    assert_eq!(second.handle, key.handle);
    assert_ne!(made().1.handle, key.handle, "another account has another");
}

#[test]
fn a_wrong_creation_is_refused() {
    let (begun, options) = begin(&[]);
    let (device, right) = Device::create(&options, ORIGIN);
    let unverified = device.but(|it| it.verifies_user = false);
    let elsewhere = device.but(|it| "evil.example".clone_into(&mut it.rp_id));
    for (answer, what) in [
        (device.attest(&options, "https://evil.example"), "origin"),
        (device.attest(&options, "https://forum.example:8443"), "port"),
        (device.attest(&begin(&[]).1, ORIGIN), "challenge"),
        (unverified.attest(&options, ORIGIN), "verification"),
        (elsewhere.attest(&options, ORIGIN), "relying party"),
        (device.sign(&options, ORIGIN), "ceremony"),
        (json!({}), "garbage"),
    ] {
        assert_eq!(finish(&begun, &answer), None, "{what}");
    }
    assert!(finish(&begun, &right).is_some());
}

#[test]
fn what_is_answered_is_read_before_it_is_checked() {
    let begun = ceremonies().begin_sign_in(ORIGIN).unwrap().unwrap();
    let (device, key) = made();
    let answer = device.sign(&from_str(&begun.options).unwrap(), "https://evil.example");
    let read = PasskeyResponse { challenge: begun.challenge, credential: key.credential };
    assert_eq!(ceremonies().read(&answer.to_string()), Some(read));
    for garbage in ["", "{}", "[]", r#"{"rawId": "AA", "response": {"clientDataJSON": "AA"}}"#] {
        assert_eq!(ceremonies().read(garbage), None, "{garbage}");
    }
}

#[test]
fn a_sign_in_names_nobody() {
    let begun = ceremonies().begin_sign_in(ORIGIN).unwrap().unwrap();
    let options: Value = from_str(&begun.options).unwrap();
    assert_eq!(
        (&options["allowCredentials"], &options["rpId"]),
        (&json!([]), &json!("forum.example"))
    );
    assert_eq!(
        (&options["userVerification"], &options["challenge"]),
        (&json!("required"), &json!(begun.challenge))
    );
}

#[test]
fn a_counter_goes_on_or_stays_0() {
    let (mut device, mut key) = made();
    for (counter, is_right) in
        [(0, true), (0, true), (7, true), (7, false), (6, false), (0, false), (8, true)]
    {
        device.counter = counter;
        let after = sign_in(&device, ORIGIN, &key);
        assert_eq!(after.is_some(), is_right, "{counter}");
        key.public_key = after.unwrap_or(key.public_key);
    }
}

#[test]
fn a_wrong_sign_in_is_refused() {
    let (device, key) = made();
    let (other, other_key) = made();
    let unverified = device.but(|it| it.verifies_user = false);
    let elsewhere = device.but(|it| "evil.example".clone_into(&mut it.rp_id));
    let misnamed = device.but(|it| it.handle.clone_from(&other.handle));
    let forged = other.but(|it| {
        it.credential.clone_from(&device.credential);
        it.handle.clone_from(&device.handle);
    });
    for (answer, what) in [
        (sign_in(&device, "https://evil.example", &key), "origin"),
        (sign_in(&device, "http://forum.example", &key), "scheme"),
        (sign_in(&unverified, ORIGIN, &key), "verification"),
        (sign_in(&elsewhere, ORIGIN, &key), "relying party"),
        (sign_in(&misnamed, ORIGIN, &key), "account"),
        (sign_in(&forged, ORIGIN, &key), "signature"),
        (sign_in(&device, ORIGIN, &other_key), "passkey"),
        (sign_in(&device, ORIGIN, &ceremonies().decoy(&key.credential)), "unknown passkey"),
    ] {
        assert_eq!(answer, None, "{what}");
    }
    assert!(sign_in(&device, ORIGIN, &key).is_some());
}

#[test]
fn an_answer_is_to_one_challenge() {
    let (device, key) = made();
    let [asked, other] = [(); 2].map(|()| ceremonies().begin_sign_in(ORIGIN).unwrap().unwrap());
    let answer = device.sign(&from_str(&asked.options).unwrap(), ORIGIN).to_string();
    let finish = |state| ceremonies().finish_sign_in(ORIGIN, state, &answer, &key);
    assert_eq!(finish(&other.state), None);
    assert!(finish(&asked.state).is_some());
}

#[test]
fn an_unknown_passkey_is_compared_with_one_that_nobody_has() {
    let decoy: Passkey = from_str(&ceremonies().decoy("aWQ").public_key).unwrap();
    assert_eq!(text_of(decoy.cred_id()).unwrap(), "aWQ");
}

#[test]
fn where_browsers_make_none_nothing_begins() {
    let nowhere = WebauthnCeremonies::new(PasskeyOrigin::Unknown);
    assert!(!nowhere.are_possible() && ceremonies().are_possible());
    assert_eq!(nowhere.begin_creation(ORIGIN, "Boats", "ann", &[]).unwrap(), None);
    assert_eq!(nowhere.begin_sign_in(ORIGIN).unwrap(), None);
}

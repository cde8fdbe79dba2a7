//! Encrypts messages for browsers (RFC 8291) in the content coding `aes128gcm` (RFC 8188).

use ::push::Subscription;
use openssl::{
    bn::BigNumContext,
    derive::Deriver,
    ec::{EcGroup, EcKey, EcPoint, PointConversionForm},
    error::ErrorStack,
    md::Md,
    nid::Nid,
    pkey::{Id, PKey, Private},
    pkey_ctx::PkeyCtx,
    rand::rand_bytes,
    symm::{Cipher, encrypt_aead},
};

/// Push services take messages up to this size.
const RECORD: u32 = 4_096;
/// The most bytes of a text: the rest is salt, record size, key, the end of the record and the tag.
pub(super) const MAX_TEXT: usize = RECORD as usize - (16 + 4 + 1 + 65) - 1 - 16;

pub(super) fn p256() -> Result<EcGroup, ErrorStack> {
    EcGroup::from_curve_name(Nid::X9_62_PRIME256V1)
}

pub(super) fn uncompressed(key: &EcKey<Private>) -> Result<Vec<u8>, ErrorStack> {
    let form = PointConversionForm::UNCOMPRESSED;
    key.public_key().to_bytes(key.group(), form, &mut *BigNumContext::new()?)
}

/// Encrypts a text of at most [`MAX_TEXT`] bytes. Fails if the browser's key is no point of the curve.
pub(super) fn encrypt(text: &[u8], to: &Subscription) -> Result<Vec<u8>, ErrorStack> {
    let mut salt = [0; 16];
    rand_bytes(&mut salt)?;
    encrypt_from(&EcKey::generate(&*p256()?)?, salt, text, to)
}

fn encrypt_from(
    own: &EcKey<Private>,
    salt: [u8; 16],
    text: &[u8],
    to: &Subscription,
) -> Result<Vec<u8>, ErrorStack> {
    let group = p256()?;
    let theirs = EcPoint::from_bytes(&group, &to.key.0, &mut *BigNumContext::new()?)?;
    let theirs = PKey::from_ec_key(EcKey::from_public_key(&group, &theirs)?)?;
    let (own_key, own) = (uncompressed(own)?, PKey::from_ec_key(own.clone())?);
    let mut agreement = Deriver::new(&own)?;
    agreement.set_peer(&theirs)?;
    let info = [b"WebPush: info\0", &to.key.0[..], &own_key].concat();
    let key: [u8; 32] = hkdf(&to.auth.0, &agreement.derive_to_vec()?, &info)?;
    encode(&key, salt, &own_key, text)
}

/// Returns a body of one record (RFC 8188).
fn encode(key: &[u8], salt: [u8; 16], id: &[u8], text: &[u8]) -> Result<Vec<u8>, ErrorStack> {
    let content_key: [u8; 16] = hkdf(&salt, key, b"Content-Encoding: aes128gcm\0")?;
    let nonce: [u8; 12] = hkdf(&salt, key, b"Content-Encoding: nonce\0")?;
    let mut tag = [0; 16];
    // 2 ends the last record.
    let padded = [text, &[2]].concat();
    let cipher = Cipher::aes_128_gcm();
    let encrypted = encrypt_aead(cipher, &content_key, Some(&nonce), &[], &padded, &mut tag)?;
    Ok([&salt[..], &RECORD.to_be_bytes(), &[id.len() as u8], id, &encrypted, &tag].concat())
}

/// HKDF with SHA-256 (RFC 5869).
fn hkdf<const N: usize>(salt: &[u8], key: &[u8], info: &[u8]) -> Result<[u8; N], ErrorStack> {
    let mut context = PkeyCtx::new_id(Id::HKDF)?;
    context.derive_init()?;
    context.set_hkdf_md(Md::sha256())?;
    context.set_hkdf_salt(salt)?;
    context.set_hkdf_key(key)?;
    context.add_hkdf_info(info)?;
    let mut derived = [0; N];
    context.derive(Some(&mut derived))?;
    Ok(derived)
}

#[cfg(test)]
mod tests {
    use ::push::{AuthSecret, DeviceKey};
    use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
    use kernel::Endpoint;
    use openssl::bn::BigNum;

    use super::*;

    fn bytes(text: &str) -> Vec<u8> {
        BASE64_URL_SAFE_NO_PAD.decode(text).unwrap()
    }

    fn to(key: &str, auth: &str) -> Subscription {
        Subscription {
            endpoint: Endpoint::parse("https://push.example/1").unwrap(),
            key: DeviceKey::parse(key).unwrap(),
            auth: AuthSecret::parse(auth).unwrap(),
        }
    }

    #[test]
    fn the_example_of_rfc_8188_is_encoded_as_there() {
        let key = bytes("yqdlZ-tYemfogSmv7Ws5PQ");
        let salt = bytes("I1BsxtFttlv3u_Oo94xnmw").try_into().unwrap();
        let body = encode(&key, salt, b"", b"I am the walrus").unwrap();
        let expected = "I1BsxtFttlv3u_Oo94xnmwAAEAAA-NAVub2qFgBEuQKRapoZu-IxkIva3MEB1PD-ly8Thjg";
        assert_eq!(BASE64_URL_SAFE_NO_PAD.encode(body), expected);
    }

    #[test]
    fn the_example_of_rfc_8291_is_encrypted_as_there() {
        let to = to(
            "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
            "BTBZMqHH6r4Tts7J_aSIgg",
        );
        let private =
            BigNum::from_slice(&bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")).unwrap();
        let public = bytes(
            "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8",
        );
        let group = p256().unwrap();
        let point =
            EcPoint::from_bytes(&group, &public, &mut BigNumContext::new().unwrap()).unwrap();
        let own = EcKey::from_private_components(&group, &private, &point).unwrap();
        let salt = bytes("DGv6ra1nlYgDCS1FRnbzlw").try_into().unwrap();
        let text = b"When I grow up, I want to be a watermelon";
        let body = encrypt_from(&own, salt, text, &to).unwrap();
        let expected = "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIg\
            Dll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuw\
            XPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";
        assert_eq!(BASE64_URL_SAFE_NO_PAD.encode(body), expected);
    }

    #[test]
    fn the_longest_text_fills_a_message() {
        let own = EcKey::generate(&p256().unwrap()).unwrap();
        let key = BASE64_URL_SAFE_NO_PAD.encode(uncompressed(&own).unwrap());
        let body = encrypt(&[b'x'; MAX_TEXT], &to(&key, "BTBZMqHH6r4Tts7J_aSIgg")).unwrap();
        assert_eq!(body.len(), RECORD as usize);
    }

    #[test]
    fn a_key_off_the_curve_is_refused() {
        let mut key = [1; 65];
        key[0] = 4;
        let key = BASE64_URL_SAFE_NO_PAD.encode(key);
        assert!(encrypt(b"text", &to(&key, "BTBZMqHH6r4Tts7J_aSIgg")).is_err());
    }
}

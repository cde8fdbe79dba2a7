//! Encrypted copies of backups, as `docs/backup-format.md` describes them: AES-256-GCM in the STREAM construction
//! (Hoang, Reyhanitabar, Rogaway, Vizár: Online Authenticated-Encryption and its Nonce-Reuse Misuse-Resistance, 2015).

use std::{
    fs::File,
    io::{self, Read, Seek, Write},
    path::Path,
    str::FromStr,
};

use hmac::{Hmac, KeyInit, Mac};
use openssl::symm::{Cipher, decrypt_aead, encrypt_aead};
use sha2::Sha256;

use super::{BackupError, folder, folder_of};

/// The start of an encrypted file: a skippable frame of zstd, as plain backups begin.
const MAGIC: [u8; 24] = *b"\x50\x2a\x4d\x18\x10\x00\x00\x00POST-UP cipher 1";
/// The random bytes behind it, which make the key of this file.
const SALT: usize = 32;
/// The bytes that are encrypted at once; the last chunk alone has fewer, perhaps none.
const CHUNK: usize = 64 * 1024;
/// The bytes of a chunk's authentication tag.
const TAG: usize = 16;

/// The key of encrypted backups.
#[derive(Clone, PartialEq, Eq)]
pub struct BackupKey([u8; 32]);

/// The text is no key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("must be 64 hexadecimal digits: `openssl rand -hex 32` makes a key")]
pub struct BackupKeyError;

impl FromStr for BackupKey {
    type Err = BackupKeyError;

    fn from_str(text: &str) -> Result<Self, BackupKeyError> {
        let mut bytes = [0; 32];
        hex::decode_to_slice(text.trim(), &mut bytes).map_err(|_| BackupKeyError)?;
        Ok(Self(bytes))
    }
}

/// Hides the key from logs.
impl std::fmt::Debug for BackupKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("BackupKey(…)")
    }
}

/// The chunks of one file, whose key encrypts nothing else.
struct Chunks {
    key: [u8; 32],
    count: u32,
}

impl Chunks {
    fn new(key: &BackupKey, salt: &[u8]) -> io::Result<Self> {
        let hmac = Hmac::<Sha256>::new_from_slice(&key.0).map_err(io::Error::other)?;
        Ok(Self { key: hmac.chain_update(salt).finalize().into_bytes().into(), count: 0 })
    }

    /// Counts the chunks, so that none can be left out or moved, and marks the last, so that none is missing at the end.
    fn nonce(&mut self, is_last: bool) -> io::Result<[u8; 12]> {
        let mut nonce = [0; 12];
        nonce[7..11].copy_from_slice(&self.count.to_be_bytes());
        nonce[11] = u8::from(is_last);
        self.count = self.count.checked_add(1).ok_or(io::ErrorKind::FileTooLarge)?;
        Ok(nonce)
    }

    fn encrypt(&mut self, plain: &[u8]) -> io::Result<Vec<u8>> {
        let nonce = self.nonce(plain.len() < CHUNK)?;
        let mut tag = [0; TAG];
        let cipher = Cipher::aes_256_gcm();
        let mut encrypted = encrypt_aead(cipher, &self.key, Some(&nonce), &[], plain, &mut tag)
            .map_err(io::Error::other)?;
        encrypted.extend_from_slice(&tag);
        Ok(encrypted)
    }

    /// `None` if it was encrypted with another key, or changed.
    fn decrypt(&mut self, encrypted: &[u8]) -> io::Result<Option<Vec<u8>>> {
        let Some((encrypted, tag)) = encrypted.split_last_chunk::<TAG>() else { return Ok(None) };
        let nonce = self.nonce(encrypted.len() < CHUNK)?;
        let cipher = Cipher::aes_256_gcm();
        Ok(decrypt_aead(cipher, &self.key, Some(&nonce), &[], encrypted, tag).ok())
    }
}

/// Returns a file, encrypted, in parts.
pub(super) fn encrypt(
    key: &BackupKey,
    mut plain: impl Read,
) -> io::Result<impl Iterator<Item = io::Result<Vec<u8>>>> {
    let salt: [u8; SALT] = rand::random();
    let mut chunks = Chunks::new(key, &salt)?;
    let mut is_done = false;
    let encrypted = std::iter::from_fn(move || {
        if is_done {
            return None;
        }
        let chunk = read_up_to(&mut plain, CHUNK).and_then(|chunk| {
            is_done = chunk.len() < CHUNK;
            chunks.encrypt(&chunk)
        });
        is_done |= chunk.is_err();
        Some(chunk)
    });
    Ok(std::iter::once(Ok([&MAGIC[..], &salt[..]].concat())).chain(encrypted))
}

/// Opens the file of a backup. Decrypts an encrypted one into a file without a name beside it, which its owner alone can
/// read and which is gone with this process.
///
/// # Errors
/// When a file cannot be read or written, the key is missing or another, or the file is cut or damaged.
pub(super) fn open(path: &Path, key: Option<&BackupKey>) -> Result<File, BackupError> {
    let failed = |source| BackupError::File { path: path.to_owned(), source };
    let mut file = File::open(path).map_err(failed)?;
    let magic = read_up_to(&mut file, MAGIC.len()).map_err(failed)?;
    if magic != MAGIC {
        file.rewind().map_err(failed)?;
        return Ok(file);
    }
    let key = key.ok_or_else(|| BackupError::KeyMissing(path.to_owned()))?;
    let mut plain = tempfile::Builder::new()
        .prefix(folder::PARTIAL)
        .tempfile_in(folder_of(path))
        .map_err(failed)?
        .into_file();
    let is_whole = decrypt(key, &mut file, &mut plain).map_err(failed)?;
    if !is_whole {
        return Err(BackupError::OtherKey(path.to_owned()));
    }
    plain.rewind().map_err(failed)?;
    Ok(plain)
}

/// Returns whether it was whole, and encrypted with this key.
fn decrypt(key: &BackupKey, encrypted: &mut impl Read, plain: &mut impl Write) -> io::Result<bool> {
    let salt = read_up_to(encrypted, SALT)?;
    let mut chunks = Chunks::new(key, &salt)?;
    loop {
        let chunk = read_up_to(encrypted, CHUNK + TAG)?;
        let Some(chunk) = chunks.decrypt(&chunk)? else { return Ok(false) };
        plain.write_all(&chunk)?;
        if chunk.len() < CHUNK {
            return Ok(read_up_to(encrypted, 1)?.is_empty());
        }
    }
}

/// Reads so many bytes, or less at the end.
pub(super) fn read_up_to(from: &mut impl Read, count: usize) -> io::Result<Vec<u8>> {
    let mut bytes = vec![];
    from.take(count as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: usize = MAGIC.len() + SALT;

    fn key(byte: u8) -> BackupKey {
        BackupKey([byte; 32])
    }

    fn encrypted(plain: &[u8]) -> Vec<u8> {
        encrypt(&key(1), plain).unwrap().collect::<io::Result<Vec<_>>>().unwrap().concat()
    }

    /// `None` if it is refused.
    fn decrypted(of: u8, encrypted: &[u8]) -> Option<Vec<u8>> {
        let mut plain = vec![];
        let is_whole = decrypt(&key(of), &mut &encrypted[MAGIC.len()..], &mut plain).unwrap();
        is_whole.then_some(plain)
    }

    fn text(length: usize) -> Vec<u8> {
        (0..length).map(|at| (at % 251) as u8).collect()
    }

    #[test]
    fn what_is_encrypted_is_decrypted_with_the_same_key_alone() {
        for length in [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK] {
            let encrypted = encrypted(&text(length));
            assert_eq!(encrypted.len(), HEADER + length + TAG * (length / CHUNK + 1), "{length}");
            assert!(decrypted(1, &encrypted) == Some(text(length)), "{length}");
            assert_eq!(decrypted(2, &encrypted), None);
        }
    }

    #[test]
    fn a_changed_cut_or_longer_file_is_refused() {
        let whole = encrypted(&text(2 * CHUNK + 5));
        let chunk = CHUNK + TAG;
        for length in [HEADER, HEADER + 1, HEADER + chunk, HEADER + 2 * chunk, whole.len() - 1] {
            assert_eq!(decrypted(1, &whole[..length]), None, "{length}");
        }
        for at in [MAGIC.len(), HEADER, HEADER + chunk - 1, whole.len() - 1] {
            let mut changed = whole.clone();
            changed[at] ^= 1;
            assert_eq!(decrypted(1, &changed), None, "{at}");
        }
        assert_eq!(decrypted(1, &[&whole[..], b"x"].concat()), None);
        let (header, chunks) = whole.split_at(HEADER);
        let (first, rest) = chunks.split_at(chunk);
        let (second, last) = rest.split_at(chunk);
        assert_eq!(decrypted(1, &[header, second, first, last].concat()), None);
        assert_eq!(decrypted(1, &[header, first, last].concat()), None);
    }

    #[test]
    fn each_file_has_a_key_of_its_own() {
        assert_ne!(encrypted(b"the same")[HEADER..], encrypted(b"the same")[HEADER..]);
    }

    #[test]
    fn a_key_has_64_hexadecimal_digits() {
        assert_eq!("01".repeat(32).parse(), Ok(key(1)));
        assert_eq!(format!("{}\n", "01".repeat(32)).parse(), Ok(key(1)));
        for wrong in ["", "01", &"01".repeat(33), &"0g".repeat(32)] {
            assert_eq!(wrong.parse::<BackupKey>(), Err(BackupKeyError), "{wrong}");
        }
        assert_eq!(format!("{:?}", key(1)), "BackupKey(…)");
    }
}

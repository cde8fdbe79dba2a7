-- Keys of members' devices, which sign in by W3C Web Authentication.
CREATE TABLE passkeys (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- The id that the device gave it, in base64url.
    credential TEXT NOT NULL UNIQUE,
    -- What devices call the account: random, the same for all of its passkeys.
    handle TEXT NOT NULL,
    -- With the counter, as the library writes it in JSON.
    public_key TEXT NOT NULL,
    name TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    -- NULL until the first sign-in.
    last_used_at BIGINT
);
CREATE INDEX passkeys_of_user ON passkeys (user_id, id);
-- What devices have to sign, for minutes.
CREATE TABLE passkey_challenges (
    -- Random, in base64url.
    challenge TEXT PRIMARY KEY NOT NULL,
    -- Who adds a passkey; NULL for a sign-in.
    user_id BIGINT UNIQUE REFERENCES users (id) ON DELETE CASCADE,
    state TEXT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX passkey_challenges_by_expiry ON passkey_challenges (expires_at);

CREATE TABLE messages (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    sender_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    recipient_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    message TEXT NOT NULL,
    sent_at BIGINT NOT NULL,
    edited BOOLEAN NOT NULL DEFAULT 0,
    read BOOLEAN NOT NULL DEFAULT 0,
    -- The smaller and the larger user id, so that both directions of a chat are adjacent in one index.
    low_id BIGINT NOT NULL GENERATED ALWAYS AS (min(sender_id, recipient_id)) STORED,
    high_id BIGINT NOT NULL GENERATED ALWAYS AS (max(sender_id, recipient_id)) STORED
);
CREATE INDEX messages_of_pair ON messages (low_id, high_id, sent_at, id);
CREATE INDEX messages_by_sender ON messages (sender_id);
CREATE INDEX messages_by_recipient ON messages (recipient_id);

-- One row per member and peer with at least one message.
CREATE TABLE contacts (
    owner_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    peer_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- The owner's unread messages from the peer.
    unread BIGINT NOT NULL,
    total BIGINT NOT NULL,
    latest_at BIGINT NOT NULL,
    PRIMARY KEY (owner_id, peer_id)
) WITHOUT ROWID;
CREATE INDEX contacts_latest ON contacts (owner_id, latest_at DESC, peer_id DESC);
CREATE INDEX contacts_by_peer ON contacts (peer_id);

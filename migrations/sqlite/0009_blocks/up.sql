-- A member who blocks messages, and the blocked one.
CREATE TABLE blocks (
    owner_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    peer_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (owner_id, peer_id)
) WITHOUT ROWID;
CREATE INDEX blocks_by_peer ON blocks (peer_id);

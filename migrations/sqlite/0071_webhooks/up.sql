-- Programs that are told of what happens.
CREATE TABLE webhooks (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    url TEXT NOT NULL,
    -- Types with spaces between them.
    events TEXT NOT NULL,
    -- NULL: of the site.
    forum_id BIGINT REFERENCES forums (id) ON DELETE CASCADE,
    active BOOLEAN NOT NULL DEFAULT TRUE,
    -- Failed tries since the last delivery that arrived.
    failures BIGINT NOT NULL DEFAULT 0,
    -- The secret follows from it and from that of the server.
    seed TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX webhooks_of_forum ON webhooks (forum_id, id);

-- What they are told, kept for a week. A row of deliveries carries those of a webhook about one thing, one after the other.
CREATE TABLE webhook_deliveries (
    -- AUTOINCREMENT: an id is never given twice, as a receiver may know it.
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    webhook_id BIGINT NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
    event TEXT NOT NULL,
    -- What is told in order: a post with its replies, a member, a report.
    thing TEXT NOT NULL,
    -- The post, reply, member, report or webhook that it is about.
    subject_id BIGINT NOT NULL,
    forum_id BIGINT,
    at BIGINT NOT NULL,
    -- 0 waiting, 1 delivered, 2 failed, 3 dropped.
    status SMALLINT NOT NULL DEFAULT 0,
    tries BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX webhook_deliveries_of_webhook ON webhook_deliveries (webhook_id, id);
CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries (webhook_id, thing, id) WHERE status = 0;
CREATE INDEX webhook_deliveries_by_time ON webhook_deliveries (at);

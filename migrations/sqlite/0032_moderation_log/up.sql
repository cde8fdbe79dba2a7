-- What moderators and admins did. Entries outlive what they are about, so only members are foreign keys. The codes of
-- actions and kinds are in the code (moderation_log/codes.rs) and never change their meaning.
CREATE TABLE moderation_log (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    at BIGINT NOT NULL,
    action SMALLINT NOT NULL,
    -- None: an operator.
    actor_id BIGINT REFERENCES users (id),
    forum_id BIGINT,
    -- None: a message, which is private.
    kind SMALLINT,
    target_id BIGINT,
    -- The post of the target.
    post_id BIGINT,
    -- The member it was done to, or who wrote the target.
    user_id BIGINT REFERENCES users (id),
    reason TEXT,
    undone_at BIGINT
);
CREATE INDEX moderation_log_of_forum ON moderation_log (forum_id, id);
CREATE INDEX moderation_log_by_action ON moderation_log (action, id);
CREATE INDEX moderation_log_of_actor ON moderation_log (actor_id, id);
CREATE INDEX moderation_log_of_user ON moderation_log (user_id, id);
-- What an act reverses.
CREATE INDEX moderation_log_of_target ON moderation_log (target_id, kind, action);

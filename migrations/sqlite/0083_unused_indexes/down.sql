CREATE INDEX reports_queue_of_forum ON reports (forum_id, state, id);
CREATE INDEX reports_queue ON reports (state, id);
CREATE INDEX posts_popular_by_forum_and_month ON posts (forum_id, month, score DESC, id DESC, created_at, hidden_at) WHERE hidden_at IS NULL;
CREATE INDEX posts_popular_by_month ON posts (month, score DESC, id DESC, created_at, hidden_at) WHERE hidden_at IS NULL;
UPDATE schema_state SET needs = '0073';

-- What a topic looks like (UTS #39), computed by the program: no two forums look the same. NULL in a forum that looked like
-- an older one before this rule; it keeps its topic.
ALTER TABLE forums ADD COLUMN topic_skeleton TEXT;
CREATE UNIQUE INDEX forums_by_skeleton ON forums (topic_skeleton);

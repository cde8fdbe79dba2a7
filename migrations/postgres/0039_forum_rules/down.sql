DROP TABLE forum_rules;

DROP TABLE schema_state;

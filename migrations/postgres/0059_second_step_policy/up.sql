-- Who needs a second step: 0 nobody, 1 moderators and admins, 2 everyone.
ALTER TABLE site ADD COLUMN second_step SMALLINT NOT NULL DEFAULT 0;

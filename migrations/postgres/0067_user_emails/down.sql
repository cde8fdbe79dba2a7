DROP TABLE email_tokens;
DROP TABLE user_emails;

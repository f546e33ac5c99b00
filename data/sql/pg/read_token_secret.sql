-- What the keys of the service's clients are derived with. Rows: one (bytea of 32).
SELECT loge.token_secret_1();

-- name: list_abuse store: pg
-- Who asked too fast, the newest first. $1 most int. Rows: abuse.
SELECT {columns abuse a}
FROM loge.abuse AS a
ORDER BY a.at DESC
LIMIT $1;

-- name: list_tokens store: pg
-- Every token of the house, the newest first. Rows: (name, scopes, hash, made by, made at, revoked
-- by, revoked at).
SELECT t.name, t.scopes, t.hash, t.made_by, t.made_at, t.revoked_by, t.revoked_at
FROM loge.token AS t
ORDER BY t.made_at DESC, t.name;

-- name: list_unknown_keys store: pg
-- Which acts the house does not know, although it had acknowledged them; it writes down that it went
-- back. $1 the till's proof bytea, $2 its past now, $3 its past when the till asked last, $4 keys
-- uuid[], $5 when each was acknowledged bigint[]. Rows: (key), in the order of $4.
SELECT sync2.unknown_acts($1, $2, $3, $4::uuid[], $5::bigint[]);

-- name: new_token store: pg
-- A new token. $1 till text, $2 what its key gives bytea, $3 name text, $4 scopes int, $5 hash bytea. Rows: one
-- (integer).
SELECT loge.token_new($1, $2, $3, $4::smallint, $5::bytea);

-- name: note_abuse store: pg
-- Somebody asked too fast. $1 what it was. Rows: one (integer).
SELECT loge.abuse_note(($1::loge.abuse_row[])[1]);

-- name: read_token_secret store: pg
-- What the keys of the service's clients are derived with. Rows: one (bytea of 32).
SELECT loge.read_token_secret();

-- name: revoke_token store: pg
-- Ends a token. $1 till text, $2 what its key gives bytea, $3 name text. Rows: one (integer).
SELECT loge.token_revoke($1, $2, $3);

-- name: unblock_abuse store: pg
-- Lets somebody in again. $1 asker text. Rows: one (integer).
SELECT loge.abuse_unblock($1);

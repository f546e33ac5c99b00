-- name: count_pin store: pg
-- A wrong PIN, told by the till's gate. $1 name text. Rows: one (locked for ms).
SELECT loge.pin_failed($1);

-- name: count_pin store: lite
-- Wrong PINs at a till that is alone. $1 name, $2 failures in a row, $3 locked until.
UPDATE staff SET failures = $2, locked_until = $3 WHERE name = $1;

-- name: insert_staff store: lite
-- A new member of staff. Parameters: the row ($2, the version seen, is for update_staff).
INSERT INTO staff ({columns staff})
VALUES ({values staff but version = 1});

-- name: list_shut_out store: pg
-- Who is shut out at this moment. $1 most int. Rows: as list_abuse has them.
SELECT {columns abuse a}
FROM loge.abuse AS a
WHERE a.unblocked_at = 0 AND a.until > loge.now_ms()
ORDER BY a.until DESC
LIMIT $1;

-- name: list_staff store: pg
-- Everybody, by name. Rows: (name, version, role, disabled, failures, locked_until, pin_hash, badge).
SELECT {columns staff} FROM loge.list_staff(NULL);

-- name: list_staff store: lite
-- Everybody, by name. Rows: (name, version, role, disabled, failures, locked_until, pin_hash,
-- badge).
SELECT {columns staff} FROM staff ORDER BY name;

-- name: make_gate store: pg
-- The login with which a till counts wrong PINs. $1 house int (for whoever set it up), $2 till text,
-- $3 SCRAM verifier text. Rows: one (login name).
SELECT loge.make_gate($1::integer, $2, $3);

-- name: put_login store: pg
-- A login for a member of staff. $1 house int (for whoever set it up), $2 name text, $3 role int,
-- $4 SCRAM verifier text, $5 carries bool. Rows: one (login name).
SELECT loge.staff_login($1::integer, $2, $3::smallint, $4, $5::boolean);

-- name: put_till_credential store: lite
-- For how long a person's PIN is good here. $1 name, $2 since, $3 until.
INSERT OR REPLACE INTO till_credential (name, since, until) VALUES ($1, $2, $3);

-- name: read_member store: pg
-- Who has signed in, and where: at most one row for a member; one a house for a founder.
-- $1 house name text or NULL: any.
-- Rows: (house int, house name, currency, timezone, prefix, own name or '', own role or -1).
SELECT o.house, o.name, o.currency, o.timezone, o.prefix, coalesce(l.name, ''), coalesce(l.role, -1)
FROM loge.house AS o
LEFT JOIN loge.login AS l ON l.house = o.house AND l.login = session_user
WHERE $1::text IS NULL OR o.name = $1
ORDER BY l.house IS NULL, o.house;

-- name: read_member_in store: pg
-- Who has just signed in, and where: as read_member, and the wrong PINs of a member are
-- forgotten, unless he is locked because of them. $1 house name text or NULL: any;
-- $2 what shows at which till (loge.act_secret), or NULL.
-- Rows: (house int, house name, currency, timezone, prefix, own name or '', own role or -1, locked for ms).
SELECT o.house, o.name, o.currency, o.timezone, o.prefix, coalesce(l.name, ''), coalesce(l.role, -1),
    CASE WHEN l.login IS NULL THEN 0 ELSE loge.sign_in($2::bytea) END
FROM loge.house AS o
LEFT JOIN loge.login AS l ON l.house = o.house AND l.login = session_user
WHERE $1::text IS NULL OR o.name = $1
ORDER BY l.house IS NULL, o.house;

-- name: read_staff store: pg
-- A member of staff. $1 name text. Rows: at most one, as list_staff.
SELECT {columns staff} FROM loge.list_staff($1);

-- name: read_staff store: lite
-- A member of staff; a PIN that is only remembered here is shown for as long as it is good. It is good
-- two days before it was remembered, too: the clock of a till that is alone may be wrong.
-- $1 name text, $2 now. Rows: at most one (name, version, role, disabled, failures, locked_until,
-- pin_hash, badge).
SELECT s.name, s.version, s.role, s.disabled, s.failures, s.locked_until,
    CASE WHEN c.name IS NULL OR ($2 >= c.since - 172800000 AND $2 < c.until) THEN s.pin_hash ELSE '' END,
    s.badge
FROM staff AS s LEFT JOIN till_credential AS c ON c.name = s.name
WHERE s.name = $1;

-- name: remember_staff store: lite
-- How a person shows who he is without the house. $1 name, $2 role, $3 pin_hash.
INSERT INTO staff (name, role, disabled, failures, locked_until, pin_hash, badge, version)
VALUES ($1, $2, 0, 0, 0, $3, '', 1)
ON CONFLICT (name) DO UPDATE SET role = $2, disabled = 0, failures = 0, locked_until = 0,
    pin_hash = $3;

-- name: take_staff store: lite
-- A member of staff as the house has him: how he shows that he is it stays with this machine, and
-- is forgotten when he is sent away. $1 name, $2 role, $3 disabled, $4 version.
INSERT INTO staff (name, role, disabled, failures, locked_until, pin_hash, badge, version)
VALUES ($1, $2, $3, 0, 0, '', '', $4)
ON CONFLICT (name) DO UPDATE SET role = $2, disabled = $3, version = $4,
    pin_hash = CASE WHEN $3 THEN '' ELSE pin_hash END;

-- name: update_staff store: lite
-- A member of staff, changed. Parameters: the row, with the version seen. Changes one row, or none.
UPDATE staff SET {changes staff $ but version = version + 1}
WHERE name = $1 AND version = $2;

-- name: wipe_credentials store: lite
-- As wipe_staff. No parameters.
DELETE FROM till_credential;

-- name: wipe_staff store: lite
-- Nobody signs in at this till any more without its house. No parameters.
UPDATE staff SET pin_hash = '', badge = '';

-- name: vouch_for_person store: pg
-- A supervisor's word that somebody worked at a till. $1 device, $2 person text, $3 why text. Rows: one (answer).
SELECT loge.vouch($1::uuid, $2, $3);

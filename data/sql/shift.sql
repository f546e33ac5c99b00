-- name: drop_moves store: lite
-- What moved in a shift. $1 shift.
DELETE FROM shift_move WHERE shift = $1;

-- name: drop_shift store: lite
-- A shift the house does not have. $1 id.
DELETE FROM shift WHERE id = $1;

-- name: find_open_shift
-- The open shift of a till. $1 till text. Rows: at most one shift.
SELECT {columns shift}
FROM loge.shift WHERE till = $1 AND closed_at = 0;

-- name: insert_shift_move store: lite
-- Money that moved without a sale; nothing when the shift is closed meanwhile. Parameters: the row.
INSERT INTO shift_move ({columns shift_move})
SELECT {values shift_move}
WHERE EXISTS (SELECT 1 FROM shift WHERE id = $1 AND closed_at = 0);

-- name: insert_shift store: lite
-- A new shift. Parameters: the row ($2, the version seen, is for update_shift).
INSERT INTO shift ({columns shift})
VALUES ({values shift but version = 1});

-- name: list_shifts
-- Shifts, newest first. $1 limit. Rows: shifts.
SELECT {columns shift}
FROM loge.shift ORDER BY opened_at DESC, id DESC LIMIT $1::bigint;

-- name: read_shift
-- A shift. $1 id uuid. Rows: at most one shift.
SELECT {columns shift}
FROM loge.shift WHERE id = $1;

-- name: sum_moves
-- What a shift moved without a sale, by kind. $1 shift uuid. Rows: (kind, sum).
SELECT kind, sum(amount)::bigint FROM loge.shift_move WHERE shift = $1 GROUP BY kind;

-- name: sum_payments
-- What a shift took, by tender: for tickets, and for bags. $1 shift uuid. Rows: (tender, sum,
-- how many), a tender twice when there are both.
SELECT tender, sum(amount)::bigint, count(*) FROM loge.payment WHERE shift = $1 GROUP BY tender
UNION ALL
SELECT tender, sum(paid)::bigint, count(*) FROM loge.checkin WHERE shift = $1 GROUP BY tender;

-- name: take_move store: lite
-- Money that moved without a sale as the house has it. Parameters: the row.
INSERT OR IGNORE INTO shift_move ({columns shift_move})
VALUES ({values shift_move});

-- name: take_shift store: lite
-- A shift as the house has it. Parameters: the row.
INSERT OR REPLACE INTO shift ({columns shift})
VALUES ({values shift});

-- name: update_shift store: lite
-- A shift's next state. Parameters: the row, with the version seen, in which its payments and bag fees
-- count (sum_payments), and the act. Changes one row, or none.
UPDATE shift SET {changes shift $ but version = version + 1}
WHERE id = $1 AND $2 = version + (SELECT count(*) FROM payment WHERE shift = $1)
    + (SELECT count(*) FROM checkin WHERE shift = $1)
    AND {steps shift closed_at > 0; $act; $closed_at > 0};

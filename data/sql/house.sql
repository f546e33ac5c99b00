-- name: copy_house store: lite
-- The whole house as it stands, as one new file. $1 path text, of a file that is not there yet.
VACUUM INTO $1;

-- name: count_rows store: pg
-- How much there is. Rows: one (show seats, holds, sales, approved acts, those of them that tills approved, events).
SELECT (SELECT count(*) FROM loge.show_seat), (SELECT count(*) FROM loge.hold), (SELECT count(*) FROM loge.sale),
    count(DISTINCT e.key) FILTER (WHERE e.approval <> :APPROVAL_NONE),
    count(DISTINCT e.key) FILTER (WHERE e.approval = :APPROVAL_TILL), count(*)
FROM loge.event AS e;

-- name: count_rows store: lite
-- How much there is. Rows: one (show seats, holds, sales, approved acts, those of them that tills approved).
SELECT (SELECT count(*) FROM show_seat), (SELECT count(*) FROM hold), (SELECT count(*) FROM sale),
    count(DISTINCT key), count(DISTINCT key) FILTER (WHERE approval = :APPROVAL_TILL)
FROM event WHERE approval <> :APPROVAL_NONE;

-- name: find_house store: pg
-- A house by its name. $1 name text. Rows: at most one (house int).
SELECT house FROM loge.house WHERE name = $1;

-- name: insert_house store: pg
-- A new house. $1 house int, $2 name text, $3 currency text, $4 timezone text, $5 prefix text.
INSERT INTO loge.house (house, name, currency, timezone, prefix, created_at)
VALUES ($1, $2, $3, $4, $5, loge.now_ms());

-- name: insert_house store: lite
-- The house's one row. $1 name text, $2 currency text, $3 timezone text, $4 created_at int.
INSERT INTO house (only, name, currency, timezone, created_at) VALUES (1, $1, $2, $3, $4);

-- name: list_invariants store: pg
-- What must not be. Rows: (name, detail); none when the house is sound.
SELECT name, detail FROM qa.invariants();

-- name: list_invariants store: lite
-- What must not be. Rows: (name, detail); none when the house is sound.
SELECT name, detail FROM qa_invariants UNION ALL SELECT name, detail FROM qa_money_invariants
UNION ALL SELECT name, detail FROM qa_door_invariants;

-- name: read_bag_rule store: pg
-- What the house wants of bags. Rows: one (limit in grams, fee).
SELECT coalesce(p.bag_limit_g, :BAG_LIMIT_G), coalesce(p.bag_fee, :BAG_FEE)
FROM loge.house AS o LEFT JOIN loge.policy AS p ON p.house = o.house;

-- name: read_bag_rule store: lite
-- What the house wants of bags. Rows: one (limit in grams, fee).
SELECT bag_limit_g, bag_fee FROM house WHERE only = 1;

-- name: read_house store: pg
-- The house. Rows: one (name text, currency text, timezone text, created_at bigint, schema int).
SELECT name, currency, timezone, created_at, loge.schema() / 1000 FROM loge.house;

-- name: read_house store: lite
-- The house. Rows: one (name text, currency text, timezone text, created_at int).
SELECT name, currency, timezone, created_at FROM house WHERE only = 1;

-- name: read_next_house store: pg
-- The number of the next house. Rows: one (int).
SELECT coalesce(max(house), 0) + 1 FROM loge.house;

-- name: read_now store: pg
-- The house's clock. Rows: one (bigint).
SELECT loge.now_ms();

-- name: read_policy store: pg
-- The house's rules. Rows: one (rebase, paid beats hold, largest group for other seats, lease, time to
-- decide, days alone, web refunds, until when, fees kept, age of an old list, scanners admit by one,
-- heaviest free bag, fee of a heavier one).
SELECT coalesce(p.rebase, true), coalesce(p.paid_beats_hold, false), coalesce(p.reseat_most, 6),
    coalesce(p.lease_ms, 86400000), coalesce(p.decide_ms, 3600000), coalesce(p.offline_days, 14),
    coalesce(p.web_refund, false), coalesce(p.web_refund_until_ms, 86400000),
    coalesce(p.web_refund_fees, true), coalesce(p.list_ms, 1800000),
    coalesce(p.list_scanner, false), coalesce(p.bag_limit_g, :BAG_LIMIT_G), coalesce(p.bag_fee, :BAG_FEE)
FROM loge.house AS o LEFT JOIN loge.policy AS p ON p.house = o.house;

-- name: say_why store: pg
-- Why a supervisor does what this transaction does: $1. Rows: one.
SELECT set_config('loge.why', $1, true);

-- name: set_bag_rule store: lite
-- What the house wants of bags from now on. $1 limit in grams, $2 fee.
UPDATE house SET bag_limit_g = $1, bag_fee = $2 WHERE only = 1;

-- name: set_policy store: pg
-- One of the house's rules: $1 its name, $2 what it is from now on.
SELECT loge.set_policy($1, $2::bigint);

-- name: take_house store: lite
-- The house as it is now. $1 name, $2 currency, $3 timezone, $4 created_at, $5 bag_limit_g, $6 bag_fee,
-- $7 list_ms, $8 list_scanner.
UPDATE house SET name = $1, currency = $2, timezone = $3, created_at = $4, bag_limit_g = $5,
    bag_fee = $6, list_ms = $7, list_scanner = $8
WHERE only = 1;

-- name: take_terms store: lite
-- How often a show's plan and prices have changed; the house may have told later ones already.
-- $1 show_no, $2 terms.
INSERT INTO till_show (show_no, terms) VALUES ($1, $2)
ON CONFLICT (show_no) DO UPDATE SET terms = $2 WHERE terms < $2;

-- Badges that sign people in, and when an order's tickets were handed over (0: not yet).
-- A badge is kept as two hex digits of its hash, to find it by, and an argon2id hash ('': none).

ALTER TABLE staff ADD COLUMN badge TEXT NOT NULL DEFAULT '';

ALTER TABLE sale ADD COLUMN collected_at INTEGER NOT NULL DEFAULT 0 CHECK (collected_at >= 0);

-- Until now tickets were handed over when they were paid.
UPDATE sale SET collected_at = sold_at WHERE status <> :SALE_DUE;

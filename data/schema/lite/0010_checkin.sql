-- The bag check at the door: what was weighed, what it costs, and how that was paid.

ALTER TABLE house ADD COLUMN bag_limit_g INTEGER NOT NULL DEFAULT 25000
    CHECK (bag_limit_g BETWEEN 0 AND 500000); -- the heaviest bag that costs nothing
ALTER TABLE house ADD COLUMN bag_fee INTEGER NOT NULL DEFAULT 5000
    CHECK (bag_fee BETWEEN 0 AND 100000000000); -- of a heavier one

-- One row for each time that a ticket was let in with a bag that was weighed. A fee is paid at once
-- and whole, or not at all.
CREATE TABLE checkin (
    ticket BLOB NOT NULL CHECK (length(ticket) = 16),
    entry INTEGER NOT NULL CHECK (entry > 0), -- which time it was let in
    show_no INTEGER NOT NULL REFERENCES show,
    status INTEGER NOT NULL CHECK (status BETWEEN :CHECKIN_IN_PROGRESS AND :CHECKIN_COMPLETED),
    weight_g INTEGER NOT NULL CHECK (weight_g BETWEEN 0 AND 500000),
    fee INTEGER NOT NULL CHECK (fee >= 0),
    at INTEGER NOT NULL,
    till TEXT NOT NULL,
    tender INTEGER NOT NULL CHECK (tender BETWEEN :TENDER_CASH AND :TENDER_VOUCHER),
    paid INTEGER NOT NULL,
    given INTEGER NOT NULL,
    auth TEXT NOT NULL,
    voucher TEXT NOT NULL,
    shift BLOB REFERENCES shift,
    version INTEGER NOT NULL CHECK (version > 0),
    late_at INTEGER NOT NULL DEFAULT 0, -- as in payment
    PRIMARY KEY (ticket, entry),
    CHECK (paid = CASE status WHEN :CHECKIN_COMPLETED THEN fee ELSE 0 END),
    CHECK (CASE status WHEN :CHECKIN_IN_PROGRESS THEN fee = 0 WHEN :CHECKIN_WAITING THEN fee > 0 ELSE 1 END),
    CHECK ((paid > 0) = (shift IS NOT NULL))
) STRICT, WITHOUT ROWID;

CREATE INDEX checkin_shift ON checkin (shift) WHERE shift IS NOT NULL;

CREATE VIEW qa_checkin AS
SELECT w.id AS show, lower(hex(c.ticket)) AS ticket, t.code, c.entry,
    CASE c.status WHEN :CHECKIN_IN_PROGRESS THEN 'IN_PROGRESS'
        WHEN :CHECKIN_WAITING THEN 'WAITING_FOR_PAYMENT' ELSE 'COMPLETED' END AS status,
    c.weight_g, c.fee, c.paid, c.at, c.till
FROM checkin AS c
CROSS JOIN show AS w ON w.no = c.show_no
LEFT JOIN ticket AS t ON t.id = c.ticket;

-- Beside qa_invariants: of the door.
CREATE VIEW qa_door_invariants (name, detail) AS
SELECT 'bag_of_nobody_who_was_let_in', 'ticket ' || lower(hex(c.ticket))
FROM checkin AS c
WHERE NOT EXISTS (SELECT 1 FROM admission AS a
    WHERE a.ticket = c.ticket AND a.show_no = c.show_no AND a.entries >= c.entry)
UNION ALL
SELECT 'fee_taken_after_its_shift', 'ticket ' || lower(hex(c.ticket))
FROM checkin AS c
CROSS JOIN shift AS s ON s.id = c.shift
WHERE s.closed_at > 0 AND c.at > s.closed_at;

-- name: drop_payments store: lite
-- The payments of a sale. $1 sale.
DELETE FROM payment WHERE sale = $1;

-- name: drop_sale store: lite
-- A sale the house does not have. $1 id.
DELETE FROM sale WHERE id = $1;

-- name: drop_tickets store: lite
-- The tickets of a sale. $1 sale.
DELETE FROM ticket WHERE sale = $1;

-- name: find_sale store: pg
-- A sale by its code, letters in any case. $1 code text. Rows: at most one sale.
SELECT {columns sale s}
FROM loge.sale AS s WHERE s.code = upper($1);

-- name: find_sale store: lite
-- A sale by its code, letters in any case. $1 code text. Rows: at most one sale.
SELECT {columns sale s}
FROM sale AS s WHERE s.code = $1;

-- name: find_ticket store: pg
-- A ticket by its code, letters in any case. $1 code text. Rows: as read_ticket.
SELECT {columns ticket t}, h.label, v.status, v.code
FROM loge.ticket AS t
CROSS JOIN loge.order_of(t.sale) AS v
JOIN loge.show AS w ON w.no = t.show_no
JOIN loge.hall_seat AS h ON h.hall_no = w.hall_no AND h.seat_no = t.seat_no
WHERE t.code = upper($1);

-- name: find_ticket store: lite
-- A ticket by its code, letters in any case. $1 code. Rows: as read_ticket.
SELECT {columns ticket t}, h.label, v.status, v.code
FROM ticket AS t
CROSS JOIN sale AS v ON v.id = t.sale
CROSS JOIN show AS w ON w.no = t.show_no
CROSS JOIN hall_seat AS h ON h.hall_no = w.hall_no AND h.seat_no = t.seat_no
WHERE t.code = $1;

-- name: insert_payment store: lite
-- Money taken or given back; nothing when its shift is closed meanwhile. Parameters: the row.
INSERT INTO payment ({columns payment})
SELECT {values payment}
WHERE $3 IS NULL OR EXISTS (SELECT 1 FROM shift WHERE id = $3 AND closed_at = 0);

-- name: insert_sale store: lite
-- A new sale. Parameters: the row ($2, the version seen, is for update_sale).
INSERT INTO sale ({columns sale})
VALUES ({values sale but version = 1});

-- name: insert_ticket store: lite
-- A new ticket. Parameters: the row ($3, the version seen, is for update_ticket).
INSERT INTO ticket ({columns ticket})
VALUES ({values ticket but version = 1});

-- name: list_payments
-- The payments of a sale, oldest first. $1 sale uuid.
-- Rows: (sale, id, shift, tender, amount, given, auth, voucher, reason, at).
SELECT {columns payment}
FROM loge.payment WHERE sale = $1 ORDER BY at, id;

-- name: list_sales store: pg
-- Sales, newest first. $1 show_no or 0, $2 till or '', $3 from int, $4 until int (0: no end),
-- $5 text or '' (in code, name, email, phone; or the label of a seat), $6 limit.
-- Rows: sales.
SELECT {columns sale s}
FROM loge.sale AS s
WHERE ($1::integer = 0 OR s.show_no = $1) AND ($2 = '' OR s.till = $2) AND s.sold_at >= $3::bigint
    AND ($4::bigint = 0 OR s.sold_at < $4)
    AND ($5 = '' OR strpos(lower(s.code), lower($5)) > 0 OR strpos(lower(s.name), lower($5)) > 0
        OR strpos(lower(s.email), lower($5)) > 0
        OR EXISTS (SELECT 1 FROM loge.customer AS c
            WHERE c.id = s.customer AND strpos(lower(c.phone), lower($5)) > 0)
        OR EXISTS (SELECT 1 FROM loge.ticket AS t
            JOIN loge.show AS w ON w.no = t.show_no
            JOIN loge.hall_seat AS h ON h.hall_no = w.hall_no AND h.seat_no = t.seat_no
            WHERE t.sale = s.id AND lower(h.label) = lower($5)))
ORDER BY s.sold_at DESC, s.id DESC LIMIT $6::bigint;

-- name: list_sales store: lite
-- Sales, newest first. $1 show_no or 0, $2 till or '', $3 from int, $4 until int (0: no end),
-- $5 text or '' (in code, name, email, phone; or the label of a seat), $6 limit.
-- Rows: sales.
SELECT {columns sale s}
FROM sale AS s
WHERE ($1 = 0 OR s.show_no = $1) AND ($2 = '' OR s.till = $2) AND s.sold_at >= $3
    AND ($4 = 0 OR s.sold_at < $4)
    AND ($5 = '' OR text_within(s.code, $5) OR text_within(s.name, $5) OR text_within(s.email, $5)
        OR EXISTS (SELECT 1 FROM customer AS c
            WHERE c.id = s.customer AND text_within(c.phone, $5))
        OR EXISTS (SELECT 1 FROM ticket AS t
            CROSS JOIN show AS w ON w.no = t.show_no
            CROSS JOIN hall_seat AS h ON h.hall_no = w.hall_no AND h.seat_no = t.seat_no
            WHERE t.sale = s.id AND text_same(h.label, $5)))
ORDER BY s.sold_at DESC, s.id DESC LIMIT $6;

-- name: list_sales_by_code store: pg
-- The sale that has a code or a ticket with it, letters in any case: by their indexes, before
-- list_sales looks at every sale for a part of a word. $1 show_no or 0, $2 till or '', $3 from int,
-- $4 until int (0: no end), $5 code, $6 limit. Rows: sales.
SELECT {columns sale s}
FROM (SELECT v.id FROM loge.sale AS v WHERE v.code = upper($5)
    UNION SELECT t.sale FROM loge.ticket AS t WHERE t.code = upper($5)) AS x
CROSS JOIN LATERAL (SELECT v.* FROM loge.sale AS v WHERE v.id = x.id OFFSET 0) AS s
WHERE ($1::integer = 0 OR s.show_no = $1) AND ($2 = '' OR s.till = $2) AND s.sold_at >= $3::bigint
    AND ($4::bigint = 0 OR s.sold_at < $4)
ORDER BY s.sold_at DESC, s.id DESC LIMIT $6::bigint;

-- name: list_sales_by_code store: lite
-- The sale that has a code or a ticket with it, letters in any case: by their indexes, before
-- list_sales looks at every sale for a part of a word. $1 show_no or 0, $2 till or '', $3 from int,
-- $4 until int (0: no end), $5 code, $6 limit. Rows: sales.
SELECT {columns sale s}
FROM sale AS s
WHERE s.id IN (SELECT v.id FROM sale AS v WHERE v.code = $5
        UNION SELECT t.sale FROM ticket AS t WHERE t.code = $5)
    AND ($1 = 0 OR s.show_no = $1) AND ($2 = '' OR s.till = $2) AND s.sold_at >= $3
    AND ($4 = 0 OR s.sold_at < $4)
ORDER BY s.sold_at DESC, s.id DESC LIMIT $6;

-- name: list_sales_due
-- Sales of a show that are still to be paid, newest first; each console asks twice a second.
-- $1 show_no int. Rows: sales.
SELECT {columns sale s}
FROM loge.sale AS s
WHERE s.show_no = $1 AND s.status = :SALE_DUE
ORDER BY s.sold_at DESC, s.id DESC;

-- name: list_tickets
-- The tickets of a sale, oldest first. $1 sale uuid. Rows: tickets.
SELECT {columns ticket t}, h.label
FROM loge.ticket AS t
JOIN loge.show AS w ON w.no = t.show_no
JOIN loge.hall_seat AS h ON h.hall_no = w.hall_no AND h.seat_no = t.seat_no
WHERE t.sale = $1 ORDER BY t.generation, t.id;

-- name: put_sale_entry store: lite
-- What an entry is about. $1 sale blob, $2 epoch int, $3 seq int.
INSERT INTO sale_entry (sale, epoch, seq) VALUES ($1, $2, $3)
ON CONFLICT (sale) DO UPDATE SET epoch = excluded.epoch, seq = excluded.seq;

-- name: read_sale
-- A sale by id. $1 id uuid. Rows: at most one sale.
SELECT {columns sale s}
FROM loge.sale AS s WHERE s.id = $1;

-- name: read_sale_entry store: lite
-- The latest entry that is about a sale. $1 sale blob. Rows: at most one (epoch, seq).
SELECT epoch, seq FROM sale_entry WHERE sale = $1;

-- name: read_ticket store: pg
-- A ticket and its order. $1 id uuid. Rows: at most one: a ticket, see told_ticket(), the sale's
-- status and code.
SELECT {columns ticket t}, h.label, v.status, v.code
FROM loge.ticket AS t
CROSS JOIN loge.order_of(t.sale) AS v
JOIN loge.show AS w ON w.no = t.show_no
JOIN loge.hall_seat AS h ON h.hall_no = w.hall_no AND h.seat_no = t.seat_no
WHERE t.id = $1;

-- name: read_ticket store: lite
-- A ticket and its order. $1 id. Rows: at most one: a ticket, see told_ticket(), the sale's
-- status and code.
SELECT {columns ticket t}, h.label, v.status, v.code
FROM ticket AS t
CROSS JOIN sale AS v ON v.id = t.sale
CROSS JOIN show AS w ON w.no = t.show_no
CROSS JOIN hall_seat AS h ON h.hall_no = w.hall_no AND h.seat_no = t.seat_no
WHERE t.id = $1;

-- name: take_payment store: lite
-- Money taken or given back as the house has it; when it counts in reports is the house's word, also of
-- the till's own. Parameters: the row.
INSERT INTO payment ({columns payment})
VALUES ({values payment})
ON CONFLICT (sale, id) DO UPDATE SET late_at = excluded.late_at;

-- name: take_sale store: lite
-- A sale as the house has it. Parameters: the row.
INSERT OR REPLACE INTO sale ({columns sale})
VALUES ({values sale});

-- name: take_ticket store: lite
-- A ticket as the house has it. Parameters: the row.
INSERT OR REPLACE INTO ticket ({columns ticket})
VALUES ({values ticket});

-- name: update_sale store: lite
-- A sale's next state. Parameters: the row, with the version seen, and the act. Changes one row,
-- or none.
UPDATE sale SET {changes sale $ but version = version + 1}
WHERE id = $1 AND version = $2
    AND {steps sale status; $act; $status};

-- name: update_ticket store: lite
-- A ticket's next state. Parameters: the row, with the version seen, and the act. Changes one row,
-- or none.
UPDATE ticket SET {changes ticket $ but version = version + 1}
WHERE sale = $1 AND id = $2 AND version = $3
    AND {steps ticket status; $act; $status};

-- name: wipe_sales store: lite
-- As wipe_customers. No parameters.
UPDATE sale SET name = '', email = '' WHERE name <> '' OR email <> '';

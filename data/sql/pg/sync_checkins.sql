-- The check-ins of tickets whose bags a batch is about: $1 tickets. Rows: check-ins, see
-- pg_get_checkin().
SELECT ticket, version, entry, show_no, status, weight_g, fee, at, till, tender, paid, given, auth,
    voucher, shift
FROM loge.checkin WHERE ticket = ANY ($1::uuid[]);

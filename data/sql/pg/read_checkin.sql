-- The newest check-in of a ticket. $1 ticket uuid. Rows: at most one: check-ins, see pg_get_checkin().
SELECT ticket, version, entry, show_no, status, weight_g, fee, at, till, tender, paid, given, auth,
    voucher, shift
FROM loge.checkin WHERE ticket = $1 ORDER BY entry DESC LIMIT 1;

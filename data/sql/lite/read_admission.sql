-- What a ticket did at doors. ?1 ticket. Rows: at most one: admissions, see get_admission().
SELECT ticket, version, show_no, inside, entries, first_at, last_at, gate, till, blocked
FROM admission WHERE ticket = ?1;

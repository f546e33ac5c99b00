-- A place in line. ?1 id blob. Rows: at most one waiter, see get_waiter().
SELECT id, version, show_no, status, name, email, phone, party, class_no, section, accessible,
    aisle, together, joined_at, hold, code, till
FROM waitlist WHERE id = ?1;

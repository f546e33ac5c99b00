-- A show's door in figures. ?1 show_no. Rows: one: tickets that are valid, those in, those that
-- were ever let in, scans that were refused.
SELECT (SELECT count(*) FROM ticket WHERE show_no = ?1 AND status = :TICKET_VALID),
    (SELECT count(*) FROM admission WHERE show_no = ?1 AND inside = 1 AND entries > 0),
    (SELECT count(*) FROM admission WHERE show_no = ?1 AND entries > 0),
    (SELECT count(*) FROM scan WHERE show_no = ?1 AND code > :DOOR_LIST_OLD);

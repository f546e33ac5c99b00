-- A show's door in figures. $1 show_no integer. Rows: one: tickets that are valid, those in, those
-- that were ever let in, scans that were refused.
SELECT (SELECT count(*) FROM loge.ticket WHERE show_no = $1 AND status = :TICKET_VALID),
    (SELECT count(*) FROM loge.admission WHERE show_no = $1 AND inside AND entries > 0),
    (SELECT count(*) FROM loge.admission WHERE show_no = $1 AND entries > 0),
    (SELECT count(*) FROM loge.scan WHERE show_no = $1 AND code > :DOOR_LIST_OLD);

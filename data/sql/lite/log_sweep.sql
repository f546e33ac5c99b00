-- One line of the log for each seat picked. ?1 now, ?2 act, ?3 actor, ?4 till, ?5 role.
INSERT INTO event (at, act, actor, till, approver, role, show_no, seat_no, version, was, became,
    subject, held_ms, reason, note, key)
SELECT ?1, ?2, ?3, ?4, '', ?5, w.show_no, w.seat_no, s.version + 1, s.status, :SEAT_AVAILABLE,
    w.hold_id, max(0, ?1 - w.created_at), '', '', NULL
FROM temp.sweep AS w
CROSS JOIN show_seat AS s ON s.show_no = w.show_no AND s.seat_no = w.seat_no
ORDER BY w.show_no, w.seat_no;

-- How the seats of a show stood after an event not before ?2, as bytes, if show and plan are as they
-- were. ?1 show_no int, ?2 event int. Rows: at most one (last_event, states blob).
SELECT p.last_event, p.states
FROM packed_map AS p CROSS JOIN show AS w ON w.no = p.show_no
CROSS JOIN hall AS h ON h.no = w.hall_no
WHERE p.show_no = ?1 AND p.last_event >= ?2 AND p.show_version = w.version
    AND p.plan_version = h.plan_version;

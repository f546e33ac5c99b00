-- The packed map of a show, as it is now. ?1 show_no int, ?2 last_event int, ?3 states blob.
-- Changes one row.
INSERT INTO packed_map (show_no, show_version, plan_version, last_event, states)
SELECT w.no, w.version, h.plan_version, ?2, ?3
FROM show AS w CROSS JOIN hall AS h ON h.no = w.hall_no WHERE w.no = ?1
ON CONFLICT (show_no) DO UPDATE SET show_version = excluded.show_version,
    plan_version = excluded.plan_version, last_event = excluded.last_event,
    states = excluded.states;

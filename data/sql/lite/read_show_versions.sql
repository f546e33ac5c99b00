-- What a cached map has to agree with. ?1 show_no int. Rows: at most one (version, plan_version).
SELECT s.version, h.plan_version FROM show AS s JOIN hall AS h ON h.no = s.hall_no WHERE s.no = ?1;

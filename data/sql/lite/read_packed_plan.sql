-- The seats of a hall as bytes, if they are of its plan as it is now. ?1 hall_no int.
-- Rows: at most one (seats blob).
SELECT p.seats
FROM packed_plan AS p CROSS JOIN hall AS h ON h.no = p.hall_no
WHERE p.hall_no = ?1 AND p.plan_version = h.plan_version;

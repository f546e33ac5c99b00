-- Halls of at least ?1 seats whose plan is not packed as it is now. Rows: (hall_no).
SELECT h.no FROM hall AS h LEFT JOIN packed_plan AS p ON p.hall_no = h.no
WHERE h.seats >= ?1 AND p.plan_version IS NOT h.plan_version;

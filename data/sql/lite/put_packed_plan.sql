-- The packed plan of a hall, as it is now. ?1 hall_no int, ?2 seats blob. Changes one row.
INSERT INTO packed_plan (hall_no, plan_version, seats)
SELECT no, plan_version, ?2 FROM hall WHERE no = ?1
ON CONFLICT (hall_no) DO UPDATE SET plan_version = excluded.plan_version, seats = excluded.seats;

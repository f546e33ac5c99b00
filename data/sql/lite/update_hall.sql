-- A hall with a changed plan. Parameters as insert_hall, ?2 version seen. Changes one row, or none.
UPDATE hall SET id = ?3, name = ?4, seats = ?5, next_seat = max(next_seat, ?6),
    plan_version = plan_version + 1, plan_name = ?7, focal_x = ?8, focal_y = ?9, width = ?10,
    height = ?11, version = version + 1
WHERE no = ?1 AND version = ?2;

-- What a plan is besides rows and seats. $1 hall_no int.
-- Rows: at most one (plan_name, focal_x, focal_y, width, height, seats).
SELECT plan_name, focal_x, focal_y, width, height, seats FROM loge.hall WHERE no = $1;

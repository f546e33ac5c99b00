-- A new hall. ?1 no int or NULL (the next), ?3 id, ?4 name, ?5 seats, ?6 next_seat, ?7 plan_name,
-- ?8 focal_x, ?9 focal_y, ?10 width, ?11 height. (?2 is the version seen, for the update.)
INSERT INTO hall (no, id, name, seats, next_seat, plan_version, plan_name, focal_x, focal_y, width,
    height, version)
VALUES (?1, ?3, ?4, ?5, ?6, 1, ?7, ?8, ?9, ?10, ?11, 1);

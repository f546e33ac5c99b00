-- A hall as the house has it. ?1 no, ?2 id, ?3 name, ?4 seats, ?5 next_seat, ?6 plan_version, ?7
-- plan_name, ?8 focal_x, ?9 focal_y, ?10 width, ?11 height, ?12 version.
INSERT OR REPLACE INTO hall (no, id, name, seats, next_seat, plan_version, plan_name, focal_x,
    focal_y, width, height, version)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12);

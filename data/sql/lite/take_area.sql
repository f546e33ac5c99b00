-- Something drawn that is not a seat as the house has it. ?1 hall_no, ?2 area_no, ?3 kind, ?4 x, ?5
-- y, ?6 width, ?7 height, ?8 rotation, ?9 text, ?10 colour, ?11 border, ?12 text_x, ?13 text_y, ?14
-- text_size, ?15 text_colour, ?16 points, ?17 section_no, ?18 guid.
INSERT OR REPLACE INTO hall_area (hall_no, area_no, kind, x, y, width, height, rotation, text,
    colour, border, text_x, text_y, text_size, text_colour, points, section_no, guid)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18);

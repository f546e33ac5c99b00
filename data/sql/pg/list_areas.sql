-- What is drawn besides seats. $1 hall_no int.
-- Rows: (kind, x, y, width, height, rotation, text, colour, border, text_x, text_y, text_size,
-- text_colour, section_no, guid, points real[]).
SELECT kind, x, y, width, height, rotation, text, colour, border, text_x, text_y, text_size,
    text_colour, section_no, guid, points
FROM loge.hall_area WHERE hall_no = $1 ORDER BY area_no;

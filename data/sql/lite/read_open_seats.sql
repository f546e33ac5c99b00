-- Whether an open entry has changed any seat. Rows: one (bool).
SELECT EXISTS (SELECT 1 FROM till_seat WHERE show_no > 0);

-- How much there is. Rows: one (show seats, holds, sales).
SELECT (SELECT count(*) FROM show_seat), (SELECT count(*) FROM hold), (SELECT count(*) FROM sale);

-- The highest event id ever given. Rows: at most one (seq int).
SELECT seq FROM sqlite_sequence WHERE name = 'event';

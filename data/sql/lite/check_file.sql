-- Whether the file itself is sound: its pages, indexes and rows. 'ok', or a row a fault (20 at most).
PRAGMA integrity_check(20);

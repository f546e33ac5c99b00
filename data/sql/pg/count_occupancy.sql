-- Notes how full the open shows are in this minute. Rows: one (shows that were counted).
SELECT loge.occupancy_1();

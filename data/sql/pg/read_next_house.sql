-- The number of the next house. Rows: one (int).
SELECT coalesce(max(house), 0) + 1 FROM loge.house;

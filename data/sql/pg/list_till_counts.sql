-- What tills have counted. Rows: (till, series, value), those of a series together.
SELECT c.till, c.series, c.value FROM loge.till_count AS c ORDER BY c.series COLLATE "C", c.till;

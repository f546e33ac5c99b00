-- What a shift took, by tender: for tickets, and for bags. $1 shift uuid. Rows: (tender, sum,
-- how many), a tender twice when there are both.
SELECT tender, sum(amount)::bigint, count(*) FROM loge.payment WHERE shift = $1 GROUP BY tender
UNION ALL
SELECT tender, sum(paid)::bigint, count(*) FROM loge.checkin WHERE shift = $1 GROUP BY tender;

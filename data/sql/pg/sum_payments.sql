-- What a shift took, by tender. $1 shift uuid. Rows: (tender, sum).
SELECT tender, sum(amount)::bigint FROM loge.payment WHERE shift = $1 GROUP BY tender;

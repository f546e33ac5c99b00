-- What a shift took, by tender: for tickets, and for bags. ?1 shift blob. Rows: (tender, sum,
-- how many), a tender twice when there are both.
SELECT tender, sum(amount), count(*) FROM payment WHERE shift = ?1 GROUP BY tender
UNION ALL
SELECT tender, sum(paid), count(*) FROM checkin WHERE shift = ?1 GROUP BY tender;

-- What a shift took, by tender: for tickets, and for bags. ?1 shift blob. Rows: (tender, sum), a tender
-- twice when there are both.
SELECT tender, sum(amount) FROM payment WHERE shift = ?1 GROUP BY tender
UNION ALL
SELECT tender, sum(paid) FROM checkin WHERE shift = ?1 GROUP BY tender;

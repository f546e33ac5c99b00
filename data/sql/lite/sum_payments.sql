-- What a shift took, by tender. ?1 shift blob. Rows: (tender, sum).
SELECT tender, sum(amount) FROM payment WHERE shift = ?1 GROUP BY tender;

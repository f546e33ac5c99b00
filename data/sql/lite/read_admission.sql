-- What a ticket did at doors. ?1 ticket. Rows: at most one: admissions.
SELECT {columns admission}
FROM admission WHERE ticket = ?1;

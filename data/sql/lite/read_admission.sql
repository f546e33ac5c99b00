-- What a ticket did at doors. ?1 ticket. Rows: at most one: admissions, see get_admission().
SELECT {columns admission}
FROM admission WHERE ticket = ?1;

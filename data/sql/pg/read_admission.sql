-- What a ticket did at doors. $1 ticket uuid. Rows: at most one: admissions.
SELECT {columns admission}
FROM loge.admission WHERE ticket = $1;

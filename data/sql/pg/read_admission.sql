-- What a ticket did at doors. $1 ticket uuid. Rows: at most one: admissions, see get_admission().
SELECT {columns admission}
FROM loge.admission WHERE ticket = $1;

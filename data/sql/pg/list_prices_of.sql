-- Prices of a show for each class of its hall, as list_prices. $1 show id text.
-- Rows: (class_no, adult, child, senior, student, comp), NULL where the show names none.
SELECT c.class_no, p.adult, p.child, p.senior, p.student, p.comp
FROM loge.show AS w JOIN loge.hall_class AS c ON c.hall_no = w.hall_no
LEFT JOIN loge.price AS p ON p.show_no = w.no AND p.class_no = c.class_no
WHERE w.id = $1 ORDER BY c.class_no;

-- Rules about what is lent to a till: $1 its device. Rows: (show's id, '' all; section, '' all; seats).
SELECT coalesce(w.id, ''), r.section, r.seats
FROM loge.loan_rule AS r
LEFT JOIN loge.show AS w ON w.house = r.house AND w.no = r.show_no
WHERE r.device = $1::uuid
ORDER BY r.show_no, r.section;

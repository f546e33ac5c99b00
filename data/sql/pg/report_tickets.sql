-- Tickets sold (refunded ones too, replaced ones not), in groups, by when the sale was made.
-- $1 enum report_group, $2 show_no or 0, $3 from bigint, $4 until bigint (0: no end).
-- Rows: (label, tickets, gross, fees, tax, discounts, refunded); refunded is part of gross.
SELECT r.label, count(*), sum(r.total)::bigint, sum(r.fee)::bigint, sum(r.tax)::bigint,
    sum(r.discount)::bigint, sum(CASE r.status WHEN 1 THEN r.total ELSE 0 END)::bigint
FROM (SELECT CASE $1::integer
            WHEN 0 THEN w.title
            WHEN 1 THEN to_char(to_timestamp(v.sold_at / 1000) AT TIME ZONE 'UTC', 'YYYY-MM-DD')
            WHEN 2 THEN to_char(to_timestamp(v.sold_at / 1000) AT TIME ZONE 'UTC',
                'YYYY-MM-DD HH24:00')
            WHEN 3 THEN v.till
            WHEN 4 THEN v.sold_by
            WHEN 5 THEN CASE t.type WHEN 0 THEN 'adult' WHEN 1 THEN 'child' WHEN 2 THEN 'senior'
                WHEN 3 THEN 'student' ELSE 'comp' END
            ELSE coalesce(c.name, '') END AS label,
        CASE $1::integer WHEN 0 THEN t.show_no END AS show_no,
        CASE $1::integer WHEN 0 THEN w.starts_at ELSE 0 END AS starts_at,
        t.total, t.fee, t.tax, t.discount, t.status
    FROM loge.sale AS v
    JOIN loge.ticket AS t ON t.sale = v.id AND t.status IN (0, 1)
    JOIN loge.show AS w ON w.no = t.show_no
    LEFT JOIN loge.hall_class AS c ON c.hall_no = w.hall_no AND c.class_no = t.class_no
    WHERE ($2::integer = 0 OR t.show_no = $2) AND v.sold_at >= $3::bigint
        AND ($4::bigint = 0 OR v.sold_at < $4)) AS r
GROUP BY r.show_no, r.label
ORDER BY min(r.starts_at), r.label;

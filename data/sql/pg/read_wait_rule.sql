-- $1 show int. Rows: one, or none when nobody said anything.
SELECT r.sells, r.offer_ms FROM loge.wait_rule AS r WHERE r.show_no = $1::integer;

-- The number by which seats are lent to a till. $1 device uuid. Rows: none or one (smallint).
SELECT no FROM loge.journal WHERE device = $1;

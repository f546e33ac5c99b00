-- A shift's next state. Parameters: the row, with the version seen, in which its payments and bag fees
-- count (sum_payments). Changes one row, or none.
UPDATE shift SET {changes shift ? but version = version + 1}
WHERE id = ?1 AND ?2 = version + (SELECT count(*) FROM payment WHERE shift = ?1)
    + (SELECT count(*) FROM checkin WHERE shift = ?1);

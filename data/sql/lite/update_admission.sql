-- A ticket comes or goes. Parameters: the row, with the version seen. Changes one row, or none.
UPDATE admission SET {changes admission ? but version = version + 1}
WHERE ticket = ?1 AND version = ?2;

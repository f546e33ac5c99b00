-- Wrong PINs at a till that is alone. ?1 name, ?2 failures in a row, ?3 locked until.
UPDATE staff SET failures = ?2, locked_until = ?3 WHERE name = ?1;

-- Money was taken or given back in this shift: a count that did not see it is out of date. ?1 id.
UPDATE shift SET version = version + 1 WHERE id = ?1;

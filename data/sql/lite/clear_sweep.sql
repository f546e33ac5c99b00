-- Forgets the batch before.
DELETE FROM temp.sweep;

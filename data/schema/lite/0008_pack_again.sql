-- Plans are packed in another way since: they are packed again by and by.
DELETE FROM packed_plan;

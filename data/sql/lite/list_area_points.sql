-- The corners of one area. ?1 points text (JSON). Rows: (number real), x and y in turn.
SELECT value FROM json_each(?1);

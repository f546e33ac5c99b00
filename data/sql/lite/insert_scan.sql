-- A scan. Parameters: the row.
INSERT INTO scan ({columns scan}) VALUES ({values scan});

-- A sale as the house has it. Parameters: the row.
INSERT OR REPLACE INTO sale ({columns sale})
VALUES ({values sale});

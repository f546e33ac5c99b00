-- A scan as the house has it. Parameters: the row.
INSERT OR IGNORE INTO scan ({columns scan})
VALUES ({values scan});

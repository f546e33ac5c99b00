-- A shift as the house has it. Parameters: the row.
INSERT OR REPLACE INTO shift ({columns shift})
VALUES ({values shift});

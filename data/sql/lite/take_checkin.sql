-- A check-in as the house has it. Parameters: the row.
INSERT OR REPLACE INTO checkin ({columns checkin})
VALUES ({values checkin});

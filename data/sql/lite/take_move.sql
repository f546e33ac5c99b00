-- Money that moved without a sale as the house has it. Parameters: the row.
INSERT OR IGNORE INTO shift_move ({columns shift_move})
VALUES ({values shift_move});

-- A new shift. Parameters: the row (?2, the version seen, is for update_shift).
INSERT INTO shift ({columns shift})
VALUES ({values shift but version = 1});

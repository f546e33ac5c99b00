-- A new hold. Parameters: the row (?2, the version seen, is for update_hold).
INSERT INTO hold ({columns hold})
VALUES ({values hold but version = 1});

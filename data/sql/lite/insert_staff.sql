-- A new member of staff. Parameters: the row (?2, the version seen, is for update_staff).
INSERT INTO staff ({columns staff})
VALUES ({values staff but version = 1});

-- A new sale. Parameters: the row (?2, the version seen, is for update_sale).
INSERT INTO sale ({columns sale})
VALUES ({values sale but version = 1});

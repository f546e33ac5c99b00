-- What the house wants of bags from now on. ?1 limit in grams, ?2 fee.
UPDATE house SET bag_limit_g = ?1, bag_fee = ?2 WHERE only = 1;

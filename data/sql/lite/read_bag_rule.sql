-- What the house wants of bags. Rows: one (limit in grams, fee).
SELECT bag_limit_g, bag_fee FROM house WHERE only = 1;

-- The house as it is now. ?1 name, ?2 currency, ?3 created_at, ?4 bag_limit_g, ?5 bag_fee.
UPDATE house SET name = ?1, currency = ?2, created_at = ?3, bag_limit_g = ?4, bag_fee = ?5
WHERE only = 1;

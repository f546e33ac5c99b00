-- The house as it is now. ?1 name, ?2 currency, ?3 timezone, ?4 created_at, ?5 bag_limit_g, ?6 bag_fee,
-- ?7 list_ms, ?8 list_scanner.
UPDATE house SET name = ?1, currency = ?2, timezone = ?3, created_at = ?4, bag_limit_g = ?5,
    bag_fee = ?6, list_ms = ?7, list_scanner = ?8
WHERE only = 1;

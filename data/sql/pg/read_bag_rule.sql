-- What the house wants of bags. Rows: one (limit in grams, fee).
SELECT coalesce(p.bag_limit_g, 25000), coalesce(p.bag_fee, 5000)
FROM loge.house AS o LEFT JOIN loge.policy AS p ON p.house = o.house;

-- What the house wants of bags. Rows: one (limit in grams, fee).
SELECT coalesce(p.bag_limit_g, :BAG_LIMIT_G), coalesce(p.bag_fee, :BAG_FEE)
FROM loge.house AS o LEFT JOIN loge.policy AS p ON p.house = o.house;

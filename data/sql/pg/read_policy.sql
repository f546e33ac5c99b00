-- The house's rules. Rows: one (rebase, paid beats hold, largest group for other seats, lease, time to
-- decide, days alone, heaviest free bag, fee of a heavier one).
SELECT coalesce(p.rebase, true), coalesce(p.paid_beats_hold, false), coalesce(p.reseat_most, 6),
    coalesce(p.lease_ms, 86400000), coalesce(p.decide_ms, 3600000), coalesce(p.offline_days, 14),
    coalesce(p.bag_limit_g, 25000), coalesce(p.bag_fee, 5000)
FROM loge.house AS o LEFT JOIN loge.policy AS p ON p.house = o.house;

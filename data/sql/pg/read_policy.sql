-- The house's rules. Rows: one (rebase, paid beats hold, largest group for other seats, lease, time to
-- decide, days alone, web refunds, until when, fees kept, age of an old list, scanners admit by one,
-- heaviest free bag, fee of a heavier one).
SELECT coalesce(p.rebase, true), coalesce(p.paid_beats_hold, false), coalesce(p.reseat_most, 6),
    coalesce(p.lease_ms, 86400000), coalesce(p.decide_ms, 3600000), coalesce(p.offline_days, 14),
    coalesce(p.web_refund, false), coalesce(p.web_refund_until_ms, 86400000),
    coalesce(p.web_refund_fees, true), coalesce(p.list_ms, 1800000),
    coalesce(p.list_scanner, false), coalesce(p.bag_limit_g, :BAG_LIMIT_G), coalesce(p.bag_fee, :BAG_FEE)
FROM loge.house AS o LEFT JOIN loge.policy AS p ON p.house = o.house;

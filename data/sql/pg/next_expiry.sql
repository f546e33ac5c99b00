-- Rows: one: when the next open hold is over (0: nothing is held), and the house's clock.
SELECT coalesce((SELECT h.expires_at FROM loge.hold AS h WHERE h.status IN (:HOLD_ACTIVE, :HOLD_PAYING)
    ORDER BY h.expires_at LIMIT 1), 0), loge.now_ms();

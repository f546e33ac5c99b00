-- How much there is. Rows: one (show seats, holds, sales, events).
SELECT (SELECT count(*) FROM loge.show_seat), (SELECT count(*) FROM loge.hold), (SELECT count(*) FROM loge.sale),
    (SELECT count(*) FROM loge.event);

-- A show by its number. $1 show_no int. Rows: at most one show, see lite_get_show().
SELECT w.id, w.title, h.id, w.currency, w.no, w.hall_no, w.status, w.starts_at, w.hold_ttl_ms,
    w.extend_ms, w.ceiling_ms, w.gap_rule, w.one_hold, w.fee, w.tax_bp, w.version
FROM loge.show AS w JOIN loge.hall AS h ON h.no = w.hall_no WHERE w.no = $1;

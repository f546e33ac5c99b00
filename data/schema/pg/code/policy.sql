-- A house's own rules (loge.policy). Managers make them.

-- A rule is told in the log.
CREATE FUNCTION loge.tell_rule(me loge.doer, about uuid, what text) RETURNS void LANGUAGE sql AS $$
    INSERT INTO loge.event (house, id, {columns event})
    VALUES (me.house, me.base + 1, {values of event but at = me.now_ms; act = :ACT_TILL;
        actor = me.name; till = me.till; role = me.role; seat_no = -1; subject = about; note = what})
$$;

-- One of the house's rules, by the name of its column (on and off are 1 and 0). ANSWER_INVALID: there is
-- none of that name, or it may not be that.
CREATE FUNCTION loge.set_policy(of_key text, into_value bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    me loge.doer := loge.who('');
    good boolean := CASE of_key
        WHEN 'rebase' THEN into_value IN (0, 1)
        WHEN 'paid_beats_hold' THEN into_value IN (0, 1)
        WHEN 'reseat_most' THEN into_value BETWEEN 0 AND 100
        WHEN 'lease_ms' THEN into_value BETWEEN 60000 AND 1209600000
        WHEN 'decide_ms' THEN into_value BETWEEN 0 AND 1209600000
        WHEN 'offline_days' THEN into_value BETWEEN 1 AND 365
        WHEN 'web_refund' THEN into_value IN (0, 1)
        WHEN 'web_refund_until_ms' THEN into_value BETWEEN 0 AND 31622400000
        WHEN 'web_refund_fees' THEN into_value IN (0, 1)
        WHEN 'list_ms' THEN into_value BETWEEN 60000 AND 1209600000
        WHEN 'list_scanner' THEN into_value IN (0, 1)
        WHEN 'bag_limit_g' THEN into_value BETWEEN 0 AND :BAG_MOST_G
        WHEN 'bag_fee' THEN into_value BETWEEN 0 AND 100000000000 END;
BEGIN
    IF me.house IS NULL OR me.may & :ROLE_BIT_MANAGER = 0 THEN
        PERFORM loge.answer(:ANSWER_NOT_ALLOWED);
    END IF;
    IF good IS NOT TRUE THEN
        PERFORM loge.answer(:ANSWER_INVALID);
    END IF;
    INSERT INTO loge.policy (house, version) VALUES (me.house, 1) ON CONFLICT DO NOTHING;
    UPDATE loge.policy AS p SET version = p.version + 1,
        rebase = CASE of_key WHEN 'rebase' THEN into_value = 1 ELSE p.rebase END,
        paid_beats_hold = CASE of_key WHEN 'paid_beats_hold' THEN into_value = 1
            ELSE p.paid_beats_hold END,
        reseat_most = CASE of_key WHEN 'reseat_most' THEN into_value ELSE p.reseat_most END,
        lease_ms = CASE of_key WHEN 'lease_ms' THEN into_value ELSE p.lease_ms END,
        decide_ms = CASE of_key WHEN 'decide_ms' THEN into_value ELSE p.decide_ms END,
        offline_days = CASE of_key WHEN 'offline_days' THEN into_value ELSE p.offline_days END,
        web_refund = CASE of_key WHEN 'web_refund' THEN into_value = 1 ELSE p.web_refund END,
        web_refund_until_ms = CASE of_key WHEN 'web_refund_until_ms' THEN into_value
            ELSE p.web_refund_until_ms END,
        web_refund_fees = CASE of_key WHEN 'web_refund_fees' THEN into_value = 1
            ELSE p.web_refund_fees END,
        list_ms = CASE of_key WHEN 'list_ms' THEN into_value ELSE p.list_ms END,
        list_scanner = CASE of_key WHEN 'list_scanner' THEN into_value = 1
            ELSE p.list_scanner END,
        bag_limit_g = CASE of_key WHEN 'bag_limit_g' THEN into_value ELSE p.bag_limit_g END,
        bag_fee = CASE of_key WHEN 'bag_fee' THEN into_value ELSE p.bag_fee END
    WHERE p.house = me.house;
    PERFORM loge.tell_rule(me, NULL, of_key || ' ' || into_value);
END
$$;

RESET ROLE;
ALTER FUNCTION loge.set_policy OWNER TO loge_fn;
GRANT EXECUTE ON FUNCTION loge.set_policy TO loge_manager;

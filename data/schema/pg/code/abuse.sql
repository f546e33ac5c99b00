-- Who asked too fast is written down and shut out (loge.abuse).

-- Writes an event, or how far the one of this asker, rule and moment has grown. Answers: 0;
-- ANSWER_NOT_ALLOWED not somebody who serves. Rows older than a month go on the way, a few at a time.
CREATE FUNCTION loge.abuse_note(r loge.abuse_row) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    me loge.doer := loge.who('');
BEGIN
    IF me.house IS NULL THEN
        RETURN :ANSWER_NOT_ALLOWED;
    END IF;
    UPDATE loge.abuse AS a SET count = greatest(a.count, r.count), last_at = greatest(a.last_at, r.last_at)
    WHERE a.house = me.house AND a.at = r.at AND a.asker = r.asker AND a.rule = r.rule;
    IF NOT FOUND THEN
        INSERT INTO loge.abuse (house, {columns abuse})
        SELECT me.house, {columns abuse r but unblocked_by = ''; unblocked_at = 0};
    END IF;
    DELETE FROM loge.abuse AS a
    WHERE a.house = me.house AND a.id IN (SELECT o.id FROM loge.abuse AS o
        WHERE o.house = me.house AND o.at < me.now_ms - 2592000000 ORDER BY o.at LIMIT 100);
    RETURN 0;
END
$$;

-- Lets somebody in again. Answers: 0; ANSWER_NOT_ALLOWED not a supervisor, a manager or a service;
-- ANSWER_NOT_FOUND is not shut out.
CREATE FUNCTION loge.abuse_unblock(whose text)
RETURNS integer LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    me loge.doer := loge.who('');
    changed integer;
BEGIN
    IF me.house IS NULL THEN
        RETURN :ANSWER_NOT_ALLOWED;
    END IF;
    UPDATE loge.abuse AS a SET unblocked_by = me.name, unblocked_at = me.now_ms
    WHERE a.house = me.house AND a.asker = whose AND a.until > me.now_ms AND a.unblocked_at = 0;
    GET DIAGNOSTICS changed = ROW_COUNT;
    RETURN CASE WHEN changed = 0 THEN :ANSWER_NOT_FOUND ELSE 0 END;
END
$$;

RESET ROLE;
ALTER FUNCTION loge.abuse_note OWNER TO loge_fn;
ALTER FUNCTION loge.abuse_unblock OWNER TO loge_fn;
GRANT EXECUTE ON FUNCTION loge.abuse_note, loge.abuse_unblock
    TO loge_supervisor, loge_manager, loge_service;

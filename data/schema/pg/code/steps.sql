-- How rows may move (src/domain/row/NAME.steps.def): a wall under every UPDATE of a state, whichever
-- function writes it. The act is what the transaction says in loge.act (loge.acting): that of the call, or
-- of a part of it that has its own. ACTS_NONE, when nobody said it, is a step of no row.
--
-- The condition stands in WHEN, so a row that moves as it may costs an expression and no call.

-- By which act rows move from here on; who says it for a part puts back what was said before, which is
-- the answer. (Not ALTER FUNCTION ... SET: only a superuser may do that with a setting of ours.)
CREATE FUNCTION loge.acting(act integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
    was CONSTANT integer := coalesce(nullif(current_setting('loge.act', true), ''), :ACTS_NONE::text);
BEGIN
    PERFORM set_config('loge.act', act::text, true);
    RETURN was;
END
$$;

CREATE FUNCTION loge.refuse_step() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION USING ERRCODE = 'LG001', MESSAGE = (:ANSWER_INVALID)::text,
        DETAIL = format('%s %s: by act %s not from %s to %s', TG_TABLE_NAME,
            coalesce(to_jsonb(old) ->> 'id', to_jsonb(old) ->> 'ticket'),
            coalesce(current_setting('loge.act', true), ''), to_jsonb(old) ->> TG_ARGV[0],
            to_jsonb(new) ->> TG_ARGV[0]);
END
$$;

CREATE TRIGGER mind_steps BEFORE UPDATE OF status ON loge.hold FOR EACH ROW
    WHEN (NOT ({steps hold old.status;
        coalesce(nullif(current_setting('loge.act', true), ''), :ACTS_NONE::text)::integer; new.status}))
    EXECUTE FUNCTION loge.refuse_step('status');
CREATE TRIGGER mind_steps BEFORE UPDATE OF status ON loge.sale FOR EACH ROW
    WHEN (NOT ({steps sale old.status;
        coalesce(nullif(current_setting('loge.act', true), ''), :ACTS_NONE::text)::integer; new.status}))
    EXECUTE FUNCTION loge.refuse_step('status');
CREATE TRIGGER mind_steps BEFORE UPDATE OF status ON loge.ticket FOR EACH ROW
    WHEN (NOT ({steps ticket old.status;
        coalesce(nullif(current_setting('loge.act', true), ''), :ACTS_NONE::text)::integer; new.status}))
    EXECUTE FUNCTION loge.refuse_step('status');
CREATE TRIGGER mind_steps BEFORE UPDATE OF closed_at ON loge.shift FOR EACH ROW
    WHEN (NOT ({steps shift (old.closed_at > 0)::integer;
        coalesce(nullif(current_setting('loge.act', true), ''), :ACTS_NONE::text)::integer;
        (new.closed_at > 0)::integer}))
    EXECUTE FUNCTION loge.refuse_step('closed_at');
CREATE TRIGGER mind_steps BEFORE UPDATE OF outcome ON loge.conflict FOR EACH ROW
    WHEN (NOT ({steps conflict old.outcome;
        coalesce(nullif(current_setting('loge.act', true), ''), :ACTS_NONE::text)::integer; new.outcome}))
    EXECUTE FUNCTION loge.refuse_step('outcome');
CREATE TRIGGER mind_steps BEFORE UPDATE OF status ON loge.checkin FOR EACH ROW
    WHEN (NOT ({steps checkin old.status;
        coalesce(nullif(current_setting('loge.act', true), ''), :ACTS_NONE::text)::integer; new.status}))
    EXECUTE FUNCTION loge.refuse_step('status');

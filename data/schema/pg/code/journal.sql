-- Journals that tills bring home: who brings them, what was in them, and what became of it.
--
-- A till's program judges its own journal (src/domain/house_sync.h) on a connection of whoever is
-- signed in there, one message a transaction. What it may do so is walled in here: it has to show
-- what only the till's key gives, it moves its own till's money and nobody else's, every step of a
-- seat is one of the table, and every entry is kept as it was signed, so that who forged one can be
-- found out for ever.
--
-- Numbers: state is enum entry_state, heading enum merge_class, quarantine enum quarantine.

-- Grows whenever a show's prices or its hall's plan change.
CREATE FUNCTION loge.terms(of_house integer, of_show integer) RETURNS bigint LANGUAGE sql STABLE AS $$
    SELECT w.version + p.plan_version
    FROM loge.show AS w JOIN loge.hall AS p ON p.house = w.house AND p.no = w.hall_no
    WHERE w.house = of_house AND w.no = of_show
$$;

-- Who may speak for a till: whoever has its key; about it, a supervisor. ANSWER_NOT_ALLOWED otherwise.
CREATE FUNCTION loge.speaks_for(me loge.doer, j loge.journal, shown bytea) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
    IF me.house IS NULL OR j.device IS NULL OR NOT (me.may & :ROLE_BITS_OFFICE <> 0
            OR (shown IS NOT NULL AND sha256(shown) = j.proof)) THEN
        PERFORM loge.answer(:ANSWER_NOT_ALLOWED);
    END IF;
END
$$;

-- The journal that somebody speaks for, as it stands.
CREATE FUNCTION loge.journal_of(me loge.doer, of_device uuid, shown bytea) RETURNS loge.journal
LANGUAGE plpgsql AS $$
DECLARE
    j loge.journal;
BEGIN
    SELECT q.* INTO j FROM loge.journal AS q WHERE q.house = me.house AND q.device = of_device;
    PERFORM loge.speaks_for(me, j, shown);
    RETURN j;
END
$$;

-- The same, which nobody else moves until he is done.
CREATE FUNCTION loge.journal_for(me loge.doer, of_device uuid, shown bytea) RETURNS loge.journal
LANGUAGE plpgsql AS $$
DECLARE
    j loge.journal;
BEGIN
    SELECT q.* INTO j FROM loge.journal AS q WHERE q.house = me.house AND q.device = of_device
    FOR NO KEY UPDATE;
    PERFORM loge.speaks_for(me, j, shown);
    RETURN j;
END
$$;

-- What a till's acts show, of what its journal shows: the house makes it once, when it gets to know the till.
CREATE FUNCTION loge.act_secret(shown bytea) RETURNS bytea LANGUAGE sql IMMUTABLE
    RETURN sha256('loge till act'::bytea || '\x00'::bytea || shown);

-- Makes a till's journal known: a supervisor for a new one; anybody, again, for the one that is
-- known with this very key. A till that was declared dead can be followed by another device.
CREATE FUNCTION loge.enrol(of_device uuid, of_till text, key bytea, shown bytea,
    OUT house_uid uuid, OUT till_no integer)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    me loge.doer := loge.who(of_till);
    j loge.journal;
BEGIN
    IF me.house IS NULL THEN
        PERFORM loge.answer(:ANSWER_NOT_ALLOWED);
    END IF;
    PERFORM 1 FROM loge.house AS o WHERE o.house = me.house FOR NO KEY UPDATE;
    SELECT o.uid INTO house_uid FROM loge.house AS o WHERE o.house = me.house;
    SELECT q.* INTO j FROM loge.journal AS q WHERE q.house = me.house AND q.device = of_device;
    IF j.device IS NULL THEN
        IF me.may & :ROLE_BITS_OFFICE = 0 OR NOT loge.keep_point(key) THEN
            PERFORM loge.answer(:ANSWER_NOT_ALLOWED);
        END IF;
        INSERT INTO loge.journal (house, device, till, no, public_key, proof, act_proof, enrolled_by,
            enrolled_at)
        SELECT me.house, of_device, of_till, coalesce(max(q.no), 0) + 1, key, sha256(shown),
            sha256(loge.act_secret(shown)), me.name, me.now_ms
        FROM loge.journal AS q WHERE q.house = me.house
        RETURNING * INTO j;
    ELSIF (j.till, j.public_key, j.proof) IS DISTINCT FROM (of_till, key, sha256(shown)) THEN
        PERFORM loge.answer(:ANSWER_NOT_ALLOWED);
    ELSIF j.quarantine = :QUARANTINE_REVOKED AND EXISTS (SELECT 1 FROM loge.journal AS q
            WHERE q.house = me.house AND q.till = of_till AND q.quarantine <> :QUARANTINE_REVOKED) THEN
        RAISE unique_violation USING MESSAGE = 'another device has taken its place';
    END IF;
    till_no := j.no;
END
$$;

-- The till of whoever sets the house up, who is no person of it. It goes by its key from the first.
CREATE FUNCTION loge.enrol_first(of_house integer, of_device uuid, of_till text, key bytea, shown bytea,
    OUT house_uid uuid, OUT till_no integer)
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    SELECT o.uid INTO house_uid FROM loge.house AS o WHERE o.house = of_house;
    SELECT q.no INTO till_no FROM loge.journal AS q
    WHERE q.house = of_house AND q.device = of_device AND (q.till, q.proof) = (of_till, sha256(shown));
    IF till_no IS NULL THEN
        INSERT INTO loge.journal (house, device, till, no, public_key, proof, act_proof, enrolled_by,
            enrolled_at)
        SELECT of_house, of_device, of_till, coalesce(max(q.no), 0) + 1, key, sha256(shown),
            sha256(loge.act_secret(shown)), session_user, loge.now_ms()
        FROM loge.journal AS q WHERE q.house = of_house
        RETURNING no INTO till_no;
    END IF;
END
$$;

-- Somebody has signed in at a till, or a supervisor says so (vouched_by). True: that was not known.
CREATE FUNCTION loge.note_signed_in(of_house integer, of_device uuid, of_person text, of_voucher text)
RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM loge.signed_in AS s
            WHERE s.house = of_house AND s.device = of_device AND s.person = of_person) THEN
        RETURN false;
    END IF;
    INSERT INTO loge.signed_in (house, device, person, first_at, vouched_by)
    VALUES (of_house, of_device, of_person, loge.now_ms(), of_voucher)
    ON CONFLICT DO NOTHING;
    RETURN FOUND;
END
$$;

-- A supervisor's word that somebody worked at a till, where the house has not seen him sign in: his acts there
-- come home. Answers: 0; -1 nobody has that name; ANSWER_NOT_ALLOWED not a supervisor of this house.
CREATE FUNCTION loge.vouch(of_device uuid, of_person text, why text) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    me loge.doer := loge.who('');
    j loge.journal;
BEGIN
    SELECT q.* INTO j FROM loge.journal AS q WHERE q.house = me.house AND q.device = of_device;
    IF me.house IS NULL OR j.device IS NULL OR me.may & :ROLE_BITS_OFFICE = 0 THEN
        RETURN :ANSWER_NOT_ALLOWED;
    END IF;
    IF NOT EXISTS (SELECT 1 FROM loge.staff AS s WHERE s.house = me.house AND s.name = of_person) THEN
        RETURN -1;
    END IF;
    IF loge.note_signed_in(me.house, of_device, of_person, me.name) THEN
        INSERT INTO loge.event (house, id, {columns event but address; client; approval})
        VALUES (me.house, me.base + 1, me.now_ms, :ACT_TILL, me.name, j.till, '', me.role, 0, -1, 0, 0, 0,
            j.device, 0, left(coalesce(why, ''), 39), 'vouched for ' || of_person, NULL);
    END IF;
    RETURN 0;
END
$$;

-- A till as the house knows it, and what its judging needs to know of the house; last, the nonce of the
-- hello that began the session. No row: there is no such till, or it is somebody else who asks. waits:
-- its row is locked until the end.
--
-- A till whose program is older than the house still brings its journal home: it goes by its revision of
-- sync (src/domain/sync.h) and not by its schema. Who asks with the till's key has signed in there.
CREATE FUNCTION loge.sync_open(till_revision integer, of_device uuid, shown bytea, waits boolean)
RETURNS TABLE (till text, no integer, public_key bytea, quarantine smallint, epoch bigint,
    granted bigint, session bigint, start_seq bigint, last_seq bigint, start_hash bytea,
    last_hash bytea, lent boolean, recall boolean, boot uuid, mono bigint, wall bigint,
    heard_at bigint, house_uid uuid, now_ms bigint, rebase boolean, paid_beats_hold boolean,
    reseat_most integer, lease_ms bigint, last_event bigint, nonce bigint)
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
    me loge.doer;
    of_house integer;
    may integer;
    named text;
BEGIN
    IF current_setting('transaction_isolation') <> 'read committed' THEN
        RAISE EXCEPTION USING ERRCODE = 'LG002',
            MESSAGE = 'sync needs the isolation level READ COMMITTED';
    END IF;
    IF till_revision NOT BETWEEN loge.sync_revision() - :SYNC_BACK AND loge.sync_revision() THEN
        RAISE EXCEPTION USING ERRCODE = 'LG003', MESSAGE = loge.schema()::text;
    END IF;
    SELECT l.house, 1 << l.role, l.name INTO of_house, may, named FROM loge.login AS l
    WHERE l.login = session_user;
    IF waits THEN
        PERFORM 1 FROM loge.journal AS q WHERE q.house = of_house AND q.device = of_device
        FOR NO KEY UPDATE;
    END IF;
    PERFORM loge.note_signed_in(of_house, of_device, named, '')
    FROM loge.journal AS q
    WHERE q.house = of_house AND q.device = of_device AND q.proof = sha256(shown);
    RETURN QUERY
    SELECT q.till, q.no, q.public_key, q.quarantine, q.epoch, q.granted, q.session, q.start_seq,
        q.last_seq, q.start_hash, q.last_hash, q.lent, q.recall, q.boot, q.mono, q.wall, q.heard_at,
        o.uid, loge.now_ms(), coalesce(p.rebase, true), coalesce(p.paid_beats_hold, false),
        coalesce(p.reseat_most, 6), coalesce(p.lease_ms, 86400000),
        ((pg_snapshot_xmax(pg_current_snapshot())::text::bigint + loge.event_base()) << 20) - 1,
        q.nonce
    FROM loge.journal AS q
    JOIN loge.house AS o ON o.house = q.house
    LEFT JOIN loge.policy AS p ON p.house = q.house
    WHERE q.house = of_house AND q.device = of_device
        AND (may & :ROLE_BITS_OFFICE <> 0 OR sha256(shown) = q.proof);
END
$$;

-- Takes over what is known of a till now. The till itself may only go on: a quarantine is lifted by
-- the epoch that a supervisor granted, and nothing is lent by it. used: events of this transaction.
-- A supervisor says why in the setting loge.why, for this transaction.
CREATE FUNCTION loge.sync_head_write(me loge.doer, j loge.journal, h loge.journal_head, used integer)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF me.may & :ROLE_BITS_OFFICE = 0 AND (h.epoch NOT IN (j.epoch, j.granted)
            OR (h.granted <> j.granted AND NOT (h.granted = 0 AND h.epoch = j.granted))
            OR (h.quarantine <> j.quarantine AND j.quarantine <> :QUARANTINE_NONE AND h.epoch = j.epoch)
            OR (h.quarantine <> j.quarantine AND h.quarantine <> :QUARANTINE_NONE
                AND NOT loge.is_doubted(j, h.quarantine))
            OR (h.lent AND NOT j.lent) OR (h.recall AND NOT j.recall)) THEN
        PERFORM loge.answer(:ANSWER_NOT_ALLOWED);
    END IF;
    UPDATE loge.journal AS q SET epoch = h.epoch, granted = h.granted, session = h.session,
        start_seq = h.start_seq, last_seq = h.last_seq, start_hash = h.start_hash,
        last_hash = h.last_hash, quarantine = h.quarantine, lent = h.lent, recall = h.recall,
        boot = h.boot, mono = h.mono, wall = h.wall, heard_at = h.heard_at
    WHERE q.house = me.house AND q.device = j.device;
    IF j.quarantine <> h.quarantine OR j.granted < h.granted OR j.epoch <> h.epoch
            OR (h.recall AND NOT j.recall) THEN
        INSERT INTO loge.event (house, id, {columns event})
        VALUES (me.house, me.base + used + 1, {values of event but at = me.now_ms; act = :ACT_TILL;
            actor = me.name; till = j.till; role = me.role; seat_no = -1; subject = j.device;
            reason = left(coalesce(current_setting('loge.why', true), ''), 39);
            note = CASE WHEN j.granted < h.granted THEN 'readmitted'
                WHEN h.recall AND NOT j.recall THEN 'recall'
                WHEN h.quarantine = :QUARANTINE_NONE THEN 'epoch ' || h.epoch
                ELSE (ARRAY['fork', 'rollback', 'forged', 'revoked'])[h.quarantine] END});
    END IF;
END
$$;

-- Where a journal ends is where it was, the last entry that was written of it, or the beginning of
-- the epoch that a supervisor granted. A till itself only goes on.
CREATE FUNCTION loge.sync_head_is_true(j loge.journal, h loge.journal_head)
RETURNS boolean LANGUAGE sql AS $$
    SELECT coalesce(h.session >= j.session AND CASE
        WHEN h.epoch <> j.epoch THEN j.granted > 0 AND h.epoch = j.granted
            AND h.last_seq = h.start_seq AND h.last_hash = h.start_hash
        ELSE h.start_seq = j.start_seq AND h.start_hash = j.start_hash
            AND ((h.last_seq = j.last_seq AND h.last_hash = j.last_hash)
                OR (h.last_seq > j.last_seq AND EXISTS (SELECT 1 FROM loge.entry AS e
                    WHERE e.house = j.house AND e.device = j.device AND e.seq = h.last_seq
                        AND e.epoch = h.epoch AND e.hash = h.last_hash)))
        END, false)
$$;

CREATE FUNCTION loge.sync_head(of_device uuid, shown bytea, h loge.journal_head, used integer)
RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
    me loge.doer := loge.who('');
    j loge.journal;
BEGIN
    j := loge.journal_for(me, of_device, shown);
    IF NOT loge.sync_head_is_true(j, h) OR used NOT BETWEEN 0 AND 1000000 OR used IS NULL THEN
        PERFORM loge.answer(:ANSWER_NOT_ALLOWED);
    END IF;
    PERFORM loge.sync_head_write(me, j, h, used);
END
$$;

-- The hello that began the session that loge.sync_head writes.
CREATE FUNCTION loge.sync_nonce(of_device uuid, shown bytea, of_nonce bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
    me loge.doer := loge.who('');
BEGIN
    PERFORM loge.journal_for(me, of_device, shown);
    UPDATE loge.journal AS q SET nonce = of_nonce
    WHERE q.house = me.house AND q.device = of_device;
END
$$;

RESET ROLE;
ALTER FUNCTION loge.enrol OWNER TO loge_fn;
ALTER FUNCTION loge.sync_head OWNER TO loge_fn;
ALTER FUNCTION loge.sync_nonce OWNER TO loge_fn;
ALTER FUNCTION loge.sync_open OWNER TO loge_fn;
ALTER FUNCTION loge.vouch OWNER TO loge_fn;
GRANT EXECUTE ON FUNCTION loge.vouch TO loge_supervisor, loge_manager;
GRANT EXECUTE ON FUNCTION loge.enrol, loge.sync_head, loge.sync_nonce, loge.sync_open
    TO loge_scanner, loge_clerk, loge_supervisor, loge_manager, loge_service;
GRANT EXECUTE ON FUNCTION loge.enrol_first, loge.act_secret, loge.now_ms TO loge_founder;

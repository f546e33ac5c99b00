-- A journal is evidence: what the house writes of an entry stands in the bytes that the till signed.
--
-- The program that brings a journal home judges it, on a connection of whoever is signed in there. Here
-- nothing that it says of an entry is believed that the entry says itself. Hashes tie each entry
-- to the one before (src/domain/chain.h), and the till has signed the last: so it has signed them all, and
-- no other signature is asked for.

-- Refuses a batch and says of which entry and why.
CREATE FUNCTION loge.refuse_entry(j loge.journal, seq bigint, what text) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION USING ERRCODE = 'LG001', MESSAGE = (:ANSWER_NOT_ALLOWED)::text,
        DETAIL = format('entry %s of %s: %s', seq, j.till, what);
END
$$;

-- Numbers, texts and ids as src/domain/row_bytes.c writes them. What most numbers are is written
-- without a loop, so that it becomes a part of the statement.
CREATE FUNCTION loge.journal_long(number bigint) RETURNS bytea LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
    rest bigint := (number << 1) # (number >> 63);
    bytes bytea := '';
BEGIN
    WHILE rest NOT BETWEEN 0 AND 127 LOOP
        bytes := bytes || set_byte('\x00', 0, (rest & 127 | 128)::integer);
        rest := (rest >> 7) & 144115188075855871;
    END LOOP;
    RETURN bytes || set_byte('\x00', 0, rest::integer);
END
$$;

CREATE FUNCTION loge.journal_number(number bigint) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE WHEN number BETWEEN 0 AND 63 THEN substr(int8send(number << 1), 8)
        WHEN number BETWEEN 64 AND 8191
        THEN substr(int8send(32768 | ((number & 63) << 9) | (number >> 6)), 7)
        WHEN number BETWEEN 8192 AND 1048575
        THEN substr(int8send(8421376 | ((number & 63) << 17) | ((number >> 6 & 127) << 8)
            | (number >> 13)), 6)
        ELSE loge.journal_long(number) END
$$;

CREATE FUNCTION loge.journal_text(words text) RETURNS bytea LANGUAGE sql STABLE AS $$
    SELECT CASE WHEN octet_length(words) < 64 THEN set_byte('\x00', 0, 2 * octet_length(words))
        ELSE loge.journal_number(octet_length(words)) END || convert_to(words, 'UTF8')
$$;

CREATE FUNCTION loge.journal_id(id uuid) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
    SELECT coalesce(uuid_send(id), '\x00000000000000000000000000000000')
$$;

-- Eight bytes, the highest first; NULL: they are not there.
CREATE FUNCTION loge.journal_time(body bytea, place integer) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE WHEN length(body) > place + 6 THEN ('x' || encode(substr(body, place, 8), 'hex'))::bit(64)::bigint END
$$;

-- Where in an entry's body its act stands (src/domain/entry_bytes.c), counted from 0: behind a head, a
-- passage if it is one, its seats and a size. NULL: it has none.
CREATE FUNCTION loge.act_place(body bytea) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE WHEN length(body) < 113 THEN NULL WHEN get_byte(body, 1) = :ENTRY_SCAN
        THEN 117 + 68 * get_byte(body, 112) ELSE 97 + 68 * (256 * get_byte(body, 91) + get_byte(body, 92)) END
$$;

-- How many bytes the number has that begins here.
CREATE FUNCTION loge.number_size(body bytea, place integer) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE WHEN get_byte(body, place) < 128 THEN 1 WHEN get_byte(body, place + 1) < 128 THEN 2
        WHEN get_byte(body, place + 2) < 128 THEN 3 WHEN get_byte(body, place + 3) < 128 THEN 4
        WHEN get_byte(body, place + 4) < 128 THEN 5 WHEN get_byte(body, place + 5) < 128 THEN 6
        WHEN get_byte(body, place + 6) < 128 THEN 7 WHEN get_byte(body, place + 7) < 128 THEN 8
        ELSE 9 END
$$;

-- Refuses a batch in which an entry does not follow from the one before, or does not say itself what is
-- said of it: its key, who did what, when, why, and who let them. Its act stands behind a
-- revision, and behind it a time, the person, the till, a role (src/domain/act_bytes.c). When it was made, by
-- the house's clock, house_made_at() in src/domain/house_batch.c says. Of an entry that cannot be
-- read, or whose act was done before, nothing is said but its key.
CREATE FUNCTION loge.mind_entries(j loge.journal, bytes bytea, entries loge.sync_entry[])
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    last CONSTANT loge.sync_entry := entries[cardinality(entries)];
    till CONSTANT bytea := (SELECT uuid_send(o.uid) FROM loge.house AS o WHERE o.house = j.house)
        || uuid_send(j.device) || substr(int8send(j.epoch), 5);
    boot CONSTANT bytea := coalesce(uuid_send(j.boot), '\x00000000000000000000000000000000');
    named CONSTANT bytea := loge.journal_text(j.till);
    now_ms CONSTANT bigint := loge.now_ms();
    bad record;
BEGIN
    SELECT r.seq, CASE WHEN b.follows THEN 'says something else' ELSE 'does not follow' END AS what INTO bad
    FROM (SELECT q.*, substr(bytes, q.place + 128, q.size) AS body,
            lag(q.place + 128 + q.size, 1, 1) OVER w AS next,
            lag(substr(bytes, q.place, 32), 1, j.last_hash) OVER w AS before
        FROM unnest(entries) AS q WINDOW w AS (ORDER BY q.n)) AS r
    CROSS JOIN LATERAL (SELECT nullif(least(loge.act_place(r.body), length(r.body) - 12), length(r.body) - 12)
            AS at, loge.journal_text(r.actor) AS who,
        loge.journal_text(r.approver) || loge.journal_text(r.why) || loge.journal_text(r.note)
            || loge.journal_text(r.answer) AS words,
        r.place = r.next AND sha256((r.before || till || int8send(r.seq)) || r.body)
            = substr(bytes, r.place, 32) AS follows OFFSET 0) AS b
    CROSS JOIN LATERAL (SELECT b.at + 2 + loge.number_size(r.body, b.at + 2) + length(b.who) AS at
        OFFSET 0) AS t
    CROSS JOIN LATERAL (SELECT j.heard_at - CASE WHEN substr(r.body, 60, 16) = boot
        THEN j.mono - loge.journal_time(r.body, 76) ELSE j.wall - loge.journal_time(r.body, 84) END
        AS made OFFSET 0) AS m
    WHERE NOT coalesce(b.follows AND CASE WHEN r.actor = '' AND r.done IS NULL
        THEN r.approver = '' AND (r.uid IS NULL
            OR substr(r.body, 4, 48) = uuid_send(r.uid) || substr(bytes, r.place + 96, 32))
        ELSE t.at < length(r.body) AND get_byte(r.body, b.at + 1) = 2 * r.act
            AND substr(r.body, 4, 48) = uuid_send(r.uid) || substr(bytes, r.place + 96, 32)
            AND substr(r.body, t.at + 1 - length(b.who), length(b.who)) = b.who
            AND (r.done IS NULL OR substr(r.body, t.at + 1, length(named)) = named)
            AND substr(r.body, t.at + 3 + get_byte(r.body, t.at) / 2, length(b.words)) = b.words
            AND (r.made_at = m.made OR (r.made_at < m.made
                AND r.made_at BETWEEN now_ms - 600000 AND now_ms)) END, false)
    ORDER BY r.seq LIMIT 1;
    IF bad.seq IS NOT NULL THEN
        PERFORM loge.refuse_entry(j, bad.seq, bad.what);
    ELSIF last.place + 127 + last.size <> length(bytes) THEN
        PERFORM loge.refuse_entry(j, last.seq, 'is followed by something else');
    ELSIF NOT loge.is_signed(j.public_key, substr(bytes, last.place, 32),
            substr(bytes, last.place + 32, 64)) THEN
        PERFORM loge.refuse_entry(j, last.seq, 'is not signed by that till');
    END IF;
END
$$;

-- Refuses a batch in which somebody acts who has not signed in at that till with its key: a till's key and one
-- person's password would speak for everybody. Entries that say nothing but their key say nobody's (above).
CREATE FUNCTION loge.mind_people(j loge.journal, entries loge.sync_entry[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
    bad record;
BEGIN
    SELECT q.actor, q.seq INTO bad
    FROM (SELECT r.actor, min(r.seq) AS seq FROM unnest(entries) AS r
        WHERE r.actor <> '' OR r.done IS NOT NULL GROUP BY r.actor) AS q
    WHERE NOT EXISTS (SELECT 1 FROM loge.signed_in AS s
        WHERE s.house = j.house AND s.device = j.device AND s.person = q.actor)
    ORDER BY q.seq LIMIT 1;
    IF FOUND THEN
        PERFORM loge.refuse_entry(j, bad.seq, bad.actor || ' has not signed in there');
    END IF;
END
$$;

-- Does a journal as the house has it contradict this? Another history of what the house has, or
-- an epoch that it never had; an earlier end; an entry that this till did not sign.
CREATE FUNCTION loge.contradicts(j loge.journal, what smallint, of_epoch bigint, of_seq bigint,
    of_hash bytea, of_signature bytea) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
    IF what = :QUARANTINE_ROLLBACK THEN
        RETURN (of_epoch, of_seq) < (j.epoch, j.last_seq);
    ELSIF what = :QUARANTINE_FORGED THEN
        RETURN NOT loge.is_signed(j.public_key, of_hash, of_signature);
    END IF;
    RETURN what = :QUARANTINE_FORK AND (of_epoch > j.epoch OR (of_epoch = j.epoch
        AND of_seq <= j.last_seq AND (of_seq, of_hash) NOT IN ((j.last_seq, j.last_hash),
            (j.start_seq, j.start_hash))
        AND NOT EXISTS (SELECT 1 FROM loge.entry AS e WHERE e.house = j.house
            AND e.device = j.device AND e.seq = of_seq AND e.epoch = of_epoch AND e.hash = of_hash)));
END
$$;

-- Why a till is put in quarantine: what it says of itself, with its signature, in this session. A login
-- alone, or what it can read of a till, shuts no till out.
CREATE FUNCTION loge.sync_doubt(of_device uuid, shown bytea, what smallint, of_epoch bigint,
    of_seq bigint, of_hash bytea, of_signature bytea, sworn bytea) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    me loge.doer := loge.who('');
    j loge.journal;
BEGIN
    j := loge.journal_for(me, of_device, shown);
    IF loge.contradicts(j, what, of_epoch, of_seq, of_hash, of_signature) IS NOT TRUE
            OR NOT loge.is_signed(j.public_key, sha256('loge till doubt'::bytea || '\x00'
                || (SELECT uuid_send(o.uid) FROM loge.house AS o WHERE o.house = j.house)
                || uuid_send(of_device) || set_byte('\x00', 0, what) || int8send(j.session)
                || substr(int8send(of_epoch), 5) || int8send(of_seq) || of_hash), sworn) THEN
        PERFORM loge.answer(:ANSWER_NOT_ALLOWED);
    END IF;
    INSERT INTO loge.doubt (house, device, session, quarantine, epoch, seq, hash, signature, sworn,
        brought_by, at)
    VALUES (me.house, of_device, j.session, what, of_epoch, of_seq, of_hash, of_signature, sworn,
        me.name, me.now_ms)
    ON CONFLICT DO NOTHING;
END
$$;

-- Is there a reason to put a till in quarantine now?
CREATE FUNCTION loge.is_doubted(j loge.journal, what smallint) RETURNS boolean LANGUAGE sql AS $$
    SELECT EXISTS (SELECT 1 FROM loge.doubt AS d WHERE d.house = j.house AND d.device = j.device
        AND d.session = j.session AND d.quarantine = what)
$$;

RESET ROLE;
ALTER FUNCTION loge.sync_doubt OWNER TO loge_fn;
GRANT EXECUTE ON FUNCTION loge.sync_doubt
    TO loge_scanner, loge_clerk, loge_supervisor, loge_manager, loge_service;

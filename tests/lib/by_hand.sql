-- Entries of a journal made by hand, and signed: what whoever has a till's key could write. A seed is
-- the key; hand.body() has the bytes of src/domain/entry_bytes.c for an act without rows.

CREATE SCHEMA hand;
GRANT USAGE ON SCHEMA hand TO PUBLIC;

-- 32 bytes, the least first.
CREATE FUNCTION hand.bytes(number numeric) RETURNS bytea LANGUAGE plpgsql AS $$
DECLARE
    bytes bytea := decode(repeat('00', 32), 'hex');
BEGIN
    FOR i IN 0 .. 31 LOOP
        bytes := set_byte(bytes, i, (number % 256)::integer);
        number := div(number, 256);
    END LOOP;
    RETURN bytes;
END
$$;

-- So many times the base, as a key is written.
CREATE FUNCTION hand.times_base(scalar numeric) RETURNS bytea LANGUAGE sql AS $$
    SELECT loge.keep_point(loge.base_key());
    SELECT hand.bytes(loge.point_number(p.x, p.y, p.z))
    FROM loge.add_multiple(loge.base_key(), scalar, 0, 1, 1, 0) AS p
$$;

CREATE FUNCTION hand.secret(seed bytea) RETURNS numeric LANGUAGE sql AS $$
    SELECT loge.little_endian(set_byte(set_byte(h, 0, get_byte(h, 0) & 248), 31, get_byte(h, 31) & 63 | 64))
    FROM (SELECT substr(sha512(seed), 1, 32) AS h) AS q
$$;

CREATE FUNCTION hand.public_key(seed bytea) RETURNS bytea LANGUAGE sql SECURITY DEFINER AS $$
    SELECT hand.times_base(hand.secret(seed))
$$;

CREATE FUNCTION hand.sign(seed bytea, message bytea) RETURNS bytea LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
    l CONSTANT numeric := loge.curve_order();
    nonce CONSTANT numeric := loge.little_endian(sha512(substr(sha512(seed), 33) || message)) % l;
    r CONSTANT bytea := hand.times_base(nonce);
BEGIN
    RETURN r || hand.bytes((nonce + loge.little_endian(sha512(r || hand.public_key(seed) || message)) % l
        * hand.secret(seed)) % l);
END
$$;

-- A row as a journal has it; every column, and so none of a kind of which a journal has more than columns.
CREATE FUNCTION hand.row(r anyelement) RETURNS bytea LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
    bytes bytea := '';
    one bytea;
    a record;
BEGIN
    FOR a IN SELECT t.attname, t.atttypid FROM pg_attribute AS t
        JOIN pg_type AS y ON y.typrelid = t.attrelid
        WHERE y.oid = pg_typeof(r) AND t.attnum > 0 ORDER BY t.attnum
    LOOP
        EXECUTE format(CASE a.atttypid WHEN 'uuid'::regtype THEN 'SELECT loge.journal_id(($1).%I)'
            WHEN 'text'::regtype THEN 'SELECT loge.journal_text(($1).%I)'
            WHEN 'boolean'::regtype THEN 'SELECT loge.journal_number(($1).%I::integer)'
            ELSE 'SELECT loge.journal_number(($1).%I)' END, a.attname) INTO one USING r;
        bytes := bytes || one;
    END LOOP;
    RETURN bytes;
END
$$;

-- A list of them, behind its number (enum journal_list), how many fields each has and how many there are.
CREATE FUNCTION hand.list(number integer, rows anyarray) RETURNS bytea LANGUAGE sql SECURITY DEFINER AS $$
    SELECT loge.journal_number(number) || loge.journal_number((SELECT count(*) FROM pg_attribute AS t
            JOIN pg_type AS y ON y.typrelid = t.attrelid
            WHERE y.typarray = pg_typeof(rows) AND t.attnum > 0 AND NOT t.attisdropped))
        || loge.journal_number(coalesce(cardinality(rows), 0))
        || coalesce((SELECT string_agg(hand.row(rows[k.i]), '' ORDER BY k.i)
            FROM generate_subscripts(rows, 1) AS k (i)), '')
$$;

-- Seats of an entry, each as one step moves it.
CREATE FUNCTION hand.seats(steps loge.sync_step[]) RETURNS bytea LANGUAGE sql SECURITY DEFINER AS $$
    SELECT coalesce(string_agg(int4send(r.show_no) || int4send(r.seat_no) || int4send(r.seen::integer)
        || decode(repeat('00', 12), 'hex') || substr(int4send(r.act), 4) || substr(int4send(r.was), 4)
        || substr(int4send(r.became), 4) || '\x00' || loge.journal_id(r.holder) || loge.journal_id(r.prior)
        || int8send(r.held_until), '' ORDER BY r.n), '') FROM unnest(steps) AS r
$$;

-- lists: how many there are, and each (hand.list).
CREATE FUNCTION hand.body(uid uuid, act integer, actor text, till text, why text, answer text,
    wall bigint, approver text DEFAULT '', seats bytea DEFAULT '',
    lists bytea DEFAULT '\x00') RETURNS bytea LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
    payload CONSTANT bytea := '\x01' || loge.journal_number(act) || loge.journal_number(wall)
        || loge.journal_text(actor) || loge.journal_text(till) || loge.journal_number(1)
        || loge.journal_text(approver) || loge.journal_text(why) || loge.journal_text('')
        || loge.journal_text(answer) || lists;
BEGIN
    RETURN '\x010000' || uuid_send(uid) || sha256(uuid_send(uid)) || decode(repeat('00', 24), 'hex')
        || int8send(wall) || int8send(wall) || substr(int4send(length(seats) / 68), 3) || seats
        || int4send(length(payload)) || payload;
END
$$;

-- As loge.sync_write takes it: hash, signature, fingerprint, body.
CREATE FUNCTION hand.entry(seed bytea, of_device uuid, before bytea, seq bigint, body bytea,
    epoch integer DEFAULT 1) RETURNS bytea LANGUAGE sql SECURITY DEFINER AS $$
    SELECT q.hash || hand.sign(seed, q.hash) || substr(body, 20, 32) || body
    FROM (SELECT sha256(before || uuid_send(o.uid) || uuid_send(of_device) || int4send(epoch)
            || int8send(seq) || body) AS hash
        FROM loge.house AS o ORDER BY o.house DESC LIMIT 1) AS q
$$;

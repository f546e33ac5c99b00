-- Ed25519 (RFC 8032): is something signed by a till's key?
--
-- A point of the curve is (x / z, y / z), with t = x * y / z beside it. What has to be multiplied
-- are always the same two points, the base and a till's key. So the multiples 1 to 15 of each point,
-- times every power of 16, are made once and kept (loge.point), and a product is a sum of 64 of them. Such a
-- multiple is three numbers, y + x, y - x and 2 * d * x * y, as the sum wants them. Numbers are remainders of
-- the prime and may be negative until they are compared. A check takes about 3 ms, one a batch.

CREATE FUNCTION loge.field_prime() RETURNS numeric LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN 57896044618658097711785492504343953926634992332820282019728792003956564819949;
CREATE FUNCTION loge.curve_d() RETURNS numeric LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN 37095705934669439343138083508754565189542113879843219016388785533085940283555;
-- How often the base can be added to itself before it is nothing again.
CREATE FUNCTION loge.curve_order() RETURNS numeric LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN 7237005577332262213973186563042994240857116359379907606001950938285454250989;
CREATE FUNCTION loge.base_key() RETURNS bytea LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN '\x5866666666666666666666666666666666666666666666666666666666666666'::bytea;

-- The least byte first, as keys and signatures have their numbers; a multiple of four bytes.
CREATE FUNCTION loge.little_endian(bytes bytea) RETURNS numeric LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
    number numeric := 0;
BEGIN
    FOR i IN REVERSE length(bytes) - 4 .. 0 BY 4 LOOP
        number := number * 4294967296 + (get_byte(bytes, i) + (get_byte(bytes, i + 1) << 8)
            + (get_byte(bytes, i + 2) << 16) + (get_byte(bytes, i + 3)::bigint << 24));
    END LOOP;
    RETURN number;
END
$$;

CREATE FUNCTION loge.field_power(base numeric, exponent numeric) RETURNS numeric
LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
    p CONSTANT numeric := loge.field_prime();
    power numeric := 1;
BEGIN
    WHILE exponent > 0 LOOP
        IF exponent % 2 = 1 THEN
            power := power * base % p;
        END IF;
        base := base * base % p;
        exponent := div(exponent, 2);
    END LOOP;
    RETURN power;
END
$$;

-- By Euclid; of 0 it is 0.
CREATE FUNCTION loge.field_inverse(number numeric) RETURNS numeric LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
    p CONSTANT numeric := loge.field_prime();
    a numeric := p;
    b numeric := (number % p + p) % p;
    of_a numeric := 0;
    of_b numeric := 1;
    times numeric;
    rest numeric;
BEGIN
    WHILE b <> 0 LOOP
        times := div(a, b);
        rest := a - times * b;
        a := b;
        b := rest;
        rest := of_a - times * of_b;
        of_a := of_b;
        of_b := rest;
    END LOOP;
    RETURN (of_a + p) % p;
END
$$;

-- The x of a key (its y, and in the highest bit whether x is odd); NULL: it is no point of the
-- curve, or not written as every point is.
CREATE FUNCTION loge.point_x(key bytea) RETURNS numeric LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
    p CONSTANT numeric := loge.field_prime();
    odd CONSTANT integer := get_byte(key, 31) >> 7;
    y CONSTANT numeric := loge.little_endian(set_byte(key, 31, get_byte(key, 31) & 127));
    square numeric := (y * y - 1) * loge.field_inverse(loge.curve_d() * (y * y % p) + 1) % p;
    x numeric := loge.field_power(square, div(p + 3, 8));
BEGIN
    IF (x * x - square) % p <> 0 THEN
        x := x * loge.field_power(2, div(p - 1, 4)) % p;
    END IF;
    x := (x + p) % p;
    IF y >= p OR (x * x - square) % p <> 0 OR (x = 0 AND odd = 1) THEN
        RETURN NULL;
    END IF;
    RETURN CASE WHEN x % 2 = odd THEN x ELSE p - x END;
END
$$;

-- Multiples of the point (x, y). For each digit 16 sums, of which the last is what the next digit
-- begins with. All of them are divided by their z with one inverse: that of the product of them all.
CREATE FUNCTION loge.point_multiples(x numeric, y numeric) RETURNS numeric[]
LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
    p CONSTANT numeric := loge.field_prime();
    d CONSTANT numeric := 2 * loge.curve_d();
    many numeric[] := array_fill(0::numeric, ARRAY[2880]);
    xs numeric[] := '{}';
    ys numeric[] := '{}';
    zs numeric[] := '{}';
    products numeric[] := '{}'; -- of the z before
    plus numeric;
    minus numeric;
    twisted numeric;
    z numeric;
    t numeric;
    a numeric;
    b numeric;
    c numeric;
    place integer;
BEGIN
    FOR digit IN 0 .. 63 LOOP
        plus := y + x;
        minus := y - x;
        z := 1;
        t := x * y % p;
        twisted := d * t % p;
        products[1] := 1;
        FOR i IN 1 .. 16 LOOP
            xs[i] := x;
            ys[i] := y;
            zs[i] := z;
            products[i + 1] := products[i] * z % p;
            a := (y - x) * minus % p;
            b := (y + x) * plus % p;
            c := t * twisted % p;
            t := (b - a) * (b + a) % p;
            x := (b - a) * (z + z - c) % p;
            y := (b + a) * (z + z + c) % p;
            z := (z + z - c) * (z + z + c) % p;
        END LOOP;
        t := loge.field_inverse(products[17]); -- of the product of the first i, from here on
        FOR i IN REVERSE 16 .. 1 LOOP
            z := t * products[i] % p;
            t := t * zs[i] % p;
            xs[i] := xs[i] * z % p;
            ys[i] := ys[i] * z % p;
            place := (digit * 15 + i) * 3;
            IF i < 16 THEN
                many[place - 2] := ys[i] + xs[i];
                many[place - 1] := ys[i] - xs[i];
                many[place] := d * (xs[i] * ys[i] % p) % p;
            END IF;
        END LOOP;
        x := xs[16];
        y := ys[16];
    END LOOP;
    RETURN many;
END
$$;

-- A point and so many times one that is kept.
CREATE FUNCTION loge.add_multiple(of_key bytea, scalar numeric, INOUT x numeric, INOUT y numeric,
    INOUT z numeric, INOUT t numeric) LANGUAGE plpgsql STABLE AS $$
DECLARE
    p CONSTANT numeric := loge.field_prime();
    many numeric[];
    digits integer;
    place integer;
    a numeric;
    b numeric;
    c numeric;
BEGIN
    SELECT k.multiples INTO STRICT many FROM loge.point AS k WHERE k.key = of_key;
    FOR digit IN 0 .. 63 LOOP
        IF digit % 4 = 0 THEN
            digits := scalar % 65536;
            scalar := div(scalar, 65536);
        END IF;
        place := (digit * 15 + (digits & 15)) * 3;
        IF digits & 15 > 0 THEN
            a := (y - x) * many[place - 1] % p;
            b := (y + x) * many[place - 2] % p;
            c := t * many[place] % p;
            t := (b - a) * (b + a) % p;
            x := (b - a) * (z + z - c) % p;
            y := (b + a) * (z + z + c) % p;
            z := (z + z - c) * (z + z + c) % p;
        END IF;
        digits := digits >> 4;
    END LOOP;
END
$$;

-- As a key or the first half of a signature is written.
CREATE FUNCTION loge.point_number(x numeric, y numeric, z numeric) RETURNS numeric
LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
    p CONSTANT numeric := loge.field_prime();
    shrink CONSTANT numeric := loge.field_inverse(z);
BEGIN
    RETURN (y * shrink % p + p) % p + (x * shrink % p + p) % p % 2 * (p + 19);
END
$$;

-- Eight times such a point is nothing: it signs whatever anybody wants. Told by y alone.
CREATE FUNCTION loge.is_small(y numeric) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
    SELECT y IN (0, 1, loge.field_prime() - 1,
        2707385501144840649318225287225658788936804267575313519463743609750303402022,
        55188659117513257062467267217118295137698188065244968500265048394206261417927)
$$;

-- Makes ready for checking what a key signs. False: nobody may have such a key.
CREATE FUNCTION loge.keep_point(of_key bytea) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
    y numeric;
    x numeric;
BEGIN
    IF EXISTS (SELECT 1 FROM loge.point AS k WHERE k.key = of_key) THEN
        RETURN true;
    END IF;
    y := loge.little_endian(set_byte(of_key, 31, get_byte(of_key, 31) & 127));
    x := loge.point_x(of_key);
    IF x IS NULL OR loge.is_small(y) THEN
        RETURN false;
    END IF;
    INSERT INTO loge.point (key, multiples)
    VALUES (of_key, loge.point_multiples(CASE of_key WHEN loge.base_key() THEN x
        ELSE loge.field_prime() - x END, y))
    ON CONFLICT DO NOTHING;
    RETURN true;
END
$$;

-- s * base = r + h * key, with the signature r and s.
CREATE FUNCTION loge.is_signed(of_key bytea, message bytea, signature bytea) RETURNS boolean
LANGUAGE plpgsql AS $$
DECLARE
    l CONSTANT numeric := loge.curve_order();
    r CONSTANT bytea := substr(signature, 1, 32);
    s CONSTANT numeric := loge.little_endian(substr(signature, 33));
    h CONSTANT numeric := loge.little_endian(sha512(r || of_key || message)) % l;
    sum record;
BEGIN
    IF (length(signature) = 64) IS NOT TRUE OR s >= l
            OR NOT loge.keep_point(loge.base_key()) OR NOT loge.keep_point(of_key)
            OR loge.is_small(loge.little_endian(set_byte(r, 31, get_byte(r, 31) & 127))) THEN
        RETURN false;
    END IF;
    sum := loge.add_multiple(loge.base_key(), s, 0, 1, 1, 0);
    sum := loge.add_multiple(of_key, h, sum.x, sum.y, sum.z, sum.t);
    RETURN loge.point_number(sum.x, sum.y, sum.z) = loge.little_endian(r);
END
$$;

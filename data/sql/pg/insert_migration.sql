-- Remembers a migration. $1 number int, $2 name text, $3 its text.
INSERT INTO loge.migration (number, name, checksum, applied_at)
VALUES ($1, $2, sha256(convert_to($3::text, 'UTF8')),
    (extract(epoch FROM clock_timestamp()) * 1000)::bigint);

-- Was this the text of a migration? $1 number int, $2 text. Rows: one when it was, else none.
SELECT 1 FROM loge.migration
WHERE number = $1 AND checksum = sha256(convert_to($2::text, 'UTF8'));

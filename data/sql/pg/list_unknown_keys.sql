-- Which acts the house does not know, although it had acknowledged them; it writes down that it went
-- back. $1 the till's proof bytea, $2 its past now, $3 its past when the till asked last, $4 keys
-- uuid[], $5 when each was acknowledged bigint[]. Rows: (key), in the order of $4.
SELECT loge.went_back_1($1, $2, $3, $4::uuid[], $5::bigint[]);

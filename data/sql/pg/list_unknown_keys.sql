-- Which acts the house does not know. $1 keys uuid[]. Rows: (key), in the order of $1.
SELECT k.key
FROM unnest($1::uuid[]) WITH ORDINALITY AS k (key, n)
WHERE NOT EXISTS (SELECT FROM loge.receipt AS r WHERE r.key = k.key)
ORDER BY k.n;

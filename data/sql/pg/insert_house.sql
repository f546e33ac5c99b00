-- A new house. $1 house int, $2 name text, $3 currency text, $4 timezone text, $5 prefix text.
INSERT INTO loge.house (house, name, currency, timezone, prefix, created_at)
VALUES ($1, $2, $3, $4, $5, loge.now_ms());

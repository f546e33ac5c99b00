-- name: drop_voucher store: lite
-- A voucher the house does not have. $1 code.
DELETE FROM voucher WHERE code = $1;

-- name: drop_voucher_loans store: lite
-- What was lent of a voucher. $1 code.
DELETE FROM voucher_loan WHERE code = $1;

-- name: insert_voucher store: lite
-- A new voucher. Parameters: the row ($2, the version seen, is for update_voucher).
INSERT INTO voucher ({columns voucher})
VALUES ({values voucher but version = 1});

-- name: insert_voucher_loan store: lite
-- A new loan. Parameters: the row ($3, the version seen, is for update_voucher_loan).
INSERT INTO voucher_loan ({columns voucher_loan})
VALUES ({values voucher_loan but version = 1});

-- name: list_till_loans
-- What a till is lent of vouchers. $1 its name. Rows: loans.
SELECT {columns voucher_loan}
FROM loge.voucher_loan WHERE till = $1 AND (money > 0 OR uses > 0) ORDER BY code;

-- name: list_voucher_loans
-- What is lent of a voucher. $1 its code. Rows: loans.
SELECT {columns voucher_loan}
FROM loge.voucher_loan WHERE code = $1 ORDER BY till, device;

-- name: list_vouchers
-- Every voucher by code. Rows: vouchers.
SELECT {columns voucher}
FROM loge.voucher ORDER BY code;

-- name: read_voucher store: pg
-- A voucher, letters in any case. $1 code text. Rows: at most one voucher.
SELECT {columns voucher}
FROM loge.voucher WHERE upper(code) = upper($1);

-- name: read_voucher store: lite
-- A voucher, letters in any case. $1 code text. Rows: at most one voucher.
SELECT {columns voucher}
FROM voucher WHERE code = $1;

-- name: take_voucher store: lite
-- A voucher as the house has it. Parameters: the row.
INSERT OR REPLACE INTO voucher ({columns voucher})
VALUES ({values voucher});

-- name: take_voucher_loan store: lite
-- A loan as the house has it. Parameters: the row.
INSERT OR REPLACE INTO voucher_loan ({columns voucher_loan})
VALUES ({values voucher_loan});

-- name: update_voucher store: lite
-- A voucher's next state. Parameters: the row, with the version seen. Changes one row, or none.
UPDATE voucher SET {changes voucher $ but version = version + 1}
WHERE code = $1 AND version = $2;

-- name: update_voucher_loan store: lite
-- A loan's next state. Parameters: the row, with the version seen. Changes one row, or none.
UPDATE voucher_loan SET {changes voucher_loan $ but version = version + 1}
WHERE code = $1 AND device = $2 AND version = $3;

-- name: use_voucher_loan store: lite
-- A till gave away of what it was lent. $1 code, $2 its name, $3 money, $4 uses.
UPDATE voucher_loan SET money = money - min(money, $3), uses = uses - min(uses, $4)
WHERE code = $1 AND till = $2;

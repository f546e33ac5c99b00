-- A rule about what is lent to a till: $1 device, $2 show (0 all, NULL: every rule goes), $3 section
-- ('' all), $4 seats (0: the rule goes).
SELECT loge.loan_rule_1($1::uuid, $2::integer, $3, $4::integer);

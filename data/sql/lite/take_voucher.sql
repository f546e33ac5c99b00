-- A voucher as the house has it. Parameters: the row.
INSERT OR REPLACE INTO voucher ({columns voucher})
VALUES ({values voucher});

-- A new voucher. Parameters: the row (?2, the version seen, is for update_voucher).
INSERT INTO voucher ({columns voucher})
VALUES ({values voucher but version = 1});

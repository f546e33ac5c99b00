-- A new customer. Parameters: the row (?2, the version seen, is for update_customer).
INSERT INTO customer ({columns customer})
VALUES ({values customer but version = 1});

-- A customer as the house has it. Parameters: the row.
INSERT OR REPLACE INTO customer ({columns customer})
VALUES ({values customer});

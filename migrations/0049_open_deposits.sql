-- no transaction
-- A line of a bank statement without a reference is compared with the open deposits of its amount.
create index concurrently if not exists payment_open_deposit on payment (currency, amount, id desc)
  where kind = 'deposit' and state in ('awaiting_payment', 'under_review');

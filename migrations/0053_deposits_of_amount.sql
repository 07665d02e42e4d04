-- no transaction
-- Money that names no deposit is compared with the deposits of its client that have its amount.
create index concurrently if not exists payment_deposit_of_client on payment (client_id, currency, amount) where kind = 'deposit';
-- And with what other statements have of this amount in the days around it.
create index concurrently if not exists statement_line_of_amount on statement_line (amount, on_day) where result in ('credited', 'waiting', 'matched');

-- Whoever closes his account agrees to give up what is less than the smallest withdrawal. That is the smallest of the day when he
-- agrees: a greater one, set while he thinks better of it, gives nothing more of his to the house.

/* By currency, in minor units. */
alter table account_closing add least_withdrawals jsonb not null default '{}';
update account_closing set least_withdrawals = coalesce(
  (select jsonb_object_agg(currency, least::text) from payment_terms where kind = 'withdrawal' and method = 'bank_transfer'), '{}')
where ended_at is null;
alter table account_closing alter least_withdrawals drop default;

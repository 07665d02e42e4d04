-- One open quote for a client and a pair of wallets: with several at once the client could wait and take the best of them after the
-- rate has moved. A new quote replaces the older one, in both directions of the pair. How far the rate may move against the house
-- until a quote is accepted is a setting.

alter table conversion_quote add column replaced_at timestamptz;
-- Nobody holds a quote across an update: it lasts five minutes at most.
update conversion_quote set replaced_at = expires_at where transaction_id is null;
alter table conversion_quote add constraint conversion_quote_not_both check (transaction_id is null or replaced_at is null);
create unique index conversion_quote_one_open
  on conversion_quote (client_id, least(from_wallet_id, to_wallet_id), greatest(from_wallet_id, to_wallet_id))
  where transaction_id is null and replaced_at is null;

/* In hundredths of a percent of the quoted rate. */
alter table conversion_setting add column tolerance_bps int not null default 10 check (tolerance_bps between 0 and 1000);

create or replace function setting_is_guarded(key text) returns boolean language sql immutable as $$
  select split_part(key, '.', 1) in ('payments', 'security', 'tiers', 'verification', 'ipo', 'mail')
      or key in ('currencies.spreads', 'currencies.quote_seconds', 'currencies.quote_tolerance', 'features.ipo')
$$;

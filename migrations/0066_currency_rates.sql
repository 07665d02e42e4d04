-- Operators enter the rates of currencies that the market does not price. A currency comes into use with its first rate, so none
-- has a value that was made up.

create or replace function setting_is_protected(key text) returns boolean language sql immutable as $$
  select split_part(key, '.', 1) in ('brands', 'payments', 'security', 'tiers', 'verification', 'ipo', 'email')
      or key in ('brand.font', 'currencies.rates', 'currencies.spreads', 'currencies.quote_seconds', 'currencies.quote_tolerance',
                 'features.ipo')
$$;

comment on table currency is 'A currency that has a rate in USD, so that accounts may be kept in it.';

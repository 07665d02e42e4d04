-- What the house keeps of a conversion, and how long it promises a rate, protect money as the fees of payments do.

create or replace function setting_is_guarded(key text) returns boolean language sql immutable as $$
  select split_part(key, '.', 1) in ('payments', 'security', 'tiers', 'verification', 'ipo')
      or key in ('currencies.spreads', 'currencies.quote_seconds')
$$;

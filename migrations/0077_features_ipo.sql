-- Whether the house offers IPOs becomes a setting of its own, which two administrators change as they do the terms of offerings.

create or replace function setting_is_guarded(key text) returns boolean language sql immutable as $$
  select split_part(key, '.', 1) in ('payments', 'security', 'tiers', 'verification', 'ipo')
      or key in ('currencies.spreads', 'currencies.quote_seconds', 'features.ipo')
$$;

-- The mail server becomes a setting of the house. Its password is kept beside the setting, sealed, for versions of settings are shown
-- and never rewritten. It is of one host: whoever names another one there would else be sent it.

create table mail_password (
  id         uuid        primary key,
  host       text        not null check (length(host) between 1 and 253),
  sealed     bytea       not null check (length(sealed) between 29 and 1024),
  created_at timestamptz not null
);

create or replace function setting_is_guarded(key text) returns boolean language sql immutable as $$
  select split_part(key, '.', 1) in ('payments', 'security', 'tiers', 'verification', 'ipo', 'mail')
      or key in ('currencies.spreads', 'currencies.quote_seconds', 'features.ipo')
$$;

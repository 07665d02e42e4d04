-- Programs copy transfers, steps of payments, rates, risk ratings, tiers, closures and legal versions, in the order of their changes.
-- works with: 0.1.0

-- older versions: leave the new columns out, and the database fills them without writing the rows.
alter table trading_transfer add column changed_at timestamptz not null default date_trunc('milliseconds', now());
-- older versions: the same.
alter table payment_status_history add column changed_at timestamptz not null default date_trunc('milliseconds', now());
-- older versions: the same.
alter table client_risk add column changed_at timestamptz not null default date_trunc('milliseconds', now());
-- older versions: the same.
alter table client_tier_change add column changed_at timestamptz not null default date_trunc('milliseconds', now());
-- older versions: the same.
alter table account_closure add column changed_at timestamptz not null default date_trunc('milliseconds', now());
-- older versions: the same.
alter table legal_version add column changed_at timestamptz not null default date_trunc('milliseconds', now());
-- older versions: the same; a row of each currency and day is soon numbered.
alter table currency_rate_day
  add column id bigint not null generated always as identity,
  add column changed_at timestamptz not null default date_trunc('milliseconds', now());

-- older versions: leave the column to its default.
alter table trading_transfer alter column changed_at set default change_time();
-- older versions: the same.
alter table payment_status_history alter column changed_at set default change_time();
-- older versions: the same.
alter table client_risk alter column changed_at set default change_time();
-- older versions: the same.
alter table client_tier_change alter column changed_at set default change_time();
-- older versions: the same.
alter table account_closure alter column changed_at set default change_time();
-- older versions: the same.
alter table legal_version alter column changed_at set default change_time();
-- older versions: the same.
alter table currency_rate_day alter column changed_at set default change_time();

comment on column trading_transfer.changed_at       is 'Orders the changes that programs read, by change_time().';
comment on column payment_status_history.changed_at is 'Orders the changes that programs read, by change_time().';
comment on column client_risk.changed_at            is 'Orders the changes that programs read, by change_time().';
comment on column client_tier_change.changed_at     is 'Orders the changes that programs read, by change_time().';
comment on column account_closure.changed_at        is 'Orders the changes that programs read, by change_time().';
comment on column legal_version.changed_at          is 'Orders the changes that programs read, by change_time(); of a draft, which they do not read, too.';
comment on column currency_rate_day.changed_at      is 'Orders the changes that programs read, by change_time().';
comment on column currency_rate_day.id              is 'By which programs know it.';

-- older versions: write these columns as before; only the time is set.
create trigger trading_transfer_stamped before update of state, settled_at on trading_transfer
  for each row execute function stamp_change();
-- older versions: the same.
create trigger account_closure_stamped before update of outcome, closes_at, ended_at on account_closure
  for each row execute function stamp_change();
-- older versions: the same. Nothing changes a version that is published.
create trigger legal_version_stamped before update on legal_version
  for each row when (new.published_at is not null) execute function stamp_change();
-- A rate that was read again and is the same is no change.
-- older versions: the same.
create trigger currency_rate_day_stamped before update on currency_rate_day
  for each row when (new.usd_rate is distinct from old.usd_rate) execute function stamp_change();

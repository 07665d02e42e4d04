-- no transaction
-- works with: 0.1.0
-- The lists for programs of the file before have their rows from an index, in the order of changes and newest first.

create index concurrently if not exists trading_transfer_changed on trading_transfer (changed_at, id);

create index concurrently if not exists payment_status_history_changed on payment_status_history (changed_at, id);

create index concurrently if not exists client_risk_changed on client_risk (changed_at, id);

create index concurrently if not exists client_tier_change_changed on client_tier_change (changed_at, id);

create index concurrently if not exists account_closure_changed on account_closure (changed_at, id);

create index concurrently if not exists legal_version_changed on legal_version (changed_at, id) where published_at is not null;

create index concurrently if not exists currency_rate_day_id on currency_rate_day (id);

create index concurrently if not exists currency_rate_day_changed on currency_rate_day (changed_at, id);

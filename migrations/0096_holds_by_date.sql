-- no transaction
-- works with: 0.1.0
-- Holds whose date passes are found by an index.

create index concurrently if not exists ledger_hold_expiring on ledger_hold (expires_at)
  where state = 'active' and expires_at is not null;

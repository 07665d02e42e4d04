-- An external platform may take a loss beyond the balance. The ledger goes below zero on no account, so the operator
-- advances the rest until the platform forgives it or later money repays it.
-- works with: 0.1.0

-- older versions: leave it as it is, and wait with a loss beyond the balance, as they did.
alter table trading_account add column advance bigint not null default 0 check (advance >= 0);
comment on column trading_account.advance is
  'Of an external platform: what the operator advances for a balance below zero there, in minor units. The ledger''s balance less the advance is the balance there.';

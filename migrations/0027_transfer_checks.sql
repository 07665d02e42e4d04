-- When the platform was last asked what became of a transfer, so that each that waits is asked about in its turn.

alter table trading_transfer add column checked_at timestamptz;
drop index trading_transfer_open;
create index trading_transfer_open on trading_transfer (coalesce(checked_at, created_at)) where settled_at is null;

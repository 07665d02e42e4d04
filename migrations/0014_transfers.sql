-- Transfers between a wallet and a trading account, told apart by how far the platform has come: one elsewhere may leave
-- us without an answer, and then nothing is given back or tried again before it has told. Archived accounts say when and why.

create table trading_transfer (
  id          uuid        primary key,
  client_id   uuid        not null references client,
  wallet_id   uuid        not null references wallet,
  account_id  uuid        not null references trading_account,
  direction   text        not null check (direction in ('in', 'out')),
  /* Minor units of the currency that wallet and account share. */
  amount      bigint      not null check (amount > 0),
  state       text        not null check (state in ('begun', 'completed', 'rejected', 'needs_reconciliation')),
  /* Of the money on its way to the platform. */
  hold_id     uuid        references ledger_hold,
  request_key text        not null,
  created_at  timestamptz not null,
  settled_at  timestamptz,
  unique (client_id, request_key),
  check ((direction = 'in') = (hold_id is not null)),
  check ((state in ('completed', 'rejected')) = (settled_at is not null))
);
create index trading_transfer_open on trading_transfer (created_at) where settled_at is null;

create function refuse_settled_transfer() returns trigger language plpgsql as $$
begin
  raise exception 'transfer % has been settled', old.id using errcode = 'restrict_violation';
end $$;
create trigger trading_transfer_settles_once before update on trading_transfer
  for each row when (old.settled_at is not null) execute function refuse_settled_transfer();
create trigger trading_transfer_kept before delete on trading_transfer for each row execute function refuse_change();

alter table trading_account
  add column archived_at    timestamptz,
  /* What it was before, and is again when it comes back. */
  add column archived_from  text        check (archived_from in ('pending', 'active', 'read_only')),
  add column archive_reason text check (length(archive_reason) between 1 and 200),
  add check ((status = 'archived') = (archived_at is not null));

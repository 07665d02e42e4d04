-- A client closes his account himself: he asks, has days to think better of it, and then nothing of his may be left. What
-- was written stays; nobody signs in any more, and no money reaches what was his.

create table account_closing (
  id        uuid        primary key,
  client_id uuid        not null references client,
  reason    text        check (reason in ('not_needed', 'fees', 'service', 'other_broker', 'privacy', 'other')),
  asked_at  timestamptz not null,
  /* Not before then. */
  closes_at timestamptz not null check (closes_at >= asked_at),
  /* When he was told that something stands in the way; he is told once. */
  told_at   timestamptz,
  ended_at  timestamptz,
  outcome   text        check (outcome in ('kept', 'closed')),
  check ((ended_at is null) = (outcome is null))
);
create unique index account_closing_one_open on account_closing (client_id) where ended_at is null;
create index account_closing_of_client on account_closing (client_id, asked_at desc);
create trigger account_closing_kept before delete on account_closing for each row execute function refuse_change();

-- Whoever is closed is shut out too, so that whatever asks for the one is true of the other.
alter table client
  add closed_at timestamptz,
  add constraint client_closed_is_shut_out check (closed_at is null or blocked_at is not null);

-- The row that every posting locks says whether its owner is gone: of a closing and a posting at once one waits, and the
-- other is refused. A client who has anything cannot be marked as closed at all.
alter table ledger_balance
  add closed boolean not null default false,
  add constraint ledger_balance_of_closed check (not closed or amount = 0);

create function client_close_balances() returns trigger language plpgsql as $$
begin
  update ledger_balance set closed = new.closed_at is not null
  where account_id in (select id from ledger_account where client_id = new.id);
  return null;
end $$;
create trigger client_closes_balances after update of closed_at on client
  for each row when (old.closed_at is distinct from new.closed_at) execute function client_close_balances();

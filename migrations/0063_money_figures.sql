-- Figures over everybody's money are read without walking all postings or joining all accounts: what crosses the border
-- to the world is noted where its posting is made, and a balance says what it is of.

create table ledger_crossing (
  posting_id bigint      primary key references ledger_posting,
  /* When its transaction was. */
  at         timestamptz not null,
  currency   text        not null,
  /* By way of psp_in, or else of psp_out. */
  inwards    boolean     not null,
  /* Minor units in that direction; what goes back counts against it. */
  amount     bigint      not null check (amount <> 0)
);
insert into ledger_crossing (posting_id, at, currency, inwards, amount)
select p.id, t.at, p.currency, a.kind = 'psp_in', case a.kind when 'psp_in' then -p.amount else p.amount end
from ledger_account a join ledger_posting p on p.account_id = a.id join ledger_transaction t on t.id = p.transaction_id
where a.kind in ('psp_in', 'psp_out');
create index ledger_crossing_by_time on ledger_crossing (at) include (currency, inwards, amount);

-- In the posting's own statement, so that no statement can write the one without the other.
create function ledger_note_crossing() returns trigger language plpgsql as $$
begin
  insert into ledger_crossing (posting_id, at, currency, inwards, amount)
  select new.id, t.at, new.currency, a.kind = 'psp_in', case a.kind when 'psp_in' then -new.amount else new.amount end
  from ledger_account a, ledger_transaction t
  where a.id = new.account_id and a.kind in ('psp_in', 'psp_out') and t.id = new.transaction_id;
  return null;
end $$;
create trigger ledger_posting_crosses after insert on ledger_posting
  for each row when (new.balance_after is null) execute function ledger_note_crossing();
create trigger ledger_crossing_fixed before update or delete on ledger_crossing for each row execute function refuse_change();
create trigger ledger_crossing_kept before truncate on ledger_crossing execute function refuse_change();

alter table ledger_balance
  add column currency text,
  add column trading  boolean;
alter table ledger_balance disable trigger ledger_balance_fixed;
update ledger_balance b set currency = a.currency, trading = a.kind = 'trading' from ledger_account a where a.id = b.account_id;
alter table ledger_balance enable trigger ledger_balance_fixed;
alter table ledger_balance
  alter column currency set not null,
  alter column trading set not null,
  add foreign key (account_id, currency) references ledger_account (id, currency);

create or replace function ledger_open_balance() returns trigger language plpgsql as $$
begin
  insert into ledger_balance (account_id, currency, trading) values (new.id, new.currency, new.kind = 'trading');
  return null;
end $$;

create index session_by_look on session (last_seen_at) include (client_id);
create index client_by_level on client (verification_level);

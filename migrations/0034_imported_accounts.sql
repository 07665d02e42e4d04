-- Imports of trading accounts: the rows of a file are either clients or trading accounts of clients who were imported before.
-- An account of the other system is imported once, by the number that it has there.

alter table import_run add column subject text not null default 'clients' check (subject in ('clients', 'accounts'));
comment on column import_run.subject is 'What each row is.';
comment on table import_run is 'A file with clients or trading accounts of another system, and how far it was taken over.';
comment on column import_row.outcome is
  'Null before the check. same, differs: was imported before; refused: see faults; imported: is here by now.';
comment on column import_row.outside_id is 'Number of the client or of the trading account in the other system.';

create table imported_account (
  account_id uuid        primary key references trading_account,
  outside_id text        not null unique check (length(outside_id) between 1 and 80),
  run_id     uuid        not null references import_run,
  row_number int         not null,
  balance    bigint      not null check (balance >= 0),
  created_at timestamptz not null,
  unique (run_id, row_number)
);

comment on table imported_account is 'A trading account that came from another system.';
comment on column imported_account.outside_id is 'Number of the account in the other system; unique in this installation.';
comment on column imported_account.balance is 'Opening balance in minor units of the account''s currency.';

-- An account is imported only by a run that two people approved, and stays what was imported.
create trigger imported_account_guard before insert on imported_account
  for each row execute function imported_client_check();
create trigger imported_account_append_only before delete or update on imported_account
  for each row execute function refuse_change();

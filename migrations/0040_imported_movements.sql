-- Imports of history: what a client did in another system before coming here. It moves nothing in the ledger, because the
-- opening balance carries the sum. A movement of the other system is imported once, by the number that it has there.

alter table import_run drop constraint import_run_subject_check;
alter table import_run add constraint import_run_subject_check check (subject in ('clients', 'accounts', 'history'));
comment on table import_run is 'A file with clients, trading accounts or past movements of another system, and how far it was taken over.';
comment on column import_row.outside_id is 'Number of the client, the trading account or the movement in the other system.';

create table imported_movement (
  id             uuid        primary key,
  client_id      uuid        not null references imported_client,
  outside_id     text        not null unique check (length(outside_id) between 1 and 80),
  run_id         uuid        not null references import_run,
  row_number     int         not null,
  day            date        not null,
  kind           text        not null check (kind in
                   ('deposit', 'withdrawal', 'transfer', 'conversion', 'trade', 'fee', 'dividend', 'interest', 'bonus', 'correction', 'other')),
  currency       text        not null references currency,
  amount         bigint      not null,
  account_number text        check (length(account_number) between 1 and 80),
  details        text        check (length(details) between 1 and 200),
  created_at     timestamptz not null,
  unique (run_id, row_number)
);
create index imported_movement_client on imported_movement (client_id, day desc, id desc);

comment on table imported_movement is 'What a client did in another system before coming here. No entry of the ledger belongs to it.';
comment on column imported_movement.outside_id is 'Number of the movement in the other system; unique in this installation.';
comment on column imported_movement.day is 'As the other system has it.';
comment on column imported_movement.amount is 'Minor units of the currency; negative where the client had less afterwards.';
comment on column imported_movement.account_number is 'Trading account in the other system; null where the file names none.';
comment on column imported_movement.details is 'Text of the other system, which the client reads.';

-- A movement is imported only by a run that two people approved, and stays what was imported.
create or replace function imported_client_check() returns trigger language plpgsql as $$
declare
  of_table text := case tg_table_name
    when 'imported_client' then 'clients' when 'imported_account' then 'accounts' when 'imported_movement' then 'history' end;
begin
  if not exists (
    select from import_run r join approval_request p on p.id = r.approval_request_id
    where r.id = new.run_id and r.state = 'importing' and r.subject = of_table
      and p.kind = 'import' and p.key = r.id::text and p.state = 'approved' and p.value ? of_table
      and p.value ->> 'sha256' = encode(r.sha256, 'hex')) then
    raise exception 'an import of % lacks a second person', of_table
      using errcode = 'check_violation', constraint = 'imported_client_is_approved';
  end if;
  return new;
end $$;
create trigger imported_movement_guard before insert on imported_movement
  for each row execute function imported_client_check();
create trigger imported_movement_append_only before delete or update on imported_movement
  for each row execute function refuse_change();

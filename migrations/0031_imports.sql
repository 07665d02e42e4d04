-- Imports: the clients of another system, with their opening balances, from a file. A file is checked row by row before it
-- changes anything, takes two people, and is imported in batches that a crash does not repeat. A client of the other system is
-- imported once, by the number that they have there.

create sequence import_run_number start with 1001;

create table import_run (
  id                  uuid        primary key,
  number              bigint      not null default nextval('import_run_number') unique,
  name                text        not null check (length(name) between 1 and 140),
  sha256              bytea       check (length(sha256) = 32),
  header              text[]      not null,
  rows                int         not null default 0 check (rows >= 0),
  state               text        not null default 'uploading'
                                  check (state in ('uploading', 'uploaded', 'checking', 'checked', 'importing', 'done', 'ended')),
  mapping             jsonb,
  position            int         not null default 0 check (position >= 0),
  created_by          uuid        not null references person,
  created_at          timestamptz not null,
  checked_at          timestamptz,
  approval_request_id uuid        unique references approval_request,
  finished_at         timestamptz,
  inviting_since      timestamptz,
  check (state = 'uploading' or sha256 is not null),
  check (state in ('uploading', 'uploaded', 'ended') or mapping is not null),
  check ((state in ('importing', 'done')) = (approval_request_id is not null)),
  check ((state in ('done', 'ended')) = (finished_at is not null))
);
create index import_run_active on import_run (number) where state in ('uploading', 'checking', 'importing') or inviting_since is not null;

comment on table import_run is 'A file with clients of another system, and how far it was taken over.';
comment on column import_run.number is 'Shown to people as I-1001.';
comment on column import_run.name is 'File name of the person who uploaded it, cleaned.';
comment on column import_run.sha256 is 'Hash of the file; null while it arrives.';
comment on column import_run.header is 'First line of the file.';
comment on column import_run.rows is 'Rows below the first line.';
comment on column import_run.mapping is 'Which column has what, and how the file writes amounts.';
comment on column import_run.position is 'Last row that the present step has dealt with, written in the transaction that did.';
comment on column import_run.approval_request_id is 'Approved request of two people; without one no row is imported.';
comment on column import_run.inviting_since is 'Since when its clients are invited by email; null before that and when all are.';

create table import_row (
  run_id       uuid  not null references import_run on delete cascade,
  number       int   not null check (number > 0),
  line         int   not null check (line > 0),
  cells        text[],
  outcome      text  check (outcome in ('new', 'same', 'differs', 'refused', 'imported')),
  outside_id   text,
  email        text,
  content      jsonb,
  faults       jsonb not null default '[]' check (jsonb_typeof(faults) = 'array'),
  content_mac bytea,
  primary key (run_id, number)
);
create index import_row_outcome on import_row (run_id, outcome, number);
create index import_row_email on import_row (run_id, email, number) where email is not null;
create index import_row_outside_id on import_row (run_id, outside_id, number) where outside_id is not null;

comment on table import_row is 'One row of a file. What it says of a person is deleted when the import ends.';
comment on column import_row.number is '1, 2, 3, … in the order of the file.';
comment on column import_row.line is 'Line of the file on which it ends, as an editor counts them.';
comment on column import_row.cells is 'As in the file; null once the import has ended.';
comment on column import_row.outcome is
  'Null before the check. same, differs: the client was imported before; refused: see faults; imported: a client by now.';
comment on column import_row.outside_id is 'Number of the client in the other system.';
comment on column import_row.content is 'What the check has read; null for a refused row and once the import has ended.';
comment on column import_row.faults is 'Fields that are refused or differ, each with a code.';
comment on column import_row.content_mac is 'Covers run, time of the check, number and content: what two people approve is what the check has read.';

create table imported_client (
  client_id  uuid        primary key references person,
  outside_id text        not null unique check (length(outside_id) between 1 and 80),
  run_id     uuid        not null references import_run,
  row_number int         not null,
  balances   jsonb       not null check (jsonb_typeof(balances) = 'object'),
  created_at timestamptz not null,
  invited_at timestamptz,
  unique (run_id, row_number)
);
create index imported_client_not_invited on imported_client (run_id, row_number) where invited_at is null;

comment on table imported_client is 'A client who came from another system.';
comment on column imported_client.outside_id is 'Number of the client in the other system; unique in this installation.';
comment on column imported_client.balances is 'Opening balances in minor units, as decimal texts by currency.';
comment on column imported_client.invited_at is 'When the email that asks the client to set a password was requested.';

-- A client is imported only by a run that two people approved, and stays what was imported.
create function imported_client_check() returns trigger language plpgsql as $$
begin
  if not exists (
    select from import_run r join approval_request p on p.id = r.approval_request_id
    where r.id = new.run_id and r.state = 'importing' and p.kind = 'import' and p.key = r.id::text and p.state = 'approved'
      and p.value ->> 'sha256' = encode(r.sha256, 'hex')) then
    raise exception 'an imported client lacks a second person'
      using errcode = 'check_violation', constraint = 'imported_client_is_approved';
  end if;
  return new;
end $$;
create trigger imported_client_guard before insert on imported_client
  for each row execute function imported_client_check();

create function imported_client_keeps() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - 'invited_at' is distinct from to_jsonb(old) - 'invited_at' then
    raise exception 'an imported client stays what was imported' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger imported_client_fixed before update on imported_client
  for each row execute function imported_client_keeps();
create trigger imported_client_no_delete before delete on imported_client
  for each row execute function refuse_change();

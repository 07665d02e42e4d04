-- Imports of documents: the papers by which clients proved themselves in another system. Their files are uploaded to the import
-- first, and belong to it until two people have approved it; a paper is imported once, by client, kind and content.

alter table import_run drop constraint import_run_subject_check;
alter table import_run add constraint import_run_subject_check check (subject in ('clients', 'accounts', 'history', 'documents'));
comment on table import_run is
  'A file with clients, trading accounts, past movements or documents of another system, and how far it was taken over.';
comment on column import_row.outside_id is
  'Number of the client, the trading account or the movement in the other system; of a document the file name, until the import has ended.';

create table import_file (
  run_id  uuid  not null references import_run on delete cascade,
  name    text  not null check (length(name) between 1 and 140),
  sha256  bytea check (length(sha256) = 32),
  file_id uuid  unique references file,
  problem text  check (problem ~ '^files\.[a-z_]{1,40}$'),
  primary key (run_id, name),
  check ((file_id is null) = (problem is not null)),
  check (file_id is null or sha256 is not null)
);

comment on table import_file is 'A file that was uploaded to an import of documents, by the name that a row has for it. Deleted when the import ends.';
comment on column import_file.sha256 is 'Hash of the bytes as they were sent; null where not all of them were taken.';
comment on column import_file.file_id is 'What was stored of it; null for a file that was refused.';
comment on column import_file.problem is 'Code of the refusal; null for a stored file.';

create table imported_document (
  id          uuid        primary key,
  client_id   uuid        not null references imported_client,
  kind        text        not null check (kind in ('identity', 'residence', 'source_of_funds', 'other')),
  type        text        not null check (type ~ '^[a-z_]{1,40}$'),
  number      text        check (length(number) between 1 and 40),
  issued_on   date,
  expires_on  date,
  accepted_on date,
  sha256      bytea       not null check (length(sha256) = 32),
  file_id     uuid        not null unique,
  run_id      uuid        not null references import_run,
  row_number  int         not null,
  created_at  timestamptz not null,
  unique (run_id, row_number),
  unique (client_id, kind, sha256),
  -- File and document have the same owner.
  foreign key (file_id, client_id) references file (id, owner_id)
);

comment on table imported_document is 'A document by which a client proved something in another system.';
comment on column imported_document.kind is 'What it proves, as in verification_document; other for a paper that proves nothing here.';
comment on column imported_document.type is 'Type of document, such as passport; a type belongs to one kind only.';
comment on column imported_document.number is 'Number of the document, in capitals, letters and digits only.';
comment on column imported_document.expires_on is 'Day from which it is invalid.';
comment on column imported_document.accepted_on is 'Day on which the other system accepted it; null where the file does not say.';
comment on column imported_document.sha256 is 'Hash of the bytes as they were sent, by which the same paper is known again.';

-- A document is imported only by a run that two people approved, and stays what was imported.
create or replace function imported_client_check() returns trigger language plpgsql as $$
declare
  of_table text := case tg_table_name
    when 'imported_client' then 'clients' when 'imported_account' then 'accounts' when 'imported_movement' then 'history'
    when 'imported_document' then 'documents' end;
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
create trigger imported_document_guard before insert on imported_document
  for each row execute function imported_client_check();
create trigger imported_document_append_only before delete or update on imported_document
  for each row execute function refuse_change();

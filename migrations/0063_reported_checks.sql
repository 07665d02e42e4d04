-- A program reports what an outside process found about the identity of a client. People decide, and never who answers for its key.

alter table verification_check
  alter column connection_id drop not null,
  add column key_id uuid references operator_key,
  add constraint verification_check_source check (num_nonnulls(connection_id, key_id) = 1);
create unique index verification_check_of_key on verification_check (key_id, applicant_id) where key_id is not null;
comment on table verification_check is
  'A check of a client''s identity: by a provider, one per client and connection, or reported by a program.';
comment on column verification_check.connection_id is 'Connection to the provider; null for a reported check.';
comment on column verification_check.applicant_id is
  'Id of the client at the provider, null until it is known; the program''s reference of a reported check.';
comment on column verification_check.key_id is 'Key of the program that reported the check; null for a provider.';

alter table operator_key_secret add column created_by uuid references person;
comment on column operator_key_secret.created_by is 'Who has received the secret; null before this was noted.';

create function refuse_own_report() returns trigger language plpgsql as $$
begin
  if exists (
    select from verification_check c join operator_key k on k.id = c.key_id
    where c.id = new.check_id and (k.created_by = new.decided_by
      or exists (select from operator_key_secret s where s.key_id = k.id and s.created_by = new.decided_by))) then
    raise exception 'document % was reported by a key of the person who approves it', new.id
      using errcode = 'check_violation', constraint = 'verification_document_own_report';
  end if;
  return new;
end $$;
create trigger verification_document_own_report before update on verification_document
  for each row when (new.state = 'approved' and old.state <> 'approved' and new.check_id is not null)
  execute function refuse_own_report();

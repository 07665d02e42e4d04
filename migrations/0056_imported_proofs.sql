-- Staff take a document of another system as a proof, which is then decided on as one that the client sent.
create table verification_imported (
  imported_id uuid primary key references imported_document,
  document_id uuid not null unique references verification_document
);

comment on table verification_imported is 'The document of verification that staff made of an imported one.';
comment on column verification_imported.imported_id is 'Taken once: what was decided on it stays.';

create trigger verification_imported_append_only before update or delete on verification_imported
  for each row execute function refuse_change();

-- no transaction
-- The lists of consents for programs, newest first and in the order of changes, each have their rows from an index.

create unique index concurrently if not exists legal_consent_id on legal_consent (id);

create index concurrently if not exists legal_consent_changed on legal_consent (changed_at, id);

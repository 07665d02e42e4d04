-- no transaction
-- works with: 0.1.0
-- The lists of declarations for programs have their rows from an index, in the order of changes.

create index concurrently if not exists verification_person_changed on verification_person (changed_at, id);

create index concurrently if not exists verification_profile_changed on verification_profile (changed_at, id);

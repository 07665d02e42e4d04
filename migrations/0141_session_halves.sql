-- The half of a session that only the server reads is replaced at each proof and each renewal. The former half goes on for
-- some seconds, for other tabs, calls under way and answers that were lost.

alter table session
  add former_binding_hash  bytea,
  add former_binding_until timestamptz,
  add constraint session_former_half check ((former_binding_hash is null) = (former_binding_until is null));

-- When the person of a session last proved in it that they are themselves: as it began, unless a link of staff or of an
-- operator key opened it, and at each step-up. Acts that move money, or by which support recognises a client, ask for it.

alter table session add column proven_at timestamptz;
update session set proven_at = created_at where issued_by is null;

-- The last sign-in of a client, and the places he signed in from, are looked up among all his sessions, ended ones too;
-- a sign-out without the bearer token finds its session by the binding.
create index session_history on session (client_id, created_at desc);
create index session_by_binding on session (binding_hash) where revoked_at is null;

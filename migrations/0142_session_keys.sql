-- A browser registers a key that it cannot give away. Its half of the session then lasts minutes and is renewed by a
-- signature of that key, so that a copied cookie is soon worthless.

alter table session
  /* An uncompressed point of P-256. Null for a program, or for a browser that keeps no keys. */
  add public_key    bytea check (length(public_key) = 65),
  /* Until when binding_hash counts; null without a key: as long as the session. */
  add binding_until timestamptz,
  add constraint session_key_renews check ((public_key is null) = (binding_until is null));

/* Only a session with a key is remembered for a year. */
update session set ends_at = least(ends_at, now() + interval '30 days'),
                   expires_at = least(expires_at, now() + interval '30 days')
where remember and revoked_at is null;

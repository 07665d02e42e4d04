-- Bearer secrets are stored as HMACs under a key of APP_SECRET instead of plain SHA-256, so that a row inserted by
-- somebody who can write to the database opens nothing. The start that applies this file rewrites the stored hashes in
-- the same transaction (src/server/platform/key-stored-secrets.ts). What lives for minutes only is started again.

delete from passkey_attempt;
delete from sign_in_challenge;
delete from platform_token where used_at is null;
update house_setup set token_hash = null, token_expires_at = null where token_hash is not null;

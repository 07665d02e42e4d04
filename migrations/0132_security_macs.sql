-- Rows from which follows who somebody is and what they may do bear a MAC under a key of APP_SECRET, so that a row that was
-- changed past the program is refused (src/server/platform/row-macs.ts, docs/security.md). The start that applies this file
-- writes the MACs of the rows that are there, in the same transaction.

alter table client              add security_mac bytea;
alter table session             add security_mac bytea;
alter table one_time_token      add security_mac bytea;
alter table operator_key_secret add security_mac bytea;
alter table passkey             add security_mac bytea;
alter table recovery_code       add security_mac bytea;
alter table email_change        add security_mac bytea;
alter table sign_in_challenge   add security_mac bytea;

-- A change of a person's secured columns takes the MAC away. This guards nobody: it finds a path of the program that forgets
-- to write a new one. What guards is the MAC itself, which nobody can make without APP_SECRET.
create function drop_client_mac() returns trigger language plpgsql as $$
begin
  new.security_mac := null;
  return new;
end $$;
create trigger client_drop_mac before update on client
  for each row when (
    new.security_mac is not distinct from old.security_mac
    and (new.id, new.email, new.email_verified_at, new.email_disputed_at, new.confirms_first, new.password_hash, new.roles, new.verification_level,
         new.level_override, new.blocked_at, new.frozen_at, new.closed_at, new.second_factor_at, new.security_changed_at)
      is distinct from
        (old.id, old.email, old.email_verified_at, old.email_disputed_at, old.confirms_first, old.password_hash, old.roles, old.verification_level,
         old.level_override, old.blocked_at, old.frozen_at, old.closed_at, old.second_factor_at, old.security_changed_at))
  execute function drop_client_mac();

create function need_client_mac() returns trigger language plpgsql as $$
begin
  if exists (select from client where id = new.id and security_mac is null) then
    raise exception 'client % was changed and has no MAC', new.id
      using errcode = 'check_violation', constraint = 'client_has_mac';
  end if;
  return null;
end $$;
create constraint trigger client_has_mac after insert or update on client deferrable initially deferred
  for each row when (new.security_mac is null) execute function need_client_mac();

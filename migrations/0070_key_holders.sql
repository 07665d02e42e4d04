-- A key of a program has one holder, the administrator who answers for it: who made the key, or has taken it over. No one else
-- receives a secret of it, so that the person who can act by the key is the one who may approve nothing of what it requests.

comment on column operator_key.created_by is 'The administrator who answers for the key: who made it, or has taken it over.';

create function guard_operator_key_secret() returns trigger language plpgsql as $$
declare
  k operator_key;
begin
  select * into k from operator_key where id = new.key_id;
  if new.created_by is distinct from k.created_by then
    raise exception 'a secret of key % goes to its holder only', new.key_id
      using errcode = 'check_violation', constraint = 'operator_key_secret_is_of_holder';
  end if;
  -- Another secret of an approved key that issues sign-in links would be known to one person alone.
  if issues_sign_in_links(k) and (operator_key_is_approved(k) or exists (
       select from operator_key_secret s where s.key_id = k.id and (s.ends_at is null or s.ends_at > new.created_at))) then
    raise exception 'key % issues sign-in links and cannot get another secret', new.key_id
      using errcode = 'check_violation', constraint = 'operator_key_keeps_secret';
  end if;
  return new;
end $$;
drop trigger operator_key_secret_single_guard on operator_key_secret;
create trigger operator_key_secret_guard before insert on operator_key_secret
  for each row execute function guard_operator_key_secret();
drop function refuse_another_secret();

-- A stream ends with its holder.
create trigger operator_key_holder_announced after update of created_by on operator_key
  for each statement execute function announce_change('operator_keys');

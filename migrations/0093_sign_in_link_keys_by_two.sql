-- A key of the operator's API that issues sign-in links lets its holder in as any client. It takes two administrators: it opens nothing
-- before a second one has approved it as it is, it names the addresses from which it may be used, and it never gets another secret,
-- which one person would know alone.

alter table proposal drop constraint proposal_kind_check, drop constraint proposal_check1, drop constraint proposal_check2,
  add constraint proposal_kind_check check (kind in ('setting', 'limits', 'level', 'email', 'role', 'api_key')),
  add constraint proposal_key_check check (coalesce(case kind when 'setting' then setting_is_guarded(key)
                                                              when 'limits' then key in ('trading_accounts', 'deposit', 'withdrawal')
                                                              when 'api_key' then key is not null
                                                              else key is null end, false)),
  add constraint proposal_client_check check ((kind in ('setting', 'api_key')) = (client_id is null));
create index proposal_of_key on proposal (key) where kind = 'api_key';

create or replace function deciders_of(p_kind text) returns text[] language sql immutable as $$
  select case when p_kind in ('setting', 'api_key') then '{admin}'::text[]
              when p_kind in ('payment', 'offering', 'transfer') then '{finance,admin}'
              else '{compliance,admin}' end
$$;

create function issues_sign_in_links(p_key operator_key) returns boolean language sql immutable as $$
  select 'sign_in_links:write' = any((p_key).scopes)
$$;

-- What the second administrator approves: the whole key, so that a change of any of it afterwards takes the approval away.
create function operator_key_value(p_key operator_key) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'name', (p_key).name, 'scopes', (p_key).scopes, 'addresses', array(select abbrev(a) from unnest((p_key).addresses) a),
    'ends_on', ((p_key).ends_at at time zone 'UTC')::date - 1)
$$;

create function operator_key_is_approved(p_key operator_key) returns boolean language sql stable as $$
  select not issues_sign_in_links(p_key) or exists (
    select from proposal p
    where p.kind = 'api_key' and p.key = (p_key).id::text and p.state = 'confirmed' and p.author_id = (p_key).created_by
      and p.value = operator_key_value(p_key))
$$;

-- Keys of before: those that may be used from anywhere end, the others wait for a second administrator.
update operator_key k set revoked_at = now()
where issues_sign_in_links(k) and cardinality(addresses) = 0 and revoked_at is null;
insert into proposal (id, kind, key, was, value, reason, author_id, created_at, expires_at)
select gen_random_uuid(), 'api_key', k.id::text, 'null', operator_key_value(k), 'A key of an earlier version', created_by, now(), now() + interval '7 days'
from operator_key k
where issues_sign_in_links(k) and revoked_at is null and (ends_at is null or ends_at > now());

alter table operator_key add constraint operator_key_has_addresses check (
  'sign_in_links:write' <> all(scopes) or cardinality(addresses) > 0 or revoked_at is not null);

-- What nobody approved ends: a key that was declined, taken back or forgotten is made anew.
create function revoke_unapproved_key() returns trigger language plpgsql as $$
begin
  update operator_key set revoked_at = coalesce(revoked_at, new.decided_at) where id = new.key::uuid;
  return new;
end $$;
create trigger proposal_of_key_over after update of state on proposal
  for each row when (new.kind = 'api_key' and new.state in ('declined', 'withdrawn', 'expired')) execute function revoke_unapproved_key();

-- No link without the approval, whoever writes it.
create function need_approved_key() returns trigger language plpgsql as $$
begin
  if not exists (
    select from operator_key k
    where k.id = new.key_id and issues_sign_in_links(k) and k.revoked_at is null and operator_key_is_approved(k)) then
    raise exception 'key % lacks a second person', new.key_id
      using errcode = 'check_violation', constraint = 'operator_key_is_approved';
  end if;
  return new;
end $$;
create trigger one_time_token_by_approved_key before insert on one_time_token
  for each row when (new.key_id is not null) execute function need_approved_key();

create function refuse_second_secret() returns trigger language plpgsql as $$
begin
  if exists (select from operator_key k where k.id = new.key_id and issues_sign_in_links(k))
     and exists (select from operator_key_secret where key_id = new.key_id) then
    raise exception 'key % keeps its secret', new.key_id
      using errcode = 'check_violation', constraint = 'operator_key_keeps_secret';
  end if;
  return new;
end $$;
create trigger operator_key_secret_kept before insert on operator_key_secret
  for each row execute function refuse_second_secret();

-- A positive result of a provider may approve an identity document by itself, where two people let its connection do so.

alter table verification_check
  add column held_back text[] not null default '{}'
    check (held_back <@ array['name', 'birth_on', 'duplicate', 'screening', 'restricted', 'rejected']);
comment on column verification_check.held_back is
  'Why staff decide on a positive result of a connection that approves by itself; empty where it approved, or does not.';

-- What decides without staff is put into use by two people, as what moves money is.
create function connection_takes_two(p_port text, p_value jsonb) returns boolean language sql immutable as $$
  select port_takes_two(p_port) or p_port = 'identity' and coalesce(p_value #>> '{settings,approves}' = 'true', false)
$$;

create or replace function connection_check() returns trigger language plpgsql as $$
begin
  if (new.id, new.port, new.adapter, new.hook_path, new.created_by, new.created_at)
     is distinct from (old.id, old.port, old.adapter, old.hook_path, old.created_by, old.created_at)
     or old.state = 'removed' and to_jsonb(new) - 'security_mac' is distinct from to_jsonb(old) - 'security_mac' then
    raise exception 'connection % cannot change so', old.id using errcode = 'restrict_violation';
  end if;
  if connection_takes_two(new.port, new.value)
     and (new.value is distinct from old.value or new.state = 'on' and old.state <> 'on')
     and not connection_is_agreed(old, new.value, array['add', 'change', 'switch_on']) then
    raise exception 'connection % lacks a second person', old.id
      using errcode = 'check_violation', constraint = 'connection_is_approved';
  end if;
  if old.state = 'on' and new.state <> 'on' and switching_off_takes_two(old.port, old.value)
     and not connection_is_agreed(old, old.value, array['switch_off']) then
    raise exception 'connection % is not turned off by one person', old.id
      using errcode = 'check_violation', constraint = 'connection_is_approved';
  end if;
  if new.state = 'removed' and old.state <> 'removed' then
    if port_takes_two(old.port) and old.value is not null and not connection_is_agreed(old, old.value, array['remove']) then
      raise exception 'connection % is not removed by one person', old.id
        using errcode = 'check_violation', constraint = 'connection_is_approved';
    end if;
    if exists (select from undecided_at_provider u where u.connection_id = old.id) then
      raise exception 'payments at connection % are undecided', old.id
        using errcode = 'check_violation', constraint = 'connection_is_decided';
    end if;
  end if;
  return new;
end $$;

create or replace function connection_secret_check() returns trigger language plpgsql as $$
begin
  if (new.id, new.connection_id, new.name) is distinct from (old.id, old.connection_id, old.name)
     or old.used_at is not null and new.used_at is distinct from old.used_at then
    raise exception 'secret % cannot change so', old.id using errcode = 'restrict_violation';
  end if;
  if old.used_at is null and new.used_at is not null
     and exists (
       select from connection c where c.id = new.connection_id and connection_takes_two(c.port, coalesce(c.draft, c.value)))
     and not exists (
       select from approval_request r
       where r.kind = 'connection' and r.key = new.connection_id::text and r.state = 'approved'
         and r.value -> 'secrets' @> jsonb_build_array(jsonb_build_object('id', new.id))) then
    raise exception 'secret % lacks a second person', old.id
      using errcode = 'check_violation', constraint = 'connection_is_approved';
  end if;
  return new;
end $$;

-- One that is decided without a person was approved by the rule of the connection of its check.
alter table verification_document drop constraint verification_document_check4;
alter table verification_document add constraint verification_document_decided check (
  case when decided_at is null then decided_by is null
       else decided_by is not null or check_id is not null and state <> 'rejected' end);

create function document_is_decided() returns trigger language plpgsql as $$
begin
  if not exists (
    select from verification_check k join connection c on c.id = k.connection_id
    where k.id = new.check_id and c.state = 'on' and connection_takes_two(c.port, c.value)) then
    raise exception 'document % lacks an approval', new.id
      using errcode = 'check_violation', constraint = 'verification_document_by_rule';
  end if;
  return new;
end $$;
create trigger verification_document_by_rule before update on verification_document
  for each row when (new.state = 'approved' and old.state <> 'approved' and new.decided_by is null)
  execute function document_is_decided();
create trigger verification_document_by_rule_insert before insert on verification_document
  for each row when (new.state = 'approved' and new.decided_by is null) execute function document_is_decided();

-- Roles of staff are given and taken by two people: an administrator proposes, compliance or another administrator confirms. One
-- person could else give a second profile of their own the roles that approve what the first one proposes.

alter table proposal drop constraint proposal_kind_check,
  add constraint proposal_kind_check check (kind in ('setting', 'limits', 'level', 'email', 'role'));

-- The roles of somebody, besides that of a client, in one order, so that two lists can be compared.
create function staff_roles(p_roles text[]) returns jsonb language sql immutable as $$
  select coalesce(jsonb_agg(role order by role), '[]') from unnest(p_roles) role where role <> 'client'
$$;

create or replace function client_standing(p_kind text, p_key text, p_client uuid, p_now timestamptz) returns jsonb language sql stable as $$
  select case p_kind
    when 'limits' then jsonb_build_object('house', house_limits(p_client, p_key), 'own', (
      select jsonb_build_object('limits', limits_of(kind, most_accounts, per_operation, per_day, per_month), 'until', until,
                                'set_at', extract(epoch from set_at))
      from client_override
      where client_id = p_client and kind = p_key and (until is null or until >= (p_now at time zone 'UTC')::date)))
    when 'level' then (
      select jsonb_build_object('level', verification_level, 'by_hand', level_override) from client where id = p_client)
    when 'email' then (
      select jsonb_build_object('email', email, 'disputed', email_disputed_at is not null) from client where id = p_client)
    when 'role' then (select staff_roles(roles) from client where id = p_client) end
$$;

-- Who may propose; on roles administrators alone.
create function authors_of(p_kind text) returns text[] language sql immutable as $$
  select case when p_kind = 'role' then '{admin}'::text[] else deciders_of(p_kind) end
$$;

-- Both who agreed on a role have given it.
create or replace function role_grants(p_id uuid, p_roles text[]) returns table (by_id uuid, at timestamptz) language sql stable as $$
  select actor_id, created_at from audit_entry
  where client_id = p_id and act = 'staff.set_roles' and actor_id <> p_id
    and string_to_array(details ->> 'to', ' ') && p_roles and not string_to_array(details ->> 'from', ' ') && p_roles
  union all
  select author_id, decided_at from proposal
  where client_id = p_id and kind = 'role' and state = 'confirmed' and value ?| p_roles and not was ?| p_roles
$$;

create or replace function approval_fault(
  p_kind text, p_author uuid, p_approver uuid, p_proposed_at timestamptz, p_at timestamptz, p_overrule text
) returns text language sql stable as $$
  select case
    when p_approver = p_author then 'own'
    when not has_role(p_approver, roles) then 'no_role'
    when role_is_new(p_approver, roles, p_at) then 'role_new'
    when was_readmitted(p_approver, p_at) then 'readmitted'
    when p_author is null then null
    when not has_role(p_author, authors) or role_is_new(p_author, authors, p_at) or was_readmitted(p_author, p_at) then 'author'
    when owes_role(p_approver, p_author, roles, p_at) or owes_role(p_author, p_approver, authors, p_at) then 'owes_role'
    when p_overrule is null and same_network_is_forbidden()
      and same_origin(p_author, p_approver, p_proposed_at - interval '1 day') then 'same_network'
  end
  from deciders_of(p_kind) roles, authors_of(p_kind) authors
$$;

alter table client add column roles_proposal_id uuid references proposal;

-- The owner of the tables gives roles as well: that is the command line of the server. So does a set-up, before anybody has signed in.
-- A proposal serves once: a later one about the same person takes its place.
create function need_second_for_roles() returns trigger language plpgsql as $$
begin
  if current_user = (select pg_get_userbyid(relowner) from pg_class where oid = tg_relid)
     or not exists (select from session)
     or exists (
       select from proposal p
       where p.id = new.roles_proposal_id and p.kind = 'role' and p.state = 'confirmed' and p.client_id = new.id
         and p.value = staff_roles(new.roles) and p.was = client_standing('role', null, new.id, p.decided_at)
         and not exists (
           select from proposal later
           where later.kind = 'role' and later.client_id = new.id and later.state = 'confirmed' and later.decided_at > p.decided_at)) then
    return new;
  end if;
  raise exception 'the roles of % lack a second person', new.id
    using errcode = 'check_violation', constraint = 'client_roles_are_confirmed';
end $$;
create trigger client_roles_confirmed before update of roles on client
  for each row when (new.roles is distinct from old.roles) execute function need_second_for_roles();
create trigger client_roles_begun before insert on client
  for each row when (new.roles <> '{client}') execute function need_second_for_roles();

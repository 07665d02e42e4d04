-- A setting that protects money takes two people also where there is one administrator: compliance confirms like another administrator
-- does, and finance where neither of them stands beside the author. It counts at once where nobody of these is there. A version of a
-- setting has an author, but for those of the set-up, before there is anybody, and of the owner of the tables, which is the command line
-- of the server.

create or replace function deciders_of(p_kind text) returns text[] language sql immutable as $$
  select case when p_kind = 'setting' then '{compliance,admin,finance}'::text[]
              when p_kind = 'api_key' then '{admin}'
              when p_kind in ('payment', 'offering', 'transfer') then '{finance,admin}'
              else '{compliance,admin}' end
$$;

create or replace function authors_of(p_kind text) returns text[] language sql immutable as $$
  select case when p_kind in ('role', 'setting') then '{admin}'::text[] else deciders_of(p_kind) end
$$;

-- Who stands beside an author in one of these roles. A week must pass before one who was given it counts, and before one who lost it,
-- was blocked or froze their profile counts no more; so nobody gets rid of the others in order to change something on the same day.
create function stand_beside(p_author uuid, p_roles text[], p_now timestamptz) returns setof uuid language sql stable as $$
  with turn as (
    select client_id, created_at, string_to_array(details ->> 'to', ' ') && p_roles as made
    from audit_entry
    where act = 'staff.set_roles' and created_at > p_now - interval '14 days' and actor_id <> client_id
      and (string_to_array(details ->> 'to', ' ') && p_roles) <> (string_to_array(details ->> 'from', ' ') && p_roles)
  ), week as (select p_now - interval '7 days' as began)
  select c.id
  from client c, week
  where c.id <> p_author and (
    (c.roles && p_roles
      and coalesce(c.blocked_at > began, true) and coalesce(c.frozen_at > began, true) and coalesce(c.closed_at > began, true)
      and not exists (select from turn t where t.client_id = c.id and t.made and t.created_at > began))
    or exists (
      select from turn lost where lost.client_id = c.id and not lost.made and lost.created_at > began
        and not exists (
          select from turn before where before.client_id = c.id and before.made
            and before.created_at > lost.created_at - interval '7 days' and before.created_at <= lost.created_at))
  )
$$;

-- Which roles decide on what this author proposes.
create function deciders_beside(p_kind text, p_author uuid, p_now timestamptz) returns text[] language sql stable as $$
  select case when p_kind <> 'setting' then deciders_of(p_kind)
              when exists (select from stand_beside(p_author, '{compliance,admin}', p_now)) then '{compliance,admin}'
              else '{finance}' end
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
  from deciders_beside(p_kind, p_author, p_at) roles, authors_of(p_kind) authors
$$;

-- Beside whom an administrator changes settings, and who of them may confirm it now.
create function setting_seconds(p_author uuid, p_now timestamptz)
returns table (id uuid, may_confirm boolean) language sql stable as $$
  select second, approval_fault('setting', p_author, second, p_now, p_now, 'any network') is null
  from stand_beside(p_author, deciders_beside('setting', p_author, p_now), p_now) second
$$;

-- Whether somebody decides, by their roles, on what this author proposes.
create function is_decider_beside(p_id uuid, p_kind text, p_author uuid, p_now timestamptz) returns boolean language sql stable as $$
  select has_role(p_id, deciders_beside(p_kind, p_author, p_now))
$$;

create or replace function need_second_administrator() returns trigger language plpgsql as $$
begin
  if new.by_id is null then
    if current_user <> (select pg_get_userbyid(relowner) from pg_class where oid = tg_relid) and exists (select from client) then
      raise exception 'setting % lacks an author', new.key
        using errcode = 'check_violation', constraint = 'setting_version_has_author';
    end if;
  elsif new.proposal_id is not null then
    if not exists (
      select from proposal p
      where p.id = new.proposal_id and p.kind = 'setting' and p.state = 'confirmed' and p.author_id = new.by_id
        and p.decided_by = new.confirmed_by and (p.was ->> 'version')::int = new.number - 1 and p.value = new.value) then
      raise exception 'setting % was not confirmed as it is', new.key
        using errcode = 'check_violation', constraint = 'setting_version_is_confirmed';
    end if;
  elsif setting_is_guarded(new.key) and exists (select from setting_seconds(new.by_id, new.created_at)) then
    raise exception 'setting % lacks a second person', new.key
      using errcode = 'check_violation', constraint = 'setting_version_is_confirmed';
  end if;
  return new;
end $$;

drop function second_administrators;

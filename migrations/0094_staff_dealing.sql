-- Staff who price, allot or approve offerings, or see their books, are not clients of their own firm without leave. Who held such a
-- role within 30 days counts as well: they still know the book. Leave is an exception for one person, proposed by one of compliance
-- or administrators and approved by another, for trading accounts, for all offerings or for one, for a year at most.

-- The roles that may call the desk of offerings; a test holds this list against the guards of its endpoints.
create function roles_that_see_offerings() returns text[] language sql immutable as $$
  select '{support,compliance,finance,admin}'::text[]
$$;

-- When somebody lost the last of these roles; null for whoever never had one.
alter table client add column left_staff_at timestamptz;
update client c set left_staff_at = lost.at
from (select client_id, max(created_at) as at from audit_entry
      where act = 'staff.set_roles' and details ->> 'from' <> '–' and details ->> 'to' = '–' group by client_id) lost
where lost.client_id = c.id and not c.roles && roles_that_see_offerings();

-- Follows the roles alone, so that nobody can set it by itself. A demo's clock may be ahead of the real one.
create function note_left_staff() returns trigger language plpgsql as $$
begin
  new.left_staff_at := old.left_staff_at;
  if old.roles && roles_that_see_offerings() and not new.roles && roles_that_see_offerings() then
    select coalesce(
      (select decided_at from proposal where id = new.roles_proposal_id and new.roles_proposal_id is distinct from old.roles_proposal_id),
      now() + ahead_ms * interval '1 millisecond') into new.left_staff_at from demo_clock;
  end if;
  return new;
end $$;
create trigger client_left_staff before update of roles, left_staff_at on client
  for each row execute function note_left_staff();

create function sees_offerings(p_client client, p_at timestamptz) returns boolean language sql immutable as $$
  select (p_client).roles && roles_that_see_offerings() or coalesce((p_client).left_staff_at > p_at - interval '30 days', false)
$$;

create table dealing_exception (
  id          uuid        primary key,
  client_id   uuid        not null references client,
  /* `accounts` for trading accounts, `offerings` for every offering, or the id of one. */
  scope       text        not null check (scope in ('accounts', 'offerings') or scope ~ '^[0-9a-f-]{36}$'),
  offering_id uuid        generated always as (case when scope not in ('accounts', 'offerings') then scope::uuid end) stored
                          references ipo_offering,
  /* The last day in UTC. */
  until       date        not null,
  proposal_id uuid        not null unique references proposal,
  began_at    timestamptz not null,
  ended_at    timestamptz check (ended_at >= began_at),
  ended_by    uuid        references client,
  check (until between (began_at at time zone 'UTC')::date and (began_at at time zone 'UTC')::date + interval '1 year'),
  check ((ended_at is null) = (ended_by is null)),
  check (ended_by <> client_id)
);
create unique index dealing_exception_one on dealing_exception (client_id, scope) where ended_at is null;

-- The exception by which somebody may deal at a time; null for none.
create function dealing_exception_of(p_client uuid, p_scope text, p_at timestamptz) returns uuid language sql stable as $$
  select id from dealing_exception
  where client_id = p_client and ended_at is null and until >= (p_at at time zone 'UTC')::date
    and (scope = p_scope or scope = 'offerings' and p_scope <> 'accounts')
  order by scope = p_scope desc limit 1
$$;

-- Whether somebody may deal in trading accounts (`accounts`) or in one offering, by its id.
create function may_deal(p_client uuid, p_scope text, p_at timestamptz) returns boolean language sql stable as $$
  select coalesce(
    (select not sees_offerings(c, p_at) from client c where c.id = p_client)
    or dealing_exception_of(p_client, p_scope, p_at) is not null, true)
$$;

alter table proposal drop constraint proposal_kind_check, drop constraint proposal_key_check,
  add constraint proposal_kind_check check (kind in ('setting', 'limits', 'level', 'email', 'role', 'api_key', 'staff_dealing')),
  add constraint proposal_key_check check (coalesce(case kind when 'setting' then setting_is_guarded(key)
                                                              when 'limits' then key in ('trading_accounts', 'deposit', 'withdrawal')
                                                              when 'api_key' then key is not null
                                                              when 'staff_dealing' then key in ('accounts', 'offerings') or key ~ '^[0-9a-f-]{36}$'
                                                              else key is null end, false));

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
    when 'role' then (select staff_roles(roles) from client where id = p_client)
    when 'staff_dealing' then coalesce((
      select jsonb_build_object('exception', id, 'until', until) from dealing_exception
      where client_id = p_client and scope = p_key and ended_at is null), 'null') end
$$;

-- An exception is what two agreed on, begins when the second one approved it, and is ended once.
create function need_second_for_dealing() returns trigger language plpgsql as $$
begin
  if new.ended_at is not null or not exists (
    select from proposal p
    where p.id = new.proposal_id and p.kind = 'staff_dealing' and p.state = 'confirmed' and p.decided_at = new.began_at
      and (p.client_id, p.key) = (new.client_id, new.scope) and (p.value ->> 'until')::date = new.until) then
    raise exception 'a dealing exception lacks a second person'
      using errcode = 'check_violation', constraint = 'dealing_exception_is_approved';
  end if;
  return new;
end $$;
create trigger dealing_exception_approved before insert on dealing_exception
  for each row execute function need_second_for_dealing();
create trigger dealing_exception_fixed before update on dealing_exception for each row
  when (old.ended_at is not null or (old.id, old.client_id, old.scope, old.until, old.proposal_id, old.began_at)
        is distinct from (new.id, new.client_id, new.scope, new.until, new.proposal_id, new.began_at))
  execute function refuse_change();
create trigger dealing_exception_kept before delete on dealing_exception for each row execute function refuse_change();

-- What the rules about approvals believe. The role that serves people writes the times of approvals and may delete sessions. So times have
-- to agree with the clock of the database, and where staff have signed in is kept where that role cannot remove it.

create function database_clock() returns timestamptz language sql volatile as 'select clock_timestamp()';

-- A demo's clock may be ahead. Elsewhere the role that serves has no right to move it (src/server/platform/db/serving-role.ts).
create function product_clock() returns timestamptz language sql volatile as $$
  select database_clock() + ahead_ms * interval '1 millisecond' from demo_clock
$$;
create trigger demo_clock_kept before delete on demo_clock for each row execute function refuse_change();

-- Until somebody has signed in, a set-up gives the first role, and a demo is filled with its past. The first session ends that for good.
create table first_sign_in (
  only_row boolean     primary key default true check (only_row),
  at       timestamptz not null
);
create trigger first_sign_in_kept before update or delete on first_sign_in for each row execute function refuse_change();
insert into first_sign_in (at) select min(created_at) from session having count(*) > 0;

-- Server and database may differ by some minutes.
create function require_present(p_at timestamptz) returns void language plpgsql as $$
begin
  if exists (select from first_sign_in)
     and (p_at between product_clock() - interval '5 minutes' and product_clock() + interval '5 minutes') is not true then
    raise exception 'the time % is not that of the database', p_at
      using errcode = 'check_violation', constraint = 'time_is_present';
  end if;
end $$;

-- As before, but for the times. A proposal from a time to come began now.
create or replace function require_approver(
  p_kind text, p_author uuid, p_approver uuid, p_proposed_at timestamptz, p_at timestamptz, p_overrule text
) returns boolean language plpgsql as $$
declare
  proposed_at timestamptz := least(p_proposed_at, product_clock());
  fault       text;
begin
  perform require_present(p_at);
  perform from client where id in (p_author, p_approver) order by id for share;
  fault := approval_fault(p_kind, p_author, p_approver, proposed_at, p_at, p_overrule);
  if fault is not null then
    raise exception 'this was not confirmed by a second person: %', fault
      using errcode = 'check_violation', constraint = 'approver_may_approve';
  end if;
  return coalesce(same_origin(p_author, p_approver, proposed_at - interval '1 day'), false);
end $$;

-- The argument is the column with the time by which another trigger decides.
create function time_is_present() returns trigger language plpgsql as $$
begin
  perform require_present((to_jsonb(new) ->> tg_argv[0])::timestamptz);
  return new;
end $$;
create trigger payment_approval_present before insert on payment_approval
  for each row execute function time_is_present('at');
create trigger payment_leaves_present before update on payment
  for each row when (new.kind = 'withdrawal' and new.state <> old.state and new.state in ('submitted', 'approved', 'sent'))
  execute function time_is_present('updated_at');
create trigger setting_version_present before insert on setting_version
  for each row when (new.by_id is not null) execute function time_is_present('created_at');
create trigger client_override_present before insert or update on client_override
  for each row execute function time_is_present('set_at');
create trigger email_change_present before update of confirmed_at on email_change
  for each row when (new.confirmed_at is not null) execute function time_is_present('confirmed_at');

-- A position may be dated to when its price came, so staff dealing goes by the clock alone.
create or replace function require_dealing(p_client uuid, p_scope text, p_at timestamptz) returns uuid language plpgsql as $$
declare
  now_at timestamptz := case when exists (select from first_sign_in) then product_clock() else p_at end;
begin
  if not may_deal(p_client, p_scope, now_at) then
    raise exception 'staff who see offerings need an exception for %', p_scope
      using errcode = 'check_violation', constraint = 'staff_dealing_is_permitted';
  end if;
  return (select dealing_exception_of(c.id, p_scope, now_at) from client c where c.id = p_client and sees_offerings(c, now_at));
end $$;

-- From which network and device each of the staff has used the product on a day (UTC). Only ever added to.
create table staff_origin (
  client_id uuid not null references client,
  day       date not null,
  origin    text not null,
  primary key (client_id, day, origin)
);
create trigger staff_origin_kept before update or delete on staff_origin for each row execute function refuse_change();

create function network_origin(p_session session) returns text language sql immutable as $$ select 'network ' || (p_session).network $$;
create function device_origin(p_device known_device) returns text language sql immutable as $$
  select 'device ' || encode((p_device).hash, 'hex')
$$;

create function note_origin(p_client uuid, p_origin text) returns void language sql volatile as $$
  insert into staff_origin
  select id, (product_clock() at time zone 'UTC')::date, p_origin from client
  where id = p_client and roles <> '{client}' and p_origin is not null
  on conflict do nothing
$$;

create function session_note_origin() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' and not exists (select from first_sign_in) then
    insert into first_sign_in (at) values (new.created_at) on conflict do nothing;
  end if;
  perform note_origin(new.client_id, network_origin(new));
  return null;
end $$;
create trigger session_origin after insert or update of client_id, network, last_seen_at on session
  for each row execute function session_note_origin();

create function device_note_origin() returns trigger language plpgsql as $$
begin
  perform note_origin(new.client_id, device_origin(new));
  return null;
end $$;
create trigger known_device_origin after insert or update of client_id, hash, seen_at on known_device
  for each row execute function device_note_origin();

-- Whoever is given a role may be signed in already.
create function client_note_origin() returns trigger language plpgsql as $$
begin
  perform note_origin(new.id, network_origin(s)) from session s
  where s.client_id = new.id and s.last_seen_at > product_clock() - interval '1 day';
  perform note_origin(new.id, device_origin(d)) from known_device d
  where d.client_id = new.id and d.seen_at > product_clock() - interval '1 day';
  return null;
end $$;
create trigger client_origin after update of roles on client
  for each row when (new.roles <> '{client}' and old.roles = '{client}') execute function client_note_origin();

insert into staff_origin
select s.client_id, (s.last_seen_at at time zone 'UTC')::date, network_origin(s)
from session s join client c on c.id = s.client_id where c.roles <> '{client}' and s.network is not null
union
select d.client_id, (d.seen_at at time zone 'UTC')::date, device_origin(d)
from known_device d join client c on c.id = d.client_id where c.roles <> '{client}';

-- Whether two of the staff have used the product from one network or device since the day of a time.
create or replace function same_origin(p_one uuid, p_other uuid, p_since timestamptz) returns boolean language sql stable as $$
  select exists (
    select from staff_origin a join staff_origin b using (origin)
    where a.client_id = p_one and a.day >= (p_since at time zone 'UTC')::date
      and b.client_id = p_other and b.day >= (p_since at time zone 'UTC')::date)
$$;

create or replace function need_second_for_roles() returns trigger language plpgsql as $$
begin
  if current_user = (select pg_get_userbyid(relowner) from pg_class where oid = tg_relid)
     or not exists (select from first_sign_in)
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

-- A key that issues sign-in links names where it is used from; a network that holds most of the internet says nothing of that.
create function networks_are_narrow(p_networks inet[]) returns boolean language sql immutable as $$
  select not exists (select from unnest(p_networks) n where masklen(n) < case family(n) when 4 then 8 else 32 end)
$$;
update operator_key k set revoked_at = now()
where issues_sign_in_links(k) and revoked_at is null and not networks_are_narrow(addresses);
alter table operator_key add constraint operator_key_has_narrow_networks check (
  'sign_in_links:write' <> all(scopes) or networks_are_narrow(addresses) or revoked_at is not null);

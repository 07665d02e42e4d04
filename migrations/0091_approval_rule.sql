-- Who may approve what another person proposed: one rule for every act that takes two people, in place of a check in each module.
-- The approver has held the role for a week and was not readmitted by colleagues within one; the same is true of the author. Neither
-- owes the role to the other, and they did not act from one network or device, unless that is overruled with a reason, and marked.

-- The network from which a session began, as `networkKey` in the server names it. Sessions of before are known by IPv4 alone.
alter table session add column network text;
update session set network = address where address ~ '^\d+(\.\d+){3}$';

-- Whether two people have used the product from one network or device since a time.
create function same_origin(p_one uuid, p_other uuid, p_since timestamptz) returns boolean language sql stable as $$
  select exists (
    select from session a join session b on a.network = b.network
    where a.client_id = p_one and a.last_seen_at > p_since and b.client_id = p_other and b.last_seen_at > p_since)
  or exists (
    select from known_device a join known_device b on a.hash = b.hash
    where a.client_id = p_one and a.seen_at > p_since and b.client_id = p_other and b.seen_at > p_since)
$$;

create or replace function deciders_of(p_kind text) returns text[] language sql immutable as $$
  select case when p_kind = 'setting' then '{admin}'::text[]
              when p_kind in ('payment', 'offering', 'transfer') then '{finance,admin}'
              else '{compliance,admin}' end
$$;

-- Has one of these roles and can sign in.
create function has_role(p_id uuid, p_roles text[]) returns boolean language sql stable as $$
  select exists (
    select from client
    where id = p_id and roles && p_roles and blocked_at is null and frozen_at is null and closed_at is null)
$$;

-- When and by whom one of these roles was given to somebody who had none of them. The command line of the server gives roles in the
-- name of the person themselves: these count at once, else nobody could approve anything in the first week of an installation.
create function role_grants(p_id uuid, p_roles text[]) returns table (by_id uuid, at timestamptz) language sql stable as $$
  select actor_id, created_at from audit_entry
  where client_id = p_id and act = 'staff.set_roles' and actor_id <> p_id
    and string_to_array(details ->> 'to', ' ') && p_roles and not string_to_array(details ->> 'from', ' ') && p_roles
$$;

-- Whether somebody counts as neither of two: the role is younger than a week, or colleagues readmitted them within a week.
create function role_is_new(p_id uuid, p_roles text[], p_at timestamptz) returns boolean language sql stable as $$
  select exists (select from role_grants(p_id, p_roles) g where g.at > p_at - interval '7 days')
$$;

create function was_readmitted(p_id uuid, p_at timestamptz) returns boolean language sql stable as $$
  select exists (
    select from audit_entry
    where client_id = p_id and created_at > p_at - interval '7 days' and act in ('clients.reset_second_factor', 'staff.unblock'))
  or exists (
    select from email_change where client_id = p_id and asked_by is not null and confirmed_at > p_at - interval '7 days')
$$;

create function owes_role(p_id uuid, p_to uuid, p_roles text[], p_at timestamptz) returns boolean language sql stable as $$
  select exists (select from role_grants(p_id, p_roles) g where g.by_id = p_to and g.at > p_at - interval '30 days')
$$;

-- Until administrators choose, approvals from one network are refused unless overruled.
create function same_network_is_forbidden() returns boolean language sql stable as $$
  select coalesce((
    select value #>> '{}' from setting_version where key = 'security.same_network_approvals' order by number desc limit 1), 'forbid') = 'forbid'
$$;

-- Why somebody may not approve, null when they may. Without an author it is about the first of two who approve a payment.
create function approval_fault(
  p_kind text, p_author uuid, p_approver uuid, p_proposed_at timestamptz, p_at timestamptz, p_overrule text
) returns text language sql stable as $$
  select case
    when p_approver = p_author then 'own'
    when not has_role(p_approver, roles) then 'no_role'
    when role_is_new(p_approver, roles, p_at) then 'role_new'
    when was_readmitted(p_approver, p_at) then 'readmitted'
    when p_author is null then null
    when not has_role(p_author, roles) or role_is_new(p_author, roles, p_at) or was_readmitted(p_author, p_at) then 'author'
    when owes_role(p_approver, p_author, roles, p_at) or owes_role(p_author, p_approver, roles, p_at) then 'owes_role'
    when p_overrule is null and same_network_is_forbidden()
      and same_origin(p_author, p_approver, p_proposed_at - interval '1 day') then 'same_network'
  end
  from deciders_of(p_kind) roles
$$;

-- Refuses an approval that the rule does not allow, whoever writes it; answers whether it is to be marked. Who takes a role from one
-- of the two at the same time waits.
create function require_approver(
  p_kind text, p_author uuid, p_approver uuid, p_proposed_at timestamptz, p_at timestamptz, p_overrule text
) returns boolean language plpgsql as $$
declare
  fault text;
begin
  perform from client where id in (p_author, p_approver) order by id for share;
  fault := approval_fault(p_kind, p_author, p_approver, p_proposed_at, p_at, p_overrule);
  if fault is not null then
    raise exception 'this was not confirmed by a second person: %', fault
      using errcode = 'check_violation', constraint = 'approver_may_approve';
  end if;
  return coalesce(same_origin(p_author, p_approver, p_proposed_at - interval '1 day'), false);
end $$;

-- Each approval says whether both acted from one network or device, and why that was overruled.
alter table proposal
  add column same_network boolean not null default false,
  add column overrule text check (length(overrule) between 3 and 300);
alter table payment_approval
  add column same_network boolean not null default false,
  add column overrule text check (length(overrule) between 3 and 300);
alter table ipo_proposal
  add column same_network boolean not null default false,
  add column overrule text check (length(overrule) between 3 and 300);
alter table trading_transfer_outcome
  add column same_network boolean not null default false,
  add column overrule text check (length(overrule) between 3 and 300);

create or replace function hold_proposal() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    raise exception 'a proposal begins open' using errcode = 'check_violation', constraint = 'proposal_begins_open';
  end if;
  if tg_op = 'DELETE' or old.state <> 'open'
     or (to_jsonb(new) - array['state', 'decided_by', 'decided_at', 'answer', 'same_network', 'overrule'])
        is distinct from (to_jsonb(old) - array['state', 'decided_by', 'decided_at', 'answer', 'same_network', 'overrule']) then
    raise exception 'a proposal stays as it is' using errcode = 'restrict_violation';
  end if;
  if new.state = 'confirmed' then
    new.same_network := require_approver(new.kind, new.author_id, new.decided_by, new.created_at, new.decided_at, new.overrule);
  end if;
  if new.state = 'confirmed' and new.client_id is not null
     and new.was <> client_standing(new.kind, new.key, new.client_id, new.decided_at) then
    raise exception 'something else holds than when it was proposed' using errcode = 'check_violation', constraint = 'proposal_as_it_was';
  end if;
  return new;
end $$;

-- Of a payment that takes two, each approval is checked against whoever proposed it and whoever approved before.
create function payment_check_approver() returns trigger language plpgsql as $$
declare
  request payment;
  author  record;
begin
  select * into request from payment where id = new.payment_id;
  if request.kind <> 'adjustment' and request.approvals_needed < 2 then return new; end if;
  new.same_network := require_approver('payment', null, new.staff_id, new.at, new.at, new.overrule);
  for author in select * from payment_authors(request.id, new.act) loop
    new.same_network := new.same_network
      or require_approver('payment', author.id, new.staff_id, author.at, new.at, new.overrule);
  end loop;
  return new;
end $$;

create function payment_authors(p_payment uuid, p_act text) returns table (id uuid, at timestamptz) language sql stable as $$
  select created_by, created_at from payment where id = p_payment and kind = 'adjustment'
  union all
  select staff_id, at from payment_approval where payment_id = p_payment and act = p_act and withdrawn_at is null
$$;
create trigger payment_approval_by_second before insert on payment_approval
  for each row when (new.staff_id <> new.created_by and new.staff_id <> new.client_id) execute function payment_check_approver();
create trigger payment_approval_fixed before update on payment_approval for each row
  when (old.withdrawn_at is not null or (to_jsonb(new) - 'withdrawn_at') is distinct from (to_jsonb(old) - 'withdrawn_at'))
  execute function refuse_change();

create function ipo_check_approver() returns trigger language plpgsql as $$
begin
  new.same_network := require_approver('offering', new.proposed_by, new.decided_by, new.proposed_at, new.decided_at, new.overrule);
  return new;
end $$;
create trigger ipo_proposal_by_second before insert or update of decision, decided_by on ipo_proposal
  for each row when (new.decision = 'approved') execute function ipo_check_approver();
create trigger ipo_proposal_fixed before update on ipo_proposal for each row
  when ((old.offering_id, old.act, old.params, old.clients, old.amount_minor, old.proposed_by, old.proposed_at)
        is distinct from (new.offering_id, new.act, new.params, new.clients, new.amount_minor, new.proposed_by, new.proposed_at))
  execute function refuse_change();

create function transfer_check_approver() returns trigger language plpgsql as $$
begin
  new.same_network := require_approver('transfer', new.proposed_by, new.decided_by, new.proposed_at, new.decided_at, new.overrule);
  return new;
end $$;
create trigger trading_transfer_outcome_by_second before insert or update of decision, decided_by on trading_transfer_outcome
  for each row when (new.decision = 'approve') execute function transfer_check_approver();

-- Beside which administrators somebody changes settings, as before; the server's command line makes nobody a newcomer.
create or replace function second_administrators(p_author uuid, p_now timestamptz)
returns table (id uuid, may_confirm boolean) language sql stable as $$
  with turn as (
    select client_id, created_at, 'admin' = any(string_to_array(details ->> 'to', ' ')) as made
    from audit_entry
    where act = 'staff.set_roles' and created_at > p_now - interval '14 days' and actor_id <> client_id
      and ('admin' = any(string_to_array(details ->> 'to', ' '))) <> ('admin' = any(string_to_array(details ->> 'from', ' ')))
  ), week as (select p_now - interval '7 days' as began)
  select c.id, approval_fault('setting', p_author, c.id, p_now, p_now, 'any network') is null
  from client c, week
  where c.id <> p_author and (
    ('admin' = any(c.roles)
      and coalesce(c.blocked_at > began, true) and coalesce(c.frozen_at > began, true) and coalesce(c.closed_at > began, true)
      and not exists (select from turn t where t.client_id = c.id and t.made and t.created_at > began))
    or exists (
      select from turn lost where lost.client_id = c.id and not lost.made and lost.created_at > began
        and not exists (
          select from turn before where before.client_id = c.id and before.made
            and before.created_at > lost.created_at - interval '7 days' and before.created_at <= lost.created_at))
  )
$$;

drop function may_be_second, is_newcomer;

-- What lets one client do more than he might before waits for a second person, as a change of the house's own limits does.
-- What lets more through is reckoned here, so that none is written without its second person, whoever writes it.

-- One person at two profiles is no second person. So whoever was given such a role within the week counts neither as the one nor as
-- the other of two, nor does somebody whom other staff have let in anew: by another e-mail address, or without his second factor.
create function is_newcomer(p_client uuid, p_roles text[], p_now timestamptz) returns boolean language sql stable as $$
  select exists (
    select from audit_entry
    where client_id = p_client and created_at > p_now - interval '7 days'
      and (act = 'clients.reset_second_factor'
        or (act = 'staff.set_roles' and string_to_array(details ->> 'to', ' ') && p_roles
          and not string_to_array(details ->> 'from', ' ') && p_roles)))
  or exists (
    select from email_change
    where client_id = p_client and asked_by is not null and confirmed_at > p_now - interval '7 days')
$$;

create function may_be_second(p_id uuid, p_author uuid, p_roles text[], p_now timestamptz) returns boolean language sql stable as $$
  select p_id <> p_author and not is_newcomer(p_id, p_roles, p_now) and not is_newcomer(p_author, p_roles, p_now) and exists (
    select from client
    where id = p_id and roles && p_roles and blocked_at is null and frozen_at is null and closed_at is null)
$$;

-- As before, but for who may confirm. Whoever was let in anew stands in the way all the same: else he would be got rid of by it.
create or replace function second_administrators(p_author uuid, p_now timestamptz)
returns table (id uuid, may_confirm boolean) language sql stable as $$
  with turn as (
    select client_id, created_at, 'admin' = any(string_to_array(details ->> 'to', ' ')) as made
    from audit_entry
    where act = 'staff.set_roles' and created_at > p_now - interval '14 days'
      and ('admin' = any(string_to_array(details ->> 'to', ' '))) <> ('admin' = any(string_to_array(details ->> 'from', ' ')))
  ), week as (select p_now - interval '7 days' as began)
  select c.id, may_be_second(c.id, p_author, '{admin}', p_now)
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

create table override_proposal (
  id            uuid        primary key,
  client_id     uuid        not null references client,
  kind          text        not null check (kind in ('trading_accounts', 'deposit', 'withdrawal')),
  /* The house's rule again, instead of a limit. */
  ends          boolean     not null,
  most_accounts int         check (most_accounts between 0 and 100),
  per_operation bigint      check (per_operation >= 0),
  per_day       bigint      check (per_day >= 0),
  per_month     bigint      check (per_month >= 0),
  until         date,
  reason        text        not null,
  /* What held when it was proposed, in words, when that was set, null for the house's rule, and that rule itself; something
     else since, and it is worth nothing. */
  was           text        not null,
  was_set_at    timestamptz,
  was_house     bigint[]    not null,
  author_id     uuid        not null references client,
  created_at    timestamptz not null,
  expires_at    timestamptz not null check (expires_at > created_at),
  state         text        not null default 'open' check (state in ('open', 'confirmed', 'declined', 'withdrawn', 'expired')),
  decided_by    uuid        references client,
  decided_at    timestamptz,
  /* Why it was declined. */
  answer        text        check (length(answer) between 3 and 300),
  check ((kind = 'trading_accounts' and not ends) = (most_accounts is not null)),
  check ((kind <> 'trading_accounts' and not ends) or coalesce(per_operation, per_day, per_month) is null),
  check (author_id <> client_id and decided_by <> client_id),
  check ((state = 'open') = (decided_at is null)),
  check ((state in ('confirmed', 'declined', 'withdrawn')) = (decided_by is not null)),
  check (state <> 'confirmed' or decided_at < expires_at),
  check ((state = 'declined') = (answer is not null)),
  constraint override_proposal_by_other check (state not in ('confirmed', 'declined') or decided_by <> author_id),
  constraint override_proposal_by_author check (state <> 'withdrawn' or decided_by = author_id)
);
create unique index override_proposal_open on override_proposal (client_id, kind) where state = 'open';

create function hold_override_proposal() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.state <> 'open'
     or (to_jsonb(new) - array['state', 'decided_by', 'decided_at', 'answer'])
        is distinct from (to_jsonb(old) - array['state', 'decided_by', 'decided_at', 'answer']) then
    raise exception 'a proposal stays as it is' using errcode = 'restrict_violation';
  end if;
  if new.state = 'confirmed' and not may_be_second(new.decided_by, new.author_id, '{compliance,admin}', new.decided_at) then
    raise exception 'a proposal for a client was not confirmed by a second person'
      using errcode = 'check_violation', constraint = 'override_proposal_by_second';
  end if;
  return new;
end $$;
create trigger override_proposal_held before update or delete on override_proposal
  for each row execute function hold_override_proposal();

create function open_override_proposal() returns trigger language plpgsql as $$
begin
  raise exception 'a proposal begins open' using errcode = 'check_violation', constraint = 'override_proposal_begins_open';
end $$;
create trigger override_proposal_begun before insert on override_proposal
  for each row when (new.state <> 'open') execute function open_override_proposal();

alter table client_override add column proposal_id uuid unique references override_proposal;

-- Limits as a list: of accounts one, of payments each time, in a day and in a month; null is none. Of a client whose level
-- does not let him pay at all the house allows nothing.
create function house_limits(p_client uuid, p_kind text) returns bigint[] language sql stable as $$
  select case
    when p_kind = 'trading_accounts' then array[coalesce((
      select (value #>> '{}')::bigint from setting_version where key = 'trading.accounts_per_client' order by number desc limit 1), 3)]
    when r.allowed is not true then array[0, 0, 0]::bigint[]
    when p_kind = 'deposit' then array[r.per_operation, r.per_day, r.per_month]
    else array[floor(r.per_operation * b.withdrawal_limit_factor), floor(r.per_day * b.withdrawal_limit_factor),
               floor(r.per_month * b.withdrawal_limit_factor)]::bigint[] end
  from client c join client_benefit b on b.client_id = c.id
  left join payment_right r on r.kind = p_kind and r.level = greatest(c.verification_level, (c.email_verified_at is not null)::int)
  where c.id = p_client
$$;

create function limits_of(p_kind text, p_most int, p_operation bigint, p_day bigint, p_month bigint) returns bigint[]
language sql immutable as $$
  select case when p_kind = 'trading_accounts' then array[p_most::bigint] else array[p_operation, p_day, p_month] end
$$;

-- What is not known is within nothing, so that it takes a second person.
create function limits_within(p_one bigint[], p_other bigint[]) returns boolean language sql immutable as $$
  select p_one is not null and p_other is not null and coalesce(
    (select bool_and(other is null or (one is not null and one <= other)) from unnest(p_one, p_other) pair (one, other)), false)
$$;

-- Whether a client may do more by it on any day to come; without limits it is the house's rule again.
create function override_loosens(p_client uuid, p_kind text, p_limits bigint[], p_until date, p_at timestamptz) returns boolean
language sql stable as $$
  select not (case
    when p_limits is null then o.limits is null or limits_within(house, o.limits)
    when o.limits is null then limits_within(p_limits, house)
    else limits_within(p_limits, o.limits)
      and (coalesce(p_until, 'infinity') <= coalesce(o.until, 'infinity') or limits_within(p_limits, house))
      and (coalesce(p_until, 'infinity') >= coalesce(o.until, 'infinity') or limits_within(house, o.limits)) end)
  from house_limits(p_client, p_kind) house left join (
    select limits_of(kind, most_accounts, per_operation, per_day, per_month) as limits, until from client_override
    where client_id = p_client and kind = p_kind and (until is null or until >= (p_at at time zone 'UTC')::date)) o on true
$$;

create function need_second_for_override() returns trigger language plpgsql as $$
declare
  confirmed boolean;
begin
  if tg_op = 'DELETE' then
    confirmed := exists (
      select from override_proposal p
      where p.client_id = old.client_id and p.kind = old.kind and p.ends and p.state = 'confirmed' and p.was_set_at = old.set_at);
    if not confirmed and not limits_within(house_limits(old.client_id, old.kind),
                                           limits_of(old.kind, old.most_accounts, old.per_operation, old.per_day, old.per_month)) then
      raise exception 'the end of a limit of % lacks a second person', old.kind
        using errcode = 'check_violation', constraint = 'client_override_is_confirmed';
    end if;
    return old;
  end if;
  confirmed := exists (
    select from override_proposal p
    where p.id = new.proposal_id and p.state = 'confirmed' and not p.ends and p.decided_at = new.set_at
      and (p.client_id, p.kind, p.author_id, p.reason) = (new.client_id, new.kind, new.set_by, new.reason)
      and (p.most_accounts, p.per_operation, p.per_day, p.per_month, p.until)
          is not distinct from (new.most_accounts, new.per_operation, new.per_day, new.per_month, new.until));
  if new.proposal_id is not null and not confirmed
     or new.proposal_id is null and override_loosens(
       new.client_id, new.kind, limits_of(new.kind, new.most_accounts, new.per_operation, new.per_day, new.per_month), new.until, new.set_at) then
    raise exception 'a limit of % lacks a second person', new.kind
      using errcode = 'check_violation', constraint = 'client_override_is_confirmed';
  end if;
  return new;
end $$;
create trigger client_override_confirmed before insert or update or delete on client_override
  for each row execute function need_second_for_override();

-- What takes two people is proposed and decided on in one way, whatever it is about: a setting of the house, a limit of a client, his
-- level by hand, another e-mail address that staff ask for. Who may be the second, that nobody decides on what is his own, and that
-- what held is what still holds, stands here once for all of them.

create table proposal (
  id         uuid        primary key,
  kind       text        not null check (kind in ('setting', 'limits', 'level', 'email')),
  /* Which setting, or limits of what. */
  key        text,
  client_id  uuid        references client,
  /* What held when it was proposed; something else since, and it is worth nothing. */
  was        jsonb       not null,
  value      jsonb       not null,
  reason     text        not null check (length(reason) between 3 and 300),
  author_id  uuid        not null references client,
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at),
  state      text        not null default 'open' check (state in ('open', 'confirmed', 'declined', 'withdrawn', 'expired')),
  decided_by uuid        references client,
  decided_at timestamptz,
  /* Why it was declined. */
  answer     text        check (length(answer) between 3 and 300),
  check (coalesce(case kind when 'setting' then setting_is_guarded(key)
                            when 'limits' then key in ('trading_accounts', 'deposit', 'withdrawal')
                            else key is null end, false)),
  check ((kind = 'setting') = (client_id is null)),
  check (author_id <> client_id and decided_by <> client_id),
  check ((state = 'open') = (decided_at is null)),
  check ((state in ('confirmed', 'declined', 'withdrawn')) = (decided_by is not null)),
  check (state <> 'confirmed' or decided_at < expires_at),
  check ((state = 'declined') = (answer is not null)),
  constraint proposal_by_other check (state not in ('confirmed', 'declined') or decided_by <> author_id),
  constraint proposal_by_author check (state <> 'withdrawn' or decided_by = author_id),
  unique (id, key, author_id, decided_by)
);
create unique index proposal_open on proposal (kind, coalesce(key, ''), coalesce(client_id::text, '')) where state = 'open';
create index proposal_of_client on proposal (client_id, kind);

-- What holds for a client, to be compared with what held when something else was proposed.
create function client_standing(p_kind text, p_key text, p_client uuid, p_now timestamptz) returns jsonb language sql stable as $$
  select case p_kind
    when 'limits' then jsonb_build_object('house', house_limits(p_client, p_key), 'own', (
      select jsonb_build_object('limits', limits_of(kind, most_accounts, per_operation, per_day, per_month), 'until', until,
                                'set_at', extract(epoch from set_at))
      from client_override
      where client_id = p_client and kind = p_key and (until is null or until >= (p_now at time zone 'UTC')::date)))
    when 'level' then (
      select jsonb_build_object('level', verification_level, 'by_hand', level_override) from client where id = p_client)
    when 'email' then (
      select jsonb_build_object('email', email, 'disputed', email_disputed_at is not null) from client where id = p_client) end
$$;

-- As it is proposed; null instead is the house's rule again.
create function limits_value(p_most int, p_operation bigint, p_day bigint, p_month bigint, p_until date) returns jsonb
language sql immutable as $$
  select jsonb_build_object('most', p_most, 'per_operation', p_operation, 'per_day', p_day, 'per_month', p_month, 'until', p_until)
$$;

insert into proposal
select id, 'setting', key, null, jsonb_build_object('version', version, 'value', was), value, reason, author_id, created_at, expires_at,
       state, decided_by, decided_at, answer
from setting_proposal;

insert into proposal
select p.id, 'limits', p.kind, p.client_id,
       case when p.state = 'open' and p.was_house = house_limits(p.client_id, p.kind) and p.was_set_at is not distinct from o.set_at
         then client_standing('limits', p.kind, p.client_id, p.created_at) else jsonb_build_object('words', p.was) end,
       case when p.ends then 'null' else limits_value(p.most_accounts, p.per_operation, p.per_day, p.per_month, p.until) end,
       p.reason, p.author_id, p.created_at, p.expires_at, p.state, p.decided_by, p.decided_at, p.answer
from override_proposal p left join client_override o on o.client_id = p.client_id and o.kind = p.kind;

alter table setting_version drop constraint setting_version_as_proposed,
  add constraint setting_version_as_proposed foreign key (proposal_id, key, by_id, confirmed_by)
    references proposal (id, key, author_id, decided_by);
alter table client_override drop constraint client_override_proposal_id_fkey, add foreign key (proposal_id) references proposal;
drop table setting_proposal, override_proposal;
drop function hold_setting_proposal, hold_override_proposal, open_override_proposal;

create function deciders_of(p_kind text) returns text[] language sql immutable as $$
  select case when p_kind = 'setting' then '{admin}'::text[] else '{compliance,admin}' end
$$;

-- By his roles, and by being there.
create function is_decider(p_id uuid, p_kind text) returns boolean language sql stable as $$
  select exists (
    select from client
    where id = p_id and roles && deciders_of(p_kind) and blocked_at is null and frozen_at is null and closed_at is null)
$$;

-- It begins open and is decided on once; what was proposed stays as it was. Only a second person puts it into force, and only
-- while what held still does; of a setting the version says that.
create function hold_proposal() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    raise exception 'a proposal begins open' using errcode = 'check_violation', constraint = 'proposal_begins_open';
  end if;
  if tg_op = 'DELETE' or old.state <> 'open'
     or (to_jsonb(new) - array['state', 'decided_by', 'decided_at', 'answer'])
        is distinct from (to_jsonb(old) - array['state', 'decided_by', 'decided_at', 'answer']) then
    raise exception 'a proposal stays as it is' using errcode = 'restrict_violation';
  end if;
  if new.state = 'confirmed' and not may_be_second(new.decided_by, new.author_id, deciders_of(new.kind), new.decided_at) then
    raise exception 'a proposal was not confirmed by a second person' using errcode = 'check_violation', constraint = 'proposal_by_second';
  end if;
  if new.state = 'confirmed' and new.client_id is not null
     and new.was <> client_standing(new.kind, new.key, new.client_id, new.decided_at) then
    raise exception 'something else holds than when it was proposed' using errcode = 'check_violation', constraint = 'proposal_as_it_was';
  end if;
  return new;
end $$;
create trigger proposal_held before update or delete on proposal for each row execute function hold_proposal();
create trigger proposal_begun before insert on proposal for each row when (new.state <> 'open') execute function hold_proposal();

create or replace function need_second_administrator() returns trigger language plpgsql as $$
begin
  if new.proposal_id is not null then
    if not exists (
      select from proposal p
      where p.id = new.proposal_id and p.kind = 'setting' and p.state = 'confirmed' and p.author_id = new.by_id
        and p.decided_by = new.confirmed_by and (p.was ->> 'version')::int = new.number - 1 and p.value = new.value) then
      raise exception 'setting % was not confirmed as it is', new.key
        using errcode = 'check_violation', constraint = 'setting_version_is_confirmed';
    end if;
  elsif setting_is_guarded(new.key) and new.by_id is not null
    and exists (select from second_administrators(new.by_id, new.created_at)) then
    raise exception 'setting % lacks a second administrator', new.key
      using errcode = 'check_violation', constraint = 'setting_version_is_confirmed';
  end if;
  return new;
end $$;

create or replace function need_second_for_override() returns trigger language plpgsql as $$
declare
  confirmed boolean;
begin
  if tg_op = 'DELETE' then
    confirmed := exists (
      select from proposal p
      where p.kind = 'limits' and p.client_id = old.client_id and p.key = old.kind and p.value = 'null' and p.state = 'confirmed'
        and (p.was #>> '{own,set_at}')::numeric = extract(epoch from old.set_at));
    if not confirmed and not limits_within(house_limits(old.client_id, old.kind),
                                           limits_of(old.kind, old.most_accounts, old.per_operation, old.per_day, old.per_month)) then
      raise exception 'the end of a limit of % lacks a second person', old.kind
        using errcode = 'check_violation', constraint = 'client_override_is_confirmed';
    end if;
    return old;
  end if;
  confirmed := exists (
    select from proposal p
    where p.id = new.proposal_id and p.kind = 'limits' and p.state = 'confirmed' and p.decided_at = new.set_at
      and (p.client_id, p.key, p.author_id, p.reason) = (new.client_id, new.kind, new.set_by, new.reason)
      and p.value = limits_value(new.most_accounts, new.per_operation, new.per_day, new.per_month, new.until));
  if new.proposal_id is not null and not confirmed
     or new.proposal_id is null and override_loosens(
       new.client_id, new.kind, limits_of(new.kind, new.most_accounts, new.per_operation, new.per_day, new.per_month), new.until, new.set_at) then
    raise exception 'a limit of % lacks a second person', new.kind
      using errcode = 'check_violation', constraint = 'client_override_is_confirmed';
  end if;
  return new;
end $$;

-- Whether a level by hand gives more than his own steps do, now or once one of them counts no more, and than two have agreed on.
create function level_loosens(p_client uuid, p_level int) returns boolean language sql stable as $$
  select coalesce(p_level > coalesce(c.level_override, 0) and p_level >= v.level, false)
  from client c join verification_standing v on v.client_id = c.id where c.id = p_client
$$;

alter table client add column level_proposal_id uuid references proposal;

create function need_second_for_level() returns trigger language plpgsql as $$
begin
  if level_loosens(new.id, new.level_override) and not exists (
    select from proposal p
    where p.id = new.level_proposal_id and p.kind = 'level' and p.state = 'confirmed' and p.client_id = new.id
      and p.value = to_jsonb(new.level_override) and p.was = client_standing('level', null, new.id, p.decided_at)) then
    raise exception 'level % by hand lacks a second person', new.level_override
      using errcode = 'check_violation', constraint = 'client_level_is_confirmed';
  end if;
  return new;
end $$;
create trigger client_level_confirmed before update of level_override on client
  for each row when (new.level_override is distinct from old.level_override) execute function need_second_for_level();

alter table email_change add column proposal_id uuid unique references proposal;

create function need_second_for_email() returns trigger language plpgsql as $$
begin
  if not exists (
    select from proposal p
    where p.id = new.proposal_id and p.kind = 'email' and p.state = 'confirmed' and p.client_id = new.client_id
      and p.author_id = new.asked_by and p.value ->> 'email' = new.email) then
    raise exception 'an address that staff ask for lacks a second person'
      using errcode = 'check_violation', constraint = 'email_change_is_confirmed';
  end if;
  return new;
end $$;
create trigger email_change_confirmed before insert on email_change
  for each row when (new.asked_by is not null) execute function need_second_for_email();

-- Notices of earlier versions, as they are written now.
update notification set kind = case kind when 'setting_proposed' then 'proposal_made' when 'setting_declined' then 'proposal_declined'
                                         else 'proposal_lapsed' end,
                        params = (params - 'setting') || jsonb_build_object('what', params -> 'setting')
where kind in ('setting_proposed', 'setting_declined', 'setting_lapsed');
update notification n
set kind = 'proposal_made',
    params = params || jsonb_build_object('what', jsonb_build_object(
      'words', 'mails.proposal_limits',
      'params', jsonb_build_object('name', (
        select c.first_name || ' ' || c.second_name from client c where c.id::text = split_part(n.path, '/', 4)))))
where kind = 'override_proposed';
insert into notification_kind_choice (person_id, kind, channel, wanted)
select person_id, case kind when 'setting_declined' then 'proposal_declined' when 'setting_lapsed' then 'proposal_lapsed'
                            else 'proposal_made' end, channel, bool_or(wanted)
from notification_kind_choice
where kind in ('setting_proposed', 'setting_declined', 'setting_lapsed', 'override_proposed') group by 1, 2, 3;
delete from notification_kind_choice where kind in ('setting_proposed', 'setting_declined', 'setting_lapsed', 'override_proposed');

-- Settings that protect money are changed by two: one administrator proposes, another one confirms. What says who is needed and
-- who may confirm stands here, so that a version that lacks its second person cannot be written, whoever writes it.

create table setting_proposal (
  id         uuid        primary key,
  key        text        not null check (key like 'payments.%' or key like 'security.%'),
  /* The version that held when it was proposed; another one since, and it is worth nothing. */
  version    int         not null check (version >= 0),
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
  check ((state = 'open') = (decided_at is null)),
  check ((state in ('confirmed', 'declined', 'withdrawn')) = (decided_by is not null)),
  check ((state = 'declined') = (answer is not null)),
  constraint setting_proposal_by_other check (state not in ('confirmed', 'declined') or decided_by <> author_id),
  constraint setting_proposal_by_author check (state <> 'withdrawn' or decided_by = author_id),
  unique (id, key, author_id, decided_by)
);
create unique index setting_proposal_open on setting_proposal (key) where state = 'open';

-- It is decided on once; what was proposed stays as it was.
create function hold_setting_proposal() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.state <> 'open'
     or (new.id, new.key, new.version, new.was, new.value, new.reason, new.author_id, new.created_at, new.expires_at)
        is distinct from (old.id, old.key, old.version, old.was, old.value, old.reason, old.author_id, old.created_at, old.expires_at) then
    raise exception 'a proposal stays as it is' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger setting_proposal_held before update or delete on setting_proposal
  for each row execute function hold_setting_proposal();

-- Who stands beside an administrator. A week must pass before one who was made administrator counts, and before one who lost the role,
-- was shut out or froze himself counts no more: nobody gets rid of the others, or makes himself a second profile, in order to change
-- something on the same day. The log of acts knows since when.
create function second_administrators(p_author uuid, p_now timestamptz)
returns table (id uuid, may_confirm boolean) language sql stable as $$
  with turn as (
    select client_id, created_at, 'admin' = any(string_to_array(details ->> 'to', ' ')) as made
    from audit_entry
    where act = 'staff.set_roles' and created_at > p_now - interval '14 days'
      and ('admin' = any(string_to_array(details ->> 'to', ' '))) <> ('admin' = any(string_to_array(details ->> 'from', ' ')))
  ), week as (select p_now - interval '7 days' as began)
  select c.id, 'admin' = any(c.roles) and c.blocked_at is null and c.frozen_at is null and c.closed_at is null
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

alter table setting_version add column proposal_id uuid unique, add column confirmed_by uuid,
  add constraint setting_version_by_two check ((proposal_id is null) = (confirmed_by is null) and confirmed_by <> by_id),
  add constraint setting_version_as_proposed foreign key (proposal_id, key, by_id, confirmed_by)
    references setting_proposal (id, key, author_id, decided_by);

-- As the set-up of the house has no author, it needs nobody beside it.
create function need_second_administrator() returns trigger language plpgsql as $$
begin
  if new.proposal_id is not null then
    if not exists (
      select from setting_proposal p
      where p.id = new.proposal_id and p.state = 'confirmed' and p.author_id = new.by_id and p.decided_by = new.confirmed_by
        and p.version = new.number - 1 and p.value = new.value) then
      raise exception 'setting % was not confirmed as it is', new.key
        using errcode = 'check_violation', constraint = 'setting_version_is_confirmed';
    end if;
  elsif (new.key like 'payments.%' or new.key like 'security.%') and new.by_id is not null
    and exists (select from second_administrators(new.by_id, new.created_at)) then
    raise exception 'setting % lacks a second administrator', new.key
      using errcode = 'check_violation', constraint = 'setting_version_is_confirmed';
  end if;
  return new;
end $$;
create trigger setting_version_confirmed before insert on setting_version
  for each row execute function need_second_administrator();

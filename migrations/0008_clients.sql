-- Clients: what staff record about a client, tiers with their benefits, and what clients do with their account:
-- closure, data export and the PIN for phone calls.
-- No member of staff can be their own manager, set their own limits or tier, impersonate themselves or confirm their own PIN.
-- Triggers record every change of a client's tier.

create table client_note (
  id         uuid        primary key,
  client_id  uuid        not null references person,
  author_id  uuid        not null references person,
  key_id     uuid,
  text       text        not null check (length(text) between 1 and 2000),
  created_at timestamptz not null
);
create index client_note_of_client on client_note (client_id, id desc);

comment on table client_note is 'A note of staff about a client.';
comment on column client_note.key_id is 'The key whose program wrote it, for which the author answers; null of a person.';

create trigger client_note_append_only before update or delete on client_note
  for each row execute function refuse_change();

create table client_tag (
  client_id  uuid        not null references person,
  tag        text        not null check (length(tag) between 1 and 30),
  author_id  uuid        not null references person,
  created_at timestamptz not null,
  primary key (client_id, tag)
);
create index client_tag_by_tag on client_tag (tag);

comment on table client_tag is 'A tag that staff gave a client.';

create table client_manager (
  client_id  uuid        primary key references person,
  manager_id uuid        references person,
  since      timestamptz not null,
  check (manager_id <> client_id)
);
create index client_manager_by_manager on client_manager (manager_id);

comment on table client_manager is 'The personal manager of a client; a client without a row has none.';
comment on column client_manager.manager_id is 'Member of staff; null when the manager has left and the client has no other yet.';

create table client_override (
  client_id           uuid        not null references person,
  kind                text        not null check (kind in ('trading_accounts', 'deposit', 'withdrawal')),
  max_accounts        int         check (max_accounts between 0 and 100),
  per_operation       bigint      check (per_operation >= 0),
  per_day             bigint      check (per_day >= 0),
  per_month           bigint      check (per_month >= 0),
  until               date,
  reason              text        not null,
  set_by              uuid        references person,
  set_at              timestamptz not null,
  approval_request_id uuid        unique references approval_request,
  primary key (client_id, kind),
  check (set_by <> client_id),
  check ((kind = 'trading_accounts') = (max_accounts is not null)),
  check (kind <> 'trading_accounts' or coalesce(per_operation, per_day, per_month) is null)
);

comment on table client_override is
  'Limits of one client instead of the general ones; whether the client may pay at all still depends on the level.';
comment on column client_override.kind is 'What is limited: the number of trading accounts, deposits or withdrawals.';
comment on column client_override.max_accounts is 'Maximum number of trading accounts.';
comment on column client_override.per_operation is 'US cents; null for no limit.';
comment on column client_override.per_day is 'US cents in any 24 hours; null for no limit.';
comment on column client_override.per_month is 'US cents in any 30 days; null for no limit.';
comment on column client_override.until is 'Last day (UTC) on which it applies; null for no end date.';
comment on column client_override.approval_request_id is
  'Approved request behind the limits; null if they allow no more than the limits before.';

-- The guard of approvals in 0010_payments.sql judges by set_at, so it must be the current time.
create trigger client_override_present before insert or update on client_override
  for each row execute function time_is_present('set_at');

create table tier (
  name       tier_name primary key,
  from_cents bigint    not null check (from_cents >= 0),
  -- All tiers change in one statement, in the course of which two may have the same amount.
  unique (from_cents) deferrable
);

comment on table tier is 'A tier that clients earn by their realised equity.';
comment on column tier.from_cents is 'Equity from which a client earns the tier, in US cents.';

insert into tier (name, from_cents) values
  ('standard', 0),
  ('silver',   100000),
  ('gold',     500000),
  ('platinum', 2000000),
  ('vip',      5000000);

create table tier_setting (
  only_row   boolean primary key default true check (only_row),
  days_below int     not null check (days_below between 0 and 365)
);

comment on table tier_setting is 'The only row: operator settings of tiers.';
comment on column tier_setting.days_below is 'Days for which a client keeps a tier that the equity no longer reaches.';

insert into tier_setting (days_below) values (30);

create table tier_benefit (
  tier    text not null check (tier in ('standard', 'silver', 'gold', 'platinum', 'vip')),
  benefit text not null check (benefit in (
                  'ipo_fee_percent', 'allotment_weight', 'withdrawal_fee_off_percent', 'withdrawal_limit_factor',
                  'support_hours', 'personal_manager', 'content')),
  value   text not null,
  primary key (tier, benefit),
  check (
    case benefit
      when 'personal_manager' then value in ('yes', 'no')
      when 'content'          then value in ('public', 'analytics', 'research')
      else value ~ '^\d{1,3}(\.\d{1,2})?$'
    end),
  check (
    case benefit
      when 'withdrawal_fee_off_percent' then value::numeric <= 100
      when 'withdrawal_limit_factor'    then value::numeric >= 1
      else true
    end)
);

comment on table tier_benefit is 'One benefit of one tier, as the operator set it.';
comment on column tier_benefit.value is 'By benefit: a percentage, a weight, a factor, hours until support replies, or a word.';

insert into tier_benefit (tier, benefit, value) values
  ('standard', 'ipo_fee_percent',            '3'),
  ('standard', 'allotment_weight',           '1'),
  ('standard', 'withdrawal_fee_off_percent', '0'),
  ('standard', 'withdrawal_limit_factor',    '1'),
  ('standard', 'support_hours',              '24'),
  ('standard', 'personal_manager',           'no'),
  ('standard', 'content',                    'public'),
  ('silver',   'ipo_fee_percent',            '2.5'),
  ('silver',   'allotment_weight',           '1.25'),
  ('silver',   'withdrawal_fee_off_percent', '0'),
  ('silver',   'withdrawal_limit_factor',    '1'),
  ('silver',   'support_hours',              '12'),
  ('silver',   'personal_manager',           'no'),
  ('silver',   'content',                    'analytics'),
  ('gold',     'ipo_fee_percent',            '2'),
  ('gold',     'allotment_weight',           '1.5'),
  ('gold',     'withdrawal_fee_off_percent', '25'),
  ('gold',     'withdrawal_limit_factor',    '1.5'),
  ('gold',     'support_hours',              '8'),
  ('gold',     'personal_manager',           'no'),
  ('gold',     'content',                    'analytics'),
  ('platinum', 'ipo_fee_percent',            '1.5'),
  ('platinum', 'allotment_weight',           '2'),
  ('platinum', 'withdrawal_fee_off_percent', '50'),
  ('platinum', 'withdrawal_limit_factor',    '2'),
  ('platinum', 'support_hours',              '4'),
  ('platinum', 'personal_manager',           'yes'),
  ('platinum', 'content',                    'research'),
  ('vip',      'ipo_fee_percent',            '1'),
  ('vip',      'allotment_weight',           '3'),
  ('vip',      'withdrawal_fee_off_percent', '100'),
  ('vip',      'withdrawal_limit_factor',    '3'),
  ('vip',      'support_hours',              '1'),
  ('vip',      'personal_manager',           'yes'),
  ('vip',      'content',                    'research');

create table tier_day (
  day         date        primary key,
  measured_at timestamptz not null
);

comment on table tier_day is 'A day for which the tiers were evaluated, by the equity at its start.';
comment on column tier_day.day is 'Day in UTC; evaluated once, because its row is written in the same transaction.';

create table client_tier (
  client_id       uuid        primary key references person,
  earned_tier     tier_name   not null,
  below_since     date,
  below_best      tier_name,
  override_tier   tier_name,
  override_reason text        check (length(override_reason) between 3 and 300),
  override_by     uuid        references person,
  override_until  date,
  tier            text        not null generated always as (coalesce(override_tier, earned_tier)) stored,
  source          text        not null generated always as (
                                case when override_tier is null then 'metric' else 'override' end) stored,
  since           date        not null,
  changed_at      timestamptz not null,
  changed_by      uuid        references person,
  check (override_by <> client_id),
  check ((below_since is null) = (below_best is null)),
  check (tier_rank(below_best) < tier_rank(earned_tier)),
  check (num_nonnulls(override_tier, override_reason, override_by, override_until) in (0, 4))
);
create index client_tier_by_tier on client_tier (tier, client_id desc);
create index client_tier_overridden on client_tier (override_until) where override_until is not null;

comment on table client_tier is
  'The tier of a client: it rises the day after the equity does, and falls when the equity was too low for a while.';
comment on column client_tier.earned_tier is 'Tier by realised equity, whatever staff have set.';
comment on column client_tier.below_since is 'First day on which the equity did not reach earned_tier; null while it does.';
comment on column client_tier.below_best is 'Highest tier that the equity reached on any day since below_since.';
comment on column client_tier.override_tier is 'Tier set by staff for a time; null if none.';
comment on column client_tier.override_until is 'Last day (UTC) of the tier set by staff.';
comment on column client_tier.tier is 'Tier that applies.';
comment on column client_tier.since is 'Day (UTC) from which the tier applies.';
comment on column client_tier.changed_by is 'Member of staff; null when the evaluation changed it.';

create function date_tier() returns trigger language plpgsql as $$
begin
  if coalesce(new.override_tier, new.earned_tier) <> old.tier then
    new.since := (new.changed_at at time zone 'UTC')::date;
  end if;
  return new;
end $$;
create trigger client_tier_dated before update on client_tier
  for each row execute function date_tier();

-- A tier lowers fees and widens limits: staff set it only by an approved request for this tier until this day, from the moment of
-- the decision on.
create function require_approval_for_tier() returns trigger language plpgsql as $$
begin
  if not exists (
    select from approval_request p
    where p.kind = 'tier' and p.state = 'approved' and p.client_id = new.client_id and p.decided_at = new.changed_at
      and p.value ->> 'tier' = new.override_tier and (p.value ->> 'until')::date = new.override_until) then
    raise exception 'the tier of a client lacks a second person who approves it'
      using errcode = 'check_violation', constraint = 'client_tier_is_approved';
  end if;
  return new;
end $$;
create trigger client_tier_insert_guard before insert on client_tier for each row
  when (new.override_tier is not null) execute function require_approval_for_tier();
create trigger client_tier_guard before update on client_tier for each row
  when (new.override_tier is not null and (new.client_id, new.override_tier, new.override_until)
        is distinct from (old.client_id, old.override_tier, old.override_until))
  execute function require_approval_for_tier();

create table client_tier_change (
  id         bigint      primary key generated always as identity,
  client_id  uuid        not null references person,
  from_tier  text,
  tier       text        not null,
  source     text        not null,
  reason     text,
  until      date,
  changed_by uuid        references person,
  at         timestamptz not null
);
create index client_tier_change_at on client_tier_change (at);
create index client_tier_change_of_client on client_tier_change (client_id, id desc);

comment on table client_tier_change is 'A change of a client''s tier or of its override; triggers on client_tier write it.';
comment on column client_tier_change.from_tier is 'Tier before; null for the first.';
comment on column client_tier_change.source is 'metric for the equity, override for staff.';
comment on column client_tier_change.reason is 'Reason of staff; null without an override.';
comment on column client_tier_change.until is 'Last day (UTC) of the tier set by staff; null without an override.';
comment on column client_tier_change.changed_by is 'Member of staff; null when the evaluation changed it.';

create trigger client_tier_change_append_only before update or delete on client_tier_change
  for each row execute function refuse_change();
create trigger client_tier_change_no_truncate before truncate on client_tier_change
  for each statement execute function refuse_change();

-- Every change of a tier has its row in the history, in one insert for all rows of a statement.
create function record_first_tiers() returns trigger language plpgsql as $$
begin
  insert into client_tier_change (client_id, from_tier, tier, source, reason, until, changed_by, at)
  select client_id, null, tier, source, override_reason, override_until, changed_by, changed_at from fresh;
  return null;
end $$;
create trigger client_tier_begins after insert on client_tier referencing new table as fresh
  for each statement execute function record_first_tiers();

-- The plan is made once, whatever the number of rows; a nested loop would compare each old row with each new one.
create function record_tier_changes() returns trigger language plpgsql set enable_nestloop = off as $$
begin
  insert into client_tier_change (client_id, from_tier, tier, source, reason, until, changed_by, at)
  select f.client_id, s.tier, f.tier, f.source, f.override_reason, f.override_until, f.changed_by, f.changed_at
  from fresh f join stale s on s.client_id = f.client_id
  where (s.tier, s.source, s.override_until, s.override_reason)
        is distinct from (f.tier, f.source, f.override_until, f.override_reason);
  return null;
end $$;
create trigger client_tier_changes after update on client_tier referencing old table as stale new table as fresh
  for each statement execute function record_tier_changes();

create view client_benefit as
select c.id as client_id, coalesce(t.tier, 'standard') as tier,
       b.ipo_fee_percent, b.allotment_weight, b.support_hours, b.personal_manager, b.content,
       b.withdrawal_fee_off_percent, b.withdrawal_limit_factor
from person c
left join client_tier t on t.client_id = c.id
join (
  select tier,
         (max(value) filter (where benefit = 'ipo_fee_percent'))::numeric            as ipo_fee_percent,
         (max(value) filter (where benefit = 'allotment_weight'))::numeric           as allotment_weight,
         (max(value) filter (where benefit = 'support_hours'))::int                  as support_hours,
         max(value) filter (where benefit = 'personal_manager') = 'yes'              as personal_manager,
         max(value) filter (where benefit = 'content')                               as content,
         (max(value) filter (where benefit = 'withdrawal_fee_off_percent'))::numeric as withdrawal_fee_off_percent,
         (max(value) filter (where benefit = 'withdrawal_limit_factor'))::numeric    as withdrawal_limit_factor
  from tier_benefit group by tier
) b on b.tier = coalesce(t.tier, 'standard');

comment on view client_benefit is 'The current tier and benefits of one person; other modules read them here.';
comment on column client_benefit.tier is 'standard for a person who was never evaluated.';
comment on column client_benefit.ipo_fee_percent is 'Entry fee of offerings in percent, unless the offering has a lower one.';
comment on column client_benefit.allotment_weight is 'Weight of an application where the allotment method uses weights.';
comment on column client_benefit.support_hours is 'Hours within which support replies.';
comment on column client_benefit.content is 'Highest class of articles that the person may read.';
comment on column client_benefit.withdrawal_fee_off_percent is 'Discount on withdrawal fees, in percent.';
comment on column client_benefit.withdrawal_limit_factor is 'Factor by which withdrawal limits are multiplied.';

create table account_closure (
  id              uuid        primary key,
  client_id       uuid        not null references person,
  reason          text        check (reason in ('not_needed', 'fees', 'service', 'other_broker', 'privacy', 'other')),
  min_withdrawals jsonb       not null,
  outcome         text        check (outcome in ('cancelled', 'closed')),
  requested_at    timestamptz not null,
  closes_at       timestamptz not null,
  notified_at     timestamptz,
  ended_at        timestamptz,
  check (closes_at >= requested_at),
  check ((ended_at is null) = (outcome is null))
);
create index account_closure_of_client on account_closure (client_id, requested_at desc);
create unique index account_closure_one_open on account_closure (client_id) where ended_at is null;

create trigger account_closure_announced after insert or update on account_closure for each row execute function announce_person('client_id');

comment on table account_closure is
  'A client''s request to close the account, which closes after a cooling-off period if nothing prevents it.';
comment on column account_closure.reason is 'Null if the client gave none.';
comment on column account_closure.min_withdrawals is
  'Minor units by currency, as of the request: the client gives up smaller remainders, whatever the minimum is later.';
comment on column account_closure.outcome is 'Null while the request is open.';
comment on column account_closure.closes_at is 'Earliest time of the closure.';
comment on column account_closure.notified_at is 'When the client was notified, once, that something prevents the closure.';

create trigger account_closure_no_delete before delete on account_closure
  for each row execute function refuse_change();

create table impersonation (
  id         uuid        primary key,
  staff_id   uuid        not null references person,
  client_id  uuid        not null references person,
  session_id uuid        not null references session,
  reason     text        not null check (length(reason) between 3 and 300),
  started_at timestamptz not null,
  ends_at    timestamptz not null,
  ended_at   timestamptz,
  check (client_id <> staff_id),
  check (ends_at > started_at),
  check (ended_at >= started_at)
);
create trigger impersonation_announced after insert or update on impersonation for each row execute function announce_person('staff_id');
create index impersonation_of_client on impersonation (client_id, started_at desc);
create unique index impersonation_of_session on impersonation (session_id) where ended_at is null;
create unique index impersonation_of_staff on impersonation (staff_id) where ended_at is null;

comment on table impersonation is
  'A period of some minutes in which a member of staff sees what a client sees, and can change nothing.';
comment on column impersonation.session_id is 'Session of the member of staff that started it; it applies to no other.';
comment on column impersonation.ends_at is 'Latest end.';
comment on column impersonation.ended_at is
  'Actual end; null while it lasts. One that expired gets its end soon after, dated to the expiry.';

-- What programs read of a client stands in several tables, whose writers lock rows in orders of their own. A row added for each
-- change keeps none of them waiting for another, as one row per client would.
create table client_change (
  id         bigint      generated always as identity,
  client_id  uuid        not null,
  changed_at timestamptz not null default change_time(),
  primary key (client_id, changed_at, id)
);
create index client_change_by_time on client_change (changed_at, client_id);

comment on table client_change is 'A change of what programs read of a client; only triggers write it.';
comment on column client_change.changed_at is 'Orders the changes that programs read, by change_time().';

create trigger client_change_append_only before update or delete on client_change
  for each row execute function refuse_change();

create function record_client_change() returns trigger language plpgsql as $$
begin
  insert into client_change (client_id) values ((to_jsonb(coalesce(new, old)) ->> tg_argv[0])::uuid);
  return null;
end $$;
create trigger person_begins after insert on person for each row execute function record_client_change('id');
create trigger person_changes after update on person for each row
  when ((old.email, old.email_verified_at is null, old.first_name, old.second_name, old.phone, old.country, old.language,
         old.verification_level, old.roles, old.frozen_at is null, old.email_disputed_at is null, old.blocked_at is null,
         old.closed_at is null)
        is distinct from
        (new.email, new.email_verified_at is null, new.first_name, new.second_name, new.phone, new.country, new.language,
         new.verification_level, new.roles, new.frozen_at is null, new.email_disputed_at is null, new.blocked_at is null,
         new.closed_at is null))
  execute function record_client_change('id');
create trigger client_tag_changes after insert or delete on client_tag
  for each row execute function record_client_change('client_id');
create trigger client_manager_begins after insert on client_manager for each row
  when (new.manager_id is not null) execute function record_client_change('client_id');
create trigger client_manager_changes after update on client_manager for each row
  when (old.manager_id is distinct from new.manager_id) execute function record_client_change('client_id');
create trigger client_manager_ends after delete on client_manager for each row
  when (old.manager_id is not null) execute function record_client_change('client_id');
-- A client without a row has the standard tier.
create trigger client_tier_recorded after insert on client_tier for each row
  when (new.tier <> 'standard') execute function record_client_change('client_id');
create trigger client_tier_change_recorded after update on client_tier for each row
  when (old.tier <> new.tier) execute function record_client_change('client_id');

create table data_export (
  id           uuid        primary key,
  client_id    uuid        not null references person,
  session_id   uuid        not null references session,
  requested_at timestamptz not null,
  expires_at   timestamptz not null,
  check (expires_at > requested_at)
);
create index data_export_of_client on data_export (client_id, requested_at desc);

comment on table data_export is 'A person''s proven request for a copy of their own data.';
comment on column data_export.session_id is 'Session that may download the copy until expires_at; no other may.';

create table support_pin (
  id         uuid        primary key,
  client_id  uuid        not null references person,
  hash       text        not null,
  misses     int         not null default 0 check (misses between 0 and 5),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  voided_at  timestamptz,
  used_at    timestamptz,
  used_by    uuid        references person,
  check (expires_at > created_at),
  check (used_by <> client_id),
  check ((used_at is null) = (used_by is null))
);
create index support_pin_of_client on support_pin (client_id, created_at desc);
create unique index support_pin_one_open on support_pin (client_id) where used_at is null and voided_at is null;

comment on table support_pin is
  'A PIN that only the client''s own screen shows, for the client to read out to staff on the phone.';
comment on column support_pin.hash is 'Keyed with a secret, because there are only a million PINs to try.';
comment on column support_pin.misses is 'Wrong PINs entered against this one; the fifth makes it unusable.';
comment on column support_pin.voided_at is 'When a newer PIN replaced it.';
comment on column support_pin.used_by is 'Member of staff who confirmed the client by it.';

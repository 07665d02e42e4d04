-- A client's tier is kept: it rises the day after his realised equity does, and falls only when that equity has been
-- below it for a while; staff may set another one for a time. docs/portfolio.md says how it is measured.

create domain tier_name as text check (value in ('standard', 'silver', 'gold', 'platinum', 'vip'));

create table tier (
  name       tier_name primary key,
  /* What it takes, in USD cents. */
  from_cents bigint    not null unique check (from_cents >= 0)
);
insert into tier (name, from_cents) values
  ('standard', 0), ('silver', 100000), ('gold', 500000), ('platinum', 2000000), ('vip', 5000000);

-- What a tier takes may change, which of two is the higher does not.
create function tier_rank(name text) returns int language sql immutable as $$
  select array_position(array['standard', 'silver', 'gold', 'platinum', 'vip'], name)
$$;

create table tier_setting (
  only_row   boolean primary key default true check (only_row),
  /* How long a client keeps a tier that his equity does not reach any more. */
  days_below int     not null check (days_below between 0 and 365)
);
insert into tier_setting (days_below) values (30);

-- Each day (UTC) is measured once, whoever does it: the row is written in the transaction that measures.
create table tier_day (
  day         date        primary key,
  measured_at timestamptz not null
);

create table client_tier (
  client_id       uuid        primary key references client,
  /* By realised equity, whatever staff have set. */
  earned_tier     tier_name   not null,
  /* The first day on which equity did not reach it, and the highest tier that it reached on one of the days since. */
  below_since     date,
  below_best      tier_name,
  override_tier   tier_name,
  override_reason text        check (length(override_reason) between 3 and 300),
  override_by     uuid        references client check (override_by <> client_id),
  /* Its last day. */
  override_until  date,
  tier            text        not null generated always as (coalesce(override_tier, earned_tier)) stored,
  source          text        not null generated always as (case when override_tier is null then 'metric' else 'override' end) stored,
  /* The day from which on it has the tier. */
  since           date        not null,
  changed_at      timestamptz not null,
  /* Of the staff; null when it came about by itself. */
  changed_by      uuid        references client,
  check ((below_since is null) = (below_best is null)),
  check (tier_rank(below_best) < tier_rank(earned_tier)),
  check (num_nonnulls(override_tier, override_reason, override_by, override_until) in (0, 4))
);
create index client_tier_overridden on client_tier (override_until) where override_until is not null;

create table client_tier_change (
  id         bigint      generated always as identity primary key,
  client_id  uuid        not null references client,
  /* Null for the first. */
  from_tier  text,
  tier       text        not null,
  source     text        not null,
  reason     text,
  /* The last day of what staff have set. */
  until      date,
  changed_by uuid        references client,
  at         timestamptz not null
);
create index client_tier_change_of_client on client_tier_change (client_id, id desc);
create index client_tier_change_at on client_tier_change (at);
create trigger client_tier_change_fixed before update or delete on client_tier_change for each row execute function refuse_change();
create trigger client_tier_change_kept before truncate on client_tier_change execute function refuse_change();

create function date_tier() returns trigger language plpgsql as $$
begin
  if coalesce(new.override_tier, new.earned_tier) <> old.tier then
    new.since := (new.changed_at at time zone 'UTC')::date;
  end if;
  return new;
end $$;
create trigger client_tier_dated before update on client_tier for each row execute function date_tier();

-- No change without its line in the history, whoever makes it; for all that a statement changes at once.
create function keep_first_tiers() returns trigger language plpgsql as $$
begin
  insert into client_tier_change (client_id, from_tier, tier, source, reason, until, changed_by, at)
  select client_id, null, tier, source, override_reason, override_until, changed_by, changed_at from fresh;
  return null;
end $$;
create trigger client_tier_begins after insert on client_tier referencing new table as fresh
  for each statement execute function keep_first_tiers();

-- Planned once for however many rows, of which a nested loop would compare each with each.
create function keep_tier_changes() returns trigger language plpgsql set enable_nestloop = off as $$
begin
  insert into client_tier_change (client_id, from_tier, tier, source, reason, until, changed_by, at)
  select f.client_id, s.tier, f.tier, f.source, f.override_reason, f.override_until, f.changed_by, f.changed_at
  from fresh f join stale s on s.client_id = f.client_id
  where (s.tier, s.source, s.override_until, s.override_reason) is distinct from (f.tier, f.source, f.override_until, f.override_reason);
  return null;
end $$;
create trigger client_tier_changes after update on client_tier referencing old table as stale new table as fresh
  for each statement execute function keep_tier_changes();

-- What every client may count on now: the door for other rooms. Somebody who was never measured is standard.
create view client_benefit as
  select c.id as client_id, coalesce(t.tier, 'standard') as tier,
         b.ipo_fee_percent, b.allotment_weight, b.support_hours, b.personal_manager, b.content
  from client c
  left join client_tier t on t.client_id = c.id
  join (select tier,
               (max(value) filter (where benefit = 'ipo_fee_percent'))::numeric as ipo_fee_percent,
               (max(value) filter (where benefit = 'allotment_weight'))::numeric as allotment_weight,
               (max(value) filter (where benefit = 'support_hours'))::int as support_hours,
               max(value) filter (where benefit = 'personal_manager') = 'yes' as personal_manager,
               max(value) filter (where benefit = 'content') as content
        from tier_benefit group by tier) b on b.tier = coalesce(t.tier, 'standard');

-- What moved since an instant is taken back from present balances to know those of then.
create index ledger_transaction_by_time on ledger_transaction using brin (at) with (autosummarize = on);

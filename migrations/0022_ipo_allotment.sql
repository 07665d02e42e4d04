-- Allotment: the seed that nobody can choose afterwards, the inputs as they were frozen, what each application got, and
-- the function by which many holds end in one statement.

-- The seed of the draw is made, and its hash known, before the first application. It is told with the basis of allotment.
create table ipo_seed (
  offering_id  uuid        primary key references ipo_offering,
  seed         bytea       not null unique check (length(seed) = 32),
  commitment   bytea       not null unique check (commitment = sha256(seed)),
  committed_at timestamptz not null
);
create trigger ipo_seed_fixed before update or delete on ipo_seed for each row execute function refuse_change();
create trigger ipo_seed_kept before truncate on ipo_seed execute function refuse_change();

create function ipo_commit_seed() returns trigger language plpgsql as $$
declare
  chosen bytea := sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));
begin
  insert into ipo_seed (offering_id, seed, commitment, committed_at) values (new.id, chosen, sha256(chosen), new.updated_at)
  on conflict do nothing;
  return null;
end $$;
create trigger ipo_offering_commits after insert or update of state on ipo_offering for each row
  when (new.mode = 'subscription' and new.state not in ('draft', 'archived')) execute function ipo_commit_seed();

-- The allotment of an offering. Its row freezes the book; `decided` says that every entry has its lots, `settled` that
-- every application is settled.
create table ipo_allotment (
  offering_id       uuid        primary key references ipo_offering,
  proposal_id       uuid        not null unique references ipo_proposal,
  method            text        not null check (method in ('full', 'pro_rata', 'tier_weighted', 'one_lot_each', 'lottery', 'manual')),
  /* What was reckoned elsewhere, as it was handed in. */
  manual_csv        text        check ((manual_csv is not null) = (method = 'manual')),
  quota             bigint      not null check (quota > 0),
  lot_size          int         not null check (lot_size > 0),
  final_price_minor bigint      not null check (final_price_minor > 0),
  /* By tier, in hundredths. */
  weights           jsonb       not null,
  state             text        not null default 'frozen' check (state in ('frozen', 'decided', 'settled')),
  inputs_sha256     bytea       check (length(inputs_sha256) = 32),
  result_sha256     bytea       check (length(result_sha256) = 32),
  frozen_at         timestamptz not null,
  decided_at        timestamptz,
  settled_at        timestamptz,
  check ((state = 'frozen') = (decided_at is null) and (state = 'settled') = (settled_at is not null)),
  check (state = 'frozen' or num_nulls(inputs_sha256, result_sha256) = 0)
);
create trigger ipo_allotment_kept before delete on ipo_allotment for each row execute function refuse_change();

-- One application as it took part. What is published of it names nobody.
create table ipo_allotment_entry (
  offering_id    uuid    not null references ipo_allotment,
  application_id uuid    not null unique references ipo_application,
  number         bigint  not null,
  tier           text    not null check (tier in ('standard', 'silver', 'gold', 'platinum', 'vip')),
  /* Hundredths. */
  weight         int     not null check (weight > 0),
  requested      int     not null check (requested > 0),
  eligible       boolean not null,
  limit_met      boolean not null,
  /* What counts of the request: nothing without a right to it, and no more than the held money pays for. */
  counted        int     not null check (counted between 0 and requested and (counted = 0 or eligible and limit_met)),
  allotted       int     check (allotted between 0 and counted),
  primary key (offering_id, number)
) with (fillfactor = 70);
create trigger ipo_allotment_entry_kept before delete on ipo_allotment_entry for each row execute function refuse_change();
create trigger ipo_allotment_entry_fixed before update on ipo_allotment_entry for each row
  when (old.allotted is not null or (old.offering_id, old.application_id, old.number, old.tier, old.weight, old.requested, old.eligible, old.limit_met, old.counted)
        is distinct from (new.offering_id, new.application_id, new.number, new.tier, new.weight, new.requested, new.eligible, new.limit_met, new.counted))
  execute function refuse_change();

-- Forward only, and decided only when it is whole and within the quota.
create function ipo_check_allotment() returns trigger language plpgsql as $$
begin
  if (old.state, new.state) not in (('frozen', 'decided'), ('decided', 'settled'))
     or (old.proposal_id, old.method, old.manual_csv, old.quota, old.lot_size, old.final_price_minor, old.weights, old.frozen_at)
        is distinct from (new.proposal_id, new.method, new.manual_csv, new.quota, new.lot_size, new.final_price_minor, new.weights, new.frozen_at)
     or old.state = 'decided' and (old.inputs_sha256, old.result_sha256, old.decided_at) is distinct from (new.inputs_sha256, new.result_sha256, new.decided_at) then
    raise exception 'what an allotment was made of never changes' using errcode = 'restrict_violation';
  end if;
  if new.state = 'decided' and exists (
    select from ipo_allotment_entry e where e.offering_id = new.offering_id
    having coalesce(sum(e.allotted), 0) > new.quota or count(*) <> count(e.allotted) or bool_or(e.allotted % new.lot_size <> 0)
  ) then
    raise exception 'the allotment of offering % exceeds its quota, or is not whole', new.offering_id
      using errcode = 'check_violation', constraint = 'ipo_allotment_within_quota';
  end if;
  return new;
end $$;
create trigger ipo_allotment_forward before update on ipo_allotment for each row execute function ipo_check_allotment();

-- Once the book is frozen nobody leaves it or changes what he asked for, and an offering is listed with all settled.
create function ipo_check_frozen() returns trigger language plpgsql as $$
begin
  if exists (select from ipo_allotment where offering_id = new.offering_id) then
    raise exception 'the book is frozen: application % takes part in the allotment', new.number
      using errcode = 'restrict_violation', constraint = 'ipo_book_is_frozen';
  end if;
  return new;
end $$;
create trigger ipo_application_frozen before update on ipo_application for each row
  when (new.state in ('amended', 'reconfirm_required', 'confirmed', 'cancelled') or new.state in ('rejected', 'expired') and new.settled_at is null
        or (old.quantity, old.limit_price_minor, old.hold_id) is distinct from (new.quantity, new.limit_price_minor, new.hold_id))
  execute function ipo_check_frozen();
create function ipo_check_book_open() returns trigger language plpgsql as $$
begin
  if exists (select from ipo_allotment a where a.offering_id = new.id and (a.state <> 'settled' or new.state = 'withdrawn')) then
    raise exception 'offering % is being allotted', new.ticker
      using errcode = 'restrict_violation', constraint = 'ipo_offering_is_being_allotted';
  end if;
  return new;
end $$;
create trigger ipo_offering_settled_first before update of state on ipo_offering for each row
  when (new.state in ('listed', 'withdrawn') and old.state <> new.state) execute function ipo_check_book_open();

-- What each method would come to, as the desk looked at it. The draw in it is not the offering's: nobody sees that before
-- the decision.
create table ipo_dry_run (
  id            uuid        primary key,
  offering_id   uuid        not null references ipo_offering,
  by_id         uuid        not null references client,
  seed          bytea       not null check (length(seed) = 32),
  inputs_sha256 bytea       not null check (length(inputs_sha256) = 32),
  comparison    jsonb       not null,
  at            timestamptz not null
);
create index ipo_dry_run_of_offering on ipo_dry_run (offering_id, id desc);
create trigger ipo_dry_run_fixed before update or delete on ipo_dry_run for each row execute function refuse_change();

-- What clients have asked for in total: everybody looks at it, and counting a large book each time takes longer than all else.
-- In sixteen rows, so that those who apply at the same moment hardly wait for one another; locked in their order.
create table ipo_demand (
  offering_id uuid   not null references ipo_offering,
  part        int    not null check (part between 0 and 15),
  requested   bigint not null check (requested >= 0),
  applicants  int    not null check (applicants >= 0),
  primary key (offering_id, part)
) with (fillfactor = 50);

create function ipo_is_demand(state text) returns boolean language sql immutable as $$
  select state not in ('cancelled', 'expired', 'rejected')
$$;

create function ipo_count_demand() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into ipo_demand as d (offering_id, part, requested, applicants)
    select n.offering_id, hashtext(n.id::text) & 15, sum(n.quantity), count(*) from new_rows n where ipo_is_demand(n.state)
    group by 1, 2 order by 1, 2
    on conflict (offering_id, part) do update set requested = d.requested + excluded.requested, applicants = d.applicants + excluded.applicants;
  else
    perform from ipo_demand d
    where (d.offering_id, d.part) in (
      select n.offering_id, hashtext(n.id::text) & 15 from new_rows n join old_rows o on o.id = n.id
      where n.quantity <> o.quantity or ipo_is_demand(n.state) <> ipo_is_demand(o.state))
    order by d.offering_id, d.part for update;
    if found then
      update ipo_demand d set requested = d.requested + c.requested, applicants = d.applicants + c.applicants
      from (
        select n.offering_id, hashtext(n.id::text) & 15 as part,
               sum(n.quantity * ipo_is_demand(n.state)::int - o.quantity * ipo_is_demand(o.state)::int) as requested,
               sum(ipo_is_demand(n.state)::int - ipo_is_demand(o.state)::int) as applicants
        from new_rows n join old_rows o on o.id = n.id group by 1, 2) c
      where (d.offering_id, d.part) = (c.offering_id, c.part) and (c.requested <> 0 or c.applicants <> 0);
    end if;
  end if;
  return null;
end $$;
create trigger ipo_application_counts after insert on ipo_application referencing new table as new_rows
  for each statement execute function ipo_count_demand();
create trigger ipo_application_counts_again after update on ipo_application referencing old table as old_rows new table as new_rows
  for each statement execute function ipo_count_demand();
insert into ipo_demand
select offering_id, hashtext(id::text) & 15, sum(quantity), count(*) from ipo_application where ipo_is_demand(state) group by 1, 2;

-- What ledger_resolve_hold does, for several holds at once; `p_of` says to which, by its place, each of the postings
-- belongs. All end or none. Holds are locked in the order of their ids, then keys, then balances in that of their accounts.
create function ledger_resolve_holds(
  p_hold_ids uuid[], p_unused text,
  p_ids uuid[], p_scopes text[], p_keys text[], p_fingerprints bytea[], p_kinds text[], p_reference_types text[],
  p_reference_ids text[], p_actor_ids uuid[], p_reasons text[], p_ats timestamptz[], p_of int[], p_codes text[], p_amounts bigint[]
) returns table (id uuid, at timestamptz, replayed boolean) language plpgsql as $$
#variable_conflict use_column
declare
  made     int;
  expected int;
  written  int;
begin
  perform from ledger_hold h where h.id = any(p_hold_ids) order by h.id for update;
  if exists (
    select from unnest(p_hold_ids, p_scopes, p_keys) asked (hold_id, scope, key)
    left join ledger_hold h on h.id = asked.hold_id
    where h.state is distinct from 'active' and not exists (select from ledger_transaction t where t.scope = asked.scope and t.key = asked.key)
  ) then
    raise exception 'a hold has ended' using errcode = 'check_violation', constraint = 'ledger_hold_ends_once';
  end if;
  if exists (
    select from (select place, sum(amount) as total from unnest(p_of, p_amounts) p (place, amount) group by place) paid
    join ledger_hold h on h.id = p_hold_ids[paid.place] where paid.total > h.amount
  ) then
    raise exception 'a hold does not cover what it pays' using errcode = 'check_violation', constraint = 'ledger_hold_covers';
  end if;
  with paid as (
    select place, sum(amount)::bigint as total, count(*)::int as number from unnest(p_of, p_amounts) p (place, amount) group by place
  ), asked as materialized (
    select asked.*, h.held_id, h.available_id, h.amount, coalesce(paid.total, 0) as paid,
           1 + coalesce(paid.number, 0) + (h.amount > coalesce(paid.total, 0))::int as postings
    from unnest(p_hold_ids, p_ids, p_scopes, p_keys, p_fingerprints, p_kinds, p_reference_types, p_reference_ids, p_actor_ids, p_reasons, p_ats)
      with ordinality asked (hold_id, id, scope, key, fingerprint, kind, reference_type, reference_id, actor_id, reason, at, place)
    join ledger_hold h on h.id = asked.hold_id
    left join paid on paid.place = asked.place
  ), fresh as (
    insert into ledger_transaction (id, scope, key, fingerprint, kind, reference_type, reference_id, actor_id, reason, postings, at)
    select id, scope, key, fingerprint, kind, reference_type, reference_id, actor_id, reason, postings, at from asked
    order by scope, key
    on conflict (scope, key) do nothing
    returning id, postings
  ), posted as (
    insert into ledger_posting (transaction_id, account_id, currency, amount)
    select asked.id, a.id, a.currency, p.amount
    from (select place, held_id as account_id, -amount as amount from asked
          union all
          select place, available_id, amount - paid from asked where amount > paid
          union all
          select p.place, a.id, p.amount from unnest(p_of, p_codes, p_amounts) p (place, code, amount) join ledger_account a on a.code = p.code) p
    join asked on asked.place = p.place join fresh on fresh.id = asked.id join ledger_account a on a.id = p.account_id
    order by a.id, p.place
    returning 1
  ), ended as (
    update ledger_hold h
    set captured = asked.paid, resolution_id = asked.id,
        state = case asked.paid when 0 then p_unused when asked.amount then 'captured' else 'partially_captured' end
    from asked join fresh on fresh.id = asked.id where h.id = asked.hold_id
  )
  select (select count(*) from fresh), (select sum(postings) from fresh), (select count(*) from posted) into made, expected, written;
  if written <> coalesce(expected, 0) then
    raise exception 'no such account among %', p_codes using errcode = 'foreign_key_violation';
  end if;
  if made = cardinality(p_ids) then
    return query select fresh.id, fresh.at, false from unnest(p_ids, p_ats) with ordinality fresh (id, at, place) order by fresh.place;
    return;
  end if;
  if exists (
    select from unnest(p_scopes, p_keys, p_fingerprints) asked (scope, key, fingerprint)
    join ledger_transaction t on t.scope = asked.scope and t.key = asked.key where t.fingerprint <> asked.fingerprint
  ) then
    raise exception 'a key was used for something else' using errcode = 'unique_violation', constraint = 'ledger_key_reused';
  end if;
  return query
    select t.id, t.at, t.id <> asked.id
    from unnest(p_ids, p_scopes, p_keys) with ordinality asked (id, scope, key, place)
    join ledger_transaction t on t.scope = asked.scope and t.key = asked.key
    order by asked.place;
end $$;

-- A house account holds nothing for anybody, and its postings show by having no balance after them: they need no look at holds.
drop trigger ledger_posting_held on ledger_posting;
create constraint trigger ledger_posting_held after insert on ledger_posting
  deferrable initially deferred for each row when (new.balance_after is not null) execute function ledger_check_held();

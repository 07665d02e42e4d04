-- The risk rating of a client: compliance sets it, and rules of automatic approval ask for it. A rating that lets rules approve
-- more takes two people. A client without a rating counts as one of high risk.

create function risk_rank(rating text) returns int language sql immutable as $$
  select case rating when 'low' then 1 when 'medium' then 2 else 3 end
$$;

alter table person add column risk_rating text check (risk_rating in ('low', 'medium', 'high'));
comment on column person.risk_rating is 'That of the last row of client_risk, whose trigger sets it; null while compliance has not rated the client.';

alter table approval_request
  drop constraint approval_request_kind_check,
  add constraint approval_request_kind_check check (kind in (
    'setting', 'limits', 'level', 'tier', 'email', 'role', 'api_key', 'staff_dealing', 'transfer', 'offering', 'payment', 'payout_file',
    'connection', 'screening', 'import', 'staff_identity', 'risk'));

create table client_risk (
  id                  uuid        primary key,
  client_id           uuid        not null references person,
  was                 text        check (was in ('low', 'medium', 'high')),
  rating              text        not null check (rating in ('low', 'medium', 'high')),
  reason              text        not null check (length(reason) between 3 and 300),
  set_by              uuid        not null references person,
  approval_request_id uuid        unique references approval_request,
  at                  timestamptz not null,
  check (set_by <> client_id)
);
create index client_risk_of_client on client_risk (client_id, id desc);

comment on table client_risk is 'A rating of a client''s risk by compliance; also a review that leaves the rating as it was.';
comment on column client_risk.was                 is 'Rating before; null for the first.';
comment on column client_risk.set_by              is 'Compliance officer; the author of the request where two people were needed.';
comment on column client_risk.approval_request_id is 'Approved request behind a rating that is lower than before, or than high for the first.';

create trigger client_risk_append_only before update or delete on client_risk
  for each row execute function refuse_change();
create trigger client_risk_no_truncate before truncate on client_risk
  for each statement execute function refuse_change();

-- A rating follows the one before. A lower one needs an approved request for it, from the moment of the decision on.
create function client_risk_check() returns trigger language plpgsql as $$
begin
  perform require_present(new.at);
  perform from person where id = new.client_id for no key update;
  if new.was is distinct from (select risk_rating from person where id = new.client_id) then
    raise exception 'the risk rating of client % has changed', new.client_id
      using errcode = 'check_violation', constraint = 'client_risk_follows';
  end if;
  if risk_rank(new.rating) < risk_rank(new.was) and not exists (
    select from approval_request r
    where r.id = new.approval_request_id and r.kind = 'risk' and r.state = 'approved' and r.client_id = new.client_id
      and r.author_id = new.set_by and r.decided_at = new.at and r.value = to_jsonb(new.rating)) then
    raise exception 'a lower risk rating of client % lacks a second person who approves it', new.client_id
      using errcode = 'check_violation', constraint = 'client_risk_is_approved';
  end if;
  return new;
end $$;
create trigger client_risk_guard before insert on client_risk for each row execute function client_risk_check();

create function client_risk_apply() returns trigger language plpgsql as $$
begin
  update person set risk_rating = new.rating where id = new.client_id and risk_rating is distinct from new.rating;
  return null;
end $$;
create trigger client_risk_applies after insert on client_risk for each row execute function client_risk_apply();

create function person_risk_check() returns trigger language plpgsql as $$
begin
  if new.risk_rating is distinct from (
    select rating from client_risk where client_id = new.id order by id desc limit 1) then
    raise exception 'the risk rating of person % is not the last one given', new.id
      using errcode = 'check_violation', constraint = 'person_risk_is_last';
  end if;
  return new;
end $$;
create trigger person_risk_guard before update of risk_rating on person for each row
  when (new.risk_rating is distinct from old.risk_rating) execute function person_risk_check();
create trigger person_risk_insert_guard before insert on person for each row
  when (new.risk_rating is not null) execute function person_risk_check();

-- Programs read it.
create trigger person_risk_recorded after update on person for each row
  when (new.risk_rating is distinct from old.risk_rating) execute function record_client_change('id');

-- Rights follow from it, so the MAC covers it.
drop trigger person_drop_mac on person;
create trigger person_drop_mac before update on person for each row
  when (
    new.security_mac is not distinct from old.security_mac
    and (new.id, new.first_name, new.second_name, new.email, new.email_verified_at, new.email_disputed_at, new.confirms_first, new.password_hash, new.roles,
         new.roles_approval_request_id, new.role_requests, new.verification_level, new.level_override, new.blocked_at, new.frozen_at,
         new.closed_at, new.readmitted_at, new.second_factor_at, new.security_changed_at, new.risk_rating)
      is distinct from
        (old.id, old.first_name, old.second_name, old.email, old.email_verified_at, old.email_disputed_at, old.confirms_first, old.password_hash, old.roles,
         old.roles_approval_request_id, old.role_requests, old.verification_level, old.level_override, old.blocked_at, old.frozen_at,
         old.closed_at, old.readmitted_at, old.second_factor_at, old.security_changed_at, old.risk_rating))
  execute function drop_mac();

create or replace function authors_of(p_kind text) returns text[] language sql immutable as $$
  select case when p_kind in ('role', 'setting', 'tier', 'connection', 'import', 'staff_identity') then '{admin}'::text[]
              when p_kind = 'risk' then '{compliance}'
              else approver_roles(p_kind) end
$$;

create or replace function approval_subject_status(p_kind text, p_key text, p_client uuid, p_now timestamptz) returns jsonb
  language sql stable as $$
  select case p_kind
    when 'limits' then jsonb_build_object('default', default_limits(p_client, p_key), 'own', (
      select jsonb_build_object('limits', limits_of(kind, max_accounts, per_operation, per_day, per_month), 'until', until,
                                'set_at', extract(epoch from set_at))
      from client_override
      where client_id = p_client and kind = p_key and (until is null or until >= (p_now at time zone 'UTC')::date)))
    when 'level' then (
      select jsonb_build_object('level', verification_level, 'by_hand', level_override) from person where id = p_client)
    when 'risk' then (select jsonb_build_object('rating', risk_rating) from person where id = p_client)
    when 'tier' then (
      select jsonb_build_object('tier', b.tier, 'by_hand', t.override_tier, 'until', t.override_until)
      from client_benefit b left join client_tier t on t.client_id = b.client_id where b.client_id = p_client)
    when 'email' then (
      select jsonb_build_object('email', email, 'disputed', email_disputed_at is not null) from person where id = p_client)
    when 'role' then (select staff_roles(roles) from person where id = p_client)
    when 'transfer' then (select jsonb_build_object('settled', settled_at is not null) from trading_transfer where id = p_key::uuid)
    when 'payment' then (
      select jsonb_build_object('state', state, 'amount', amount, 'received', received) from payment where id = p_key::uuid)
    when 'screening' then screening_hit_status(p_key::uuid)
    when 'staff_identity' then (select jsonb_build_object('removed', removed_at is not null) from staff_identity where id = p_key::uuid)
    when 'staff_dealing' then coalesce((
      select jsonb_build_object('exception', id, 'until', until) from dealing_exception
      where client_id = p_client and scope = p_key and ended_at is null), 'null') end
$$;

-- A rule that names no rating approves with any, as rules of before do.
create or replace function automatic_approval_check() returns trigger language plpgsql as $$
declare
  request payment;
  version setting_version;
  setting payment_setting;
  rule    jsonb;
  least   bigint;
  fault   text;
begin
  perform require_present(new.at);
  perform from person where id = new.client_id for no key update;
  select * into request from payment where id = new.payment_id;
  -- Who switches them off locks the version too.
  select * into version from setting_version v where v.id = new.version_id for share;
  least := automatic_approval_least_usd(version.value, request);
  new.amount := request.amount;
  new.usd := greatest(approval_usd(request, 'approve'), least);
  if new.missed is not null then return new; end if;
  select * into setting from payment_setting;
  select r into rule from jsonb_array_elements(version.value -> 'rules') r where r ->> 'name' = new.rule;
  fault := case
    when request.kind <> 'withdrawal' or request.state <> 'in_review' then 'state'
    when version.key <> 'payments.automatic_approval' or exists (
      select from setting_version v where v.key = version.key and v.number > version.number) then 'version'
    when rule is null then 'rule'
    when least is null then 'rate'
    when not rule -> 'methods' ? request.method or new.usd > (rule ->> 'max_amount')::numeric * 100 then 'bounds'
    when risk_rank((select risk_rating from person where id = new.client_id)) > risk_rank(rule ->> 'max_risk') then 'risk'
    when screening_found(new.client_id, 'infinity') then 'finding'
    when not exists (
      select from payment_destination d join person c on c.id = d.client_id
      where d.id = request.destination_id and d.confirmed_at is not null and d.removed_at is null and d.holder = c.full_name) then 'name'
    when request.approvals_needed > 1 or new.usd + (
      select coalesce(sum(a.usd), 0) from automatic_approval a
      where a.client_id = new.client_id and a.missed is null and a.at > new.at - interval '7 days') + (
      select coalesce(sum(r.alone_usd), 0) from approval_request r
      where r.client_id = new.client_id and r.decided_at > new.at - interval '7 days' and r.alone_usd > 0)
      >= setting.second_approver_from then 'two_people' end;
  if fault is not null then
    raise exception 'no rule approves payment %: %', request.number, fault
      using errcode = 'check_violation', constraint = 'automatic_approval_by_rule';
  end if;
  insert into automatic_approval_day as d (day, count, usd, max_count, max_usd)
  values ((new.at at time zone 'UTC')::date, 1, new.usd, (version.value ->> 'day_count')::int,
          least(((version.value ->> 'day_total')::numeric * 100)::bigint, setting.approver_day_total))
  on conflict (day) do update
  set count = d.count + 1, usd = d.usd + excluded.usd, max_count = excluded.max_count, max_usd = excluded.max_usd;
  return new;
end $$;

-- A card, a bank account or an address of crypto that several clients use is noticed, and rules approve nothing to it.
-- stops older versions: 0.1.0 has no text for the new report.

-- The next client, in the order of ids, who has paid in from an account or has confirmed it as a destination. A card that is a
-- destination has paid in. Test cards are everybody's. Each step takes one entry of an index, however often an account was used.
create function next_client_using(p_fingerprint text, p_after uuid) returns uuid language sql stable as $$
  select u.client_id from (
    (select d.client_id from payment_destination d
     where d.fingerprint = p_fingerprint and d.client_id > p_after and d.confirmed_at is not null and d.method in ('bank_transfer', 'crypto')
     order by d.client_id limit 1)
    union all
    (select p.client_id from payment p
     where p.source = p_fingerprint and p.client_id > p_after and p.state in ('credited', 'refunded', 'charged_back', 'reversed')
       and p.method <> 'sandbox' and not exists (select from provider_payment v where v.payment_id = p.id and not v.live)
     order by p.client_id limit 1)) u
  order by u.client_id limit 1
$$;

-- Whether another client uses the account, too.
create function is_shared(p_fingerprint text, p_client uuid) returns boolean language sql stable as $$
  select coalesce(f.client_id <> p_client or next_client_using(p_fingerprint, p_client) is not null, false)
  from (select next_client_using(p_fingerprint, '00000000-0000-0000-0000-000000000000') as client_id) f
$$;

-- To an account that another client uses, no rule approves.
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
    when exists (
      select from payment_destination d where d.id = request.destination_id and is_shared(d.fingerprint, d.client_id)) then 'shared'
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

alter table provider_finding drop constraint provider_finding_kind_check;
alter table provider_finding add constraint provider_finding_kind_check check (kind in (
  'amount', 'late', 'play_money', 'not_captured', 'dispute', 'dispute_partial', 'refund_failed', 'refund_elsewhere', 'refund_late', 'refund_pending',
  'refund_disconnected', 'fraud_warning', 'holder', 'shared_source',
  'not_started', 'by_hand', 'payee', 'deposit_unread', 'payout_pending',
  'payout_returned', 'payout_unexpected', 'payout_unread', 'payout_disconnected'));

-- An approval holds only for what the approver was asked about. A request to announce an offering fits while no one changes the
-- draft, one to allot it while the applications are the same, and one to lower a risk rating until the next review.
-- stops older versions: they store requests for steps of offerings without what an approval compares, so that none would fit.

-- The announcement is of all that clients read, so any change of the draft counts, also one that is taken back.
create function offering_step_status(p_offering uuid, p_action text) returns jsonb language sql stable as $$
  select case p_action
    when 'publish' then (select jsonb_build_object('version', version) from ipo_offering where id = p_offering)
    when 'allot' then (
      select jsonb_build_object('book', encode(sha256(convert_to(
        coalesce(string_agg(concat_ws(' ', id, quantity, limit_price_minor), ',' order by id), ''), 'UTF8')), 'hex'))
      from ipo_application
      where offering_id = p_offering and state in ('submitted', 'amended', 'reconfirm_required', 'confirmed'))
    else '{}' end
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
    when 'risk' then jsonb_build_object(
      'rating', (select risk_rating from person where id = p_client),
      'review', (select id from client_risk where client_id = p_client order by id desc limit 1))
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

-- Whether what a request is about is as it was when the request was made. For a setting, the number of its version says that. A
-- step of an offering also stores whom it touches, for its approver.
create function approval_request_fits(p_request approval_request, p_now timestamptz) returns boolean language sql stable as $$
  select case (p_request).kind
    when 'offering' then
      (p_request).was - '{clients,amount_minor}'::text[] = offering_step_status((p_request).key::uuid, (p_request).action)
    else coalesce(
      (p_request).was = approval_subject_status((p_request).kind, (p_request).key, (p_request).client_id, p_now),
      (p_request).client_id is null) end
$$;

create or replace function guard_approval_request() returns trigger language plpgsql as $$
declare
  -- The MAC, and columns that follow from the key and have no value in this trigger; and the columns that the decision sets.
  derived  text[] := '{security_mac,transfer_id,offering_id,payment_id}';
  decision text[] := derived || '{state,decided_by,decided_at,decision_note,same_network,overrule,alone_usd}';
begin
  if tg_op = 'INSERT' then
    raise exception 'an approval request begins open'
      using errcode = 'check_violation', constraint = 'approval_request_starts_open';
  end if;
  if tg_op = 'DELETE' or to_jsonb(new) - decision is distinct from to_jsonb(old) - decision
     or old.state <> 'open' and to_jsonb(new) - derived is distinct from to_jsonb(old) - derived then
    raise exception 'an approval request never changes, except for its one decision' using errcode = 'restrict_violation';
  end if;
  if new.state = 'open' or old.state <> 'open' then return new; end if;
  if new.state = 'approved' and (new.alone_usd is null or new.decided_by <> new.author_id) then
    new.same_network := require_approver(new.kind, new.author_id, new.decided_by, new.created_at, new.decided_at, new.overrule);
  end if;
  if new.state = 'approved' and not approval_request_fits(new, new.decided_at) then
    raise exception 'the subject of the approval request has changed since the request was made'
      using errcode = 'check_violation', constraint = 'approval_request_unchanged';
  end if;
  return new;
end $$;

-- A connection is removed only once every payment at it is decided. What moves money or lets staff in is then removed by two
-- people, and takes no order while it is turned off.

-- One index per branch of the view below, each of what is undecided alone.
create index provider_payment_undecided on provider_payment (connection_id) where state <> 'ended';
create index provider_refund_undecided on provider_refund (payment_id) where state in ('calling', 'pending');
create index provider_payout_undecided on provider_payout (connection_id) where state in ('calling', 'accepted', 'sent');
create index provider_dispute_undecided on provider_dispute (connection_id) where not closed;

create view undecided_at_provider as
  select v.connection_id, v.payment_id from provider_payment v where v.state <> 'ended'
  union all
  select v.connection_id, r.payment_id from provider_refund r join provider_payment v on v.payment_id = r.payment_id
  where r.state in ('calling', 'pending')
  union all
  select o.connection_id, o.payment_id from provider_payout o join payment p on p.id = o.payment_id
  where o.state in ('calling', 'accepted', 'sent') and p.state in ('ordered', 'sent')
  union all
  select d.connection_id, d.payment_id from provider_dispute d where not d.closed;
comment on view undecided_at_provider is
  'Payments whose outcome only their provider knows: deposits and refunds without an answer, payouts under way, open disputes. A payout that staff have completed is decided.';

-- Port, adapter and address never change, and what takes two people changes, starts and ends only as two people have agreed on: the
-- whole connection, in this version of it, so that an approval counts once.
create or replace function connection_check() returns trigger language plpgsql as $$
begin
  if (new.id, new.port, new.adapter, new.hook_path, new.created_by, new.created_at)
     is distinct from (old.id, old.port, old.adapter, old.hook_path, old.created_by, old.created_at)
     or old.state = 'removed' and to_jsonb(new) - 'security_mac' is distinct from to_jsonb(old) - 'security_mac' then
    raise exception 'connection % cannot change so', old.id using errcode = 'restrict_violation';
  end if;
  if port_takes_two(new.port)
     and (new.value is distinct from old.value or new.state = 'on' and old.state <> 'on')
     and not connection_is_agreed(old, new.value, array['add', 'change', 'switch_on']) then
    raise exception 'connection % lacks a second person', old.id
      using errcode = 'check_violation', constraint = 'connection_is_approved';
  end if;
  if old.state = 'on' and new.state <> 'on' and switching_off_takes_two(old.port, old.value)
     and not connection_is_agreed(old, old.value, array['switch_off']) then
    raise exception 'connection % is not turned off by one person', old.id
      using errcode = 'check_violation', constraint = 'connection_is_approved';
  end if;
  if new.state = 'removed' and old.state <> 'removed' then
    if port_takes_two(old.port) and old.value is not null and not connection_is_agreed(old, old.value, array['remove']) then
      raise exception 'connection % is not removed by one person', old.id
        using errcode = 'check_violation', constraint = 'connection_is_approved';
    end if;
    if exists (select from undecided_at_provider u where u.connection_id = old.id) then
      raise exception 'payments at connection % are undecided', old.id
        using errcode = 'check_violation', constraint = 'connection_is_decided';
    end if;
  end if;
  return new;
end $$;

-- Whether two people have agreed on one of the acts, on this version of a connection.
create function connection_is_agreed(p_was connection, p_value jsonb, p_acts text[]) returns boolean language sql stable as $$
  select exists (
    select from approval_request r
    where r.kind = 'connection' and r.key = p_was.id::text and r.state = 'approved' and r.value -> 'value' = p_value
      and r.value -> 'version' = to_jsonb(p_was.version) and r.value ->> 'act' = any(p_acts))
$$;

-- An order waits for a removal that is under way, and so is never stored at a connection that is gone.
create function provider_order_begins() returns trigger language plpgsql as $$
begin
  perform from connection c where c.id = new.connection_id and c.state = 'on' for key share;
  if not found then
    raise exception 'connection % takes no orders', new.connection_id
      using errcode = 'check_violation', constraint = 'connection_takes_orders';
  end if;
  return new;
end $$;
create trigger provider_payment_begins before insert on provider_payment for each row execute function provider_order_begins();
create trigger provider_payout_begins before insert on provider_payout for each row execute function provider_order_begins();

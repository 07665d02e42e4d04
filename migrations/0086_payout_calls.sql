-- An order leaves only while its withdrawal is ordered, and staff decide about a withdrawal only while no call about it is under way.

alter table provider_payout add column call_ends_at timestamptz;
alter table provider_payout add constraint provider_payout_not_calling
  check (ended_at is null or call_ends_at is null or call_ends_at <= ended_at);
comment on column provider_payout.call_ends_at is
  'Until when a call that may pay it can be under way; null when its answer is known. An order is not ended before, except by what its provider says.';

-- What was ordered stays, and a state never goes back: what has left only comes back, and what has ended is over. A call that may pay
-- begins only while the withdrawal is ordered.
create or replace function provider_payout_check() returns trigger language plpgsql as $$
begin
  if (new.reference, new.payment_id, new.client_id, new.connection_id, new.amount, new.currency, new.text, new.created_at)
     is distinct from (old.reference, old.payment_id, old.client_id, old.connection_id, old.amount, old.currency, old.text, old.created_at)
     or old.provider_id is not null and new.provider_id is distinct from old.provider_id
     or new.call_ends_at is not null and new.call_ends_at is distinct from old.call_ends_at
        and (new.state <> 'calling' or not exists (select from payment p where p.id = new.payment_id and p.state = 'ordered'))
     or new.state <> old.state and not (case old.state
       when 'calling' then new.state in ('accepted', 'sent', 'failed')
       when 'accepted' then new.state in ('sent', 'failed')
       when 'sent' then new.state in ('completed', 'returned')
       when 'completed' then new.state = 'returned'
       else false end) then
    raise exception 'the payout % cannot change so', old.reference
      using errcode = 'check_violation', constraint = 'provider_payout_follows';
  end if;
  return new;
end $$;

-- Whether an order at a payout provider is open for a withdrawal. It is sent only by one that has left, or when staff have ended the
-- order in the same step, so that it never leaves besides.
create or replace function payment_ordered_at_provider(p_payment payment) returns boolean language sql stable as $$
  select exists (
    select from provider_payout o
    where o.payment_id = p_payment.id and (o.amount, o.currency) = (p_payment.amount - p_payment.fee, p_payment.currency)
      and case when p_payment.state = 'sent'
        then o.ended_at is null and o.state not in ('calling', 'accepted') or o.state = 'failed' and o.ended_at = p_payment.updated_at
        else o.ended_at is null end)
$$;

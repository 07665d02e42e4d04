-- A payment that its provider refused to begin may begin at the next one, as long as nothing was made.
-- stops older versions: 0.1.0 would look such a payment up at the provider with which it began.

create or replace function provider_payment_check() returns trigger language plpgsql as $$
begin
  if (new.payment_id, new.client_id, new.live, new.started_at) is distinct from (old.payment_id, old.client_id, old.live, old.started_at)
     or new.connection_id <> old.connection_id
        and not (old.state = 'starting' and new.state = 'starting' and old.attempts = 1 and new.attempts = 0)
     or new.asked is not null and new.asked is distinct from old.asked
     or old.provider_id is not null and new.provider_id is distinct from old.provider_id
     or old.received is not null and (new.received, new.received_currency, new.paid_at)
        is distinct from (old.received, old.received_currency, old.paid_at) then
    raise exception 'the payment % at its provider cannot change so', old.payment_id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger provider_payment_moves before update of connection_id on provider_payment
  for each row execute function provider_order_begins();

-- A withdrawal to a card: its provider refunds a part of a deposit by that card, up to what the deposit can still take back.

alter table payment add column refunds_id uuid;
alter table payment add constraint payment_refunds_own foreign key (refunds_id, client_id) references payment (id, client_id) not valid;
alter table payment validate constraint payment_refunds_own;
alter table payment add constraint payment_refunds_by_card
  check (refunds_id is null or kind = 'withdrawal' and method = 'card' and refunds_id <> id) not valid;
alter table payment validate constraint payment_refunds_by_card;
create index payment_refunding on payment (refunds_id) where refunds_id is not null;
comment on column payment.refunds_id is 'Of a withdrawal to a card: the deposit of which its provider refunds this part.';

alter table payment_destination drop constraint payment_destination_method_check;
alter table payment_destination add constraint payment_destination_method_check
  check (method in ('bank_transfer', 'card', 'sandbox')) not valid;
alter table payment_destination validate constraint payment_destination_method_check;

-- Whether a credited deposit can go back to its card: the card is known, its provider is connected, no dispute is open, and no
-- withdrawal to it has failed at the provider, which says that the card takes nothing back.
create function card_takes_back(p_deposit payment) returns boolean language sql stable as $$
  select p_deposit.kind = 'deposit' and p_deposit.state = 'credited' and p_deposit.source is not null
    and exists (
      select from provider_payment v join connection n on n.id = v.connection_id
      where v.payment_id = p_deposit.id and v.provider_id is not null and n.state <> 'removed')
    and not exists (select from provider_dispute d where d.payment_id = p_deposit.id and (d.withdrawn or not d.closed))
    and not exists (
      select from payment w join provider_payout o on o.payment_id = w.id
      where w.refunds_id = p_deposit.id and w.state = 'failed' and o.state in ('failed', 'returned'))
$$;

-- What of a deposit its card can still take back, in minor units: without what withdrawals return already, this one aside, and
-- what was refunded on the provider's own pages.
create function card_takes_back_still(p_deposit payment, p_except uuid) returns bigint language sql stable as $$
  select case when card_takes_back(p_deposit) then greatest(0, p_deposit.amount
    - (select coalesce(sum(w.amount), 0) from payment w
       where w.refunds_id = p_deposit.id and w.id is distinct from p_except
         and w.state in ('submitted', 'in_review', 'approved', 'ordered', 'sent', 'completed'))
    - (select coalesce(sum(f.amount), 0) from provider_finding f
       where f.payment_id = p_deposit.id and f.kind = 'refund_elsewhere'))::bigint else 0 end
$$;

-- No more goes back to a card than came from it. The program locks the client before it submits a withdrawal or refunds a deposit.
create function payment_refund_check() returns trigger language plpgsql as $$
declare
  deposit payment;
begin
  if new.kind = 'deposit' then
    if exists (
      select from payment w
      where w.refunds_id = new.id and w.state in ('submitted', 'in_review', 'approved', 'ordered', 'sent', 'completed')) then
      raise exception 'a part of payment % has gone back to its card', new.number
        using errcode = 'check_violation', constraint = 'payment_partly_returned';
    end if;
    return new;
  end if;
  select * into deposit from payment p where p.id = new.refunds_id;
  if (deposit.method, deposit.currency, deposit.source) is distinct from (new.method, new.currency, new.source)
     or card_takes_back_still(deposit, new.id) < new.amount then
    raise exception 'payment % is more than its card takes back', new.number
      using errcode = 'check_violation', constraint = 'payment_card_takes_back';
  end if;
  return new;
end $$;
create trigger payment_refund_guard before update on payment for each row
  when (old.state <> new.state and (new.refunds_id is not null and new.state = 'submitted'
        or new.kind = 'deposit' and new.method = 'card' and new.state = 'refunded'))
  execute function payment_refund_check();

update payment_transition set methods = '{bank_transfer,card}'
where (kind, from_state, to_state) = ('withdrawal', 'approved', 'ordered');

-- Where the operator has set no terms, withdrawals to cards are open as deposits by card are.
insert into payment_terms (method, kind, currency, min_amount, max_amount, fee_fixed, fee_percent, open_days, working_days)
select 'card', 'withdrawal', t.currency, greatest(1, t.min_amount / 10), t.max_amount, 0, 0, 10, 5
from payment_terms t
where t.method = 'card' and t.kind = 'deposit' and not exists (select from setting_version v where v.key = 'payments.terms')
on conflict do nothing;

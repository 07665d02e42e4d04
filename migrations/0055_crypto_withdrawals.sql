-- A withdrawal in crypto: an address of the client is a destination, and a payout provider sends coins that are worth the amount.

alter table payment_destination drop constraint payment_destination_method_check;
alter table payment_destination add constraint payment_destination_method_check
  check (method in ('bank_transfer', 'card', 'crypto', 'sandbox')) not valid;
alter table payment_destination validate constraint payment_destination_method_check;
comment on table payment_destination is 'A bank account, card or crypto address that a client withdraws to.';
comment on column payment_destination.scheme is 'How the account is written, as in contract/payments/payouts/schemes.ts; null for a card or a crypto address.';
comment on column payment_destination.country is 'Where the account is (ISO 3166-1 alpha-2); null for a card or a crypto address.';

-- Coins cannot be called back, so an address waits after its confirmation before the first withdrawal to it.
alter table payment_setting add column crypto_address_hours int not null default 24 check (crypto_address_hours >= 0);
comment on column payment_setting.crypto_address_hours is 'Pause between the confirmation of a crypto address and the first withdrawal to it.';

create function payment_to_crypto_check() returns trigger language plpgsql as $$
begin
  if not exists (
    select from payment_destination d, payment_setting s
    where d.id = new.destination_id and d.confirmed_at + s.crypto_address_hours * interval '1 hour' <= new.created_at) then
    raise exception 'the crypto address of withdrawal % cannot be used yet', new.id
      using errcode = 'check_violation', constraint = 'payment_crypto_address_waited';
  end if;
  return new;
end $$;
create trigger payment_crypto_guard before insert on payment for each row
  when (new.kind = 'withdrawal' and new.method = 'crypto') execute function payment_to_crypto_check();

update payment_transition set methods = '{bank_transfer,card,crypto}'
where (kind, from_state, to_state) = ('withdrawal', 'approved', 'ordered');

alter table provider_payout add column coins numeric check (coins > 0), add column coin text check (coin ~ '^[A-Z0-9]{2,10}$'),
  add column transaction text check (length(transaction) between 1 and 200);
alter table provider_payout add constraint provider_payout_coins check ((coins is null) = (coin is null)) not valid;
alter table provider_payout validate constraint provider_payout_coins;
comment on column provider_payout.coins is 'Of a payout in crypto: how many coins, once the provider has fixed the rate.';
comment on column provider_payout.coin is 'Which coins, such as `BTC`.';
comment on column provider_payout.transaction is 'The transaction on the chain that pays it, once it is known.';

-- Whether crypto can be paid out, so that deposits by it are a source to which money goes back.
create function pays_crypto() returns boolean language sql stable as $$
  select exists (select from connection where adapter = 'btcpay_payouts' and state = 'on')
$$;

-- Where the operator has set no terms, withdrawals in crypto are open as deposits by it are; offered as long as a provider pays them.
insert into payment_terms (method, kind, currency, min_amount, max_amount, fee_fixed, fee_percent, open_days, working_days)
select 'crypto', 'withdrawal', t.currency, t.min_amount, t.max_amount, 0, 0, 10, 1
from payment_terms t
where t.method = 'crypto' and t.kind = 'deposit' and not exists (select from setting_version v where v.key = 'payments.terms')
on conflict do nothing;

-- A broker of two years, made from numbers: clients with sessions, balances and movements, the payments, talks and mails
-- that go with them, and an open offering that half of them applied for. Past the product's actions and triggers, so it is
-- good for counting and nothing else. How many clients is said in `bench.clients`.

set statement_timeout = 0;
alter table person disable trigger user;
alter table ledger_account disable trigger user;
alter table ledger_transaction disable trigger user;
alter table ledger_posting disable trigger user;
alter table ledger_day disable trigger user;
alter table payment disable trigger user;
alter table approval_request disable trigger user;
alter table conversation disable trigger user;
alter table ipo_offering disable trigger user;
alter table ipo_application disable trigger user;

create temp table made as
select n, md5('client' || n)::uuid as id, case n % 4 when 0 then 'EUR' else 'USD' end as currency,
       now() - (n % 730) * interval '1 day' as joined
from generate_series(1, current_setting('bench.clients')::int) n;

insert into person (id, email, password_hash, first_name, second_name, country, language, email_verified_at,
                    verification_level, created_at, security_mac)
select id, n || '@example.com', '-', 'Ida', 'Berg', 'DE', 'en', case when n % 10 > 0 then joined end, n % 5, joined, ''
from made order by joined;

insert into session (id, person_id, token_hash, binding_hash, remember, address, created_at, last_seen_at, expires_at, idle, ends_at)
select md5('session' || k || n)::uuid, id, sha256(('session' || k || n)::bytea), '\x00', false, '127.0.0.1', joined,
       now() - (n * k % 400) * interval '1 day', now() + interval '1 day', interval '12 hours', now() + interval '1 day'
from made, generate_series(1, 3) k;

-- Money ---------------------------------------------------------------------------------------------------------------

insert into ledger_account (id, code, kind, currency, created_at)
select md5('house' || kind || currency)::uuid, kind || ':' || currency, kind, currency, now()
from unnest(array['psp_in', 'psp_out', 'dealing']) kind, unnest(array['EUR', 'USD']) currency;
insert into ledger_account (id, code, client_id, kind, currency, created_at)
select md5(kind || n)::uuid, 'client:' || n || ':' || kind, id, kind, currency, joined
from made, unnest(array['wallet_available', 'wallet_held', 'trading']) kind;
insert into ledger_balance (account_id, movement_account_id, currency, trading, amount)
select md5(kind || n)::uuid, md5(replace(kind, 'held', 'available') || n)::uuid, currency, kind = 'trading', case kind when 'wallet_held' then n % 3 * 100 else n % 100000 end
from made, unnest(array['wallet_available', 'wallet_held', 'trading']) kind;
insert into wallet (id, client_id, kind, currency, available_id, held_id, created_at)
select md5('wallet' || n)::uuid, id, 'main', currency, md5('wallet_available' || n)::uuid, md5('wallet_held' || n)::uuid, joined
from made;

-- Two deposits and a withdrawal of each client, and four results of trading of every second one.
create temp table movement as
select row_number() over (order by at) as place, *
from (select n, k, currency, case when k > 3 then 'trading_result' when k = 3 then 'withdrawal' else 'deposit' end as kind,
             joined + (now() - joined) * (k / 8.0) as at
      from made, generate_series(1, 7) k where k <= 3 or n % 2 = 0) act;
insert into ledger_transaction (id, scope, key, fingerprint, kind, postings, at)
select md5('move' || k || ' ' || n)::uuid, 'bench', k || ' ' || n, '\x00', kind, 2, at from movement order by place;
insert into ledger_posting (id, transaction_id, account_id, currency, amount, balance_after)
select place * 2, md5('move' || k || ' ' || n)::uuid,
       md5(case kind when 'trading_result' then 'trading' else 'wallet_available' end || n)::uuid, currency,
       case kind when 'withdrawal' then -10000 else 10000 end, 10000
from movement order by place;
insert into ledger_posting (id, transaction_id, account_id, currency, amount)
select place * 2 + 1, md5('move' || k || ' ' || n)::uuid,
       md5('house' || case kind when 'trading_result' then 'dealing' when 'withdrawal' then 'psp_out' else 'psp_in' end || currency)::uuid,
       currency, case kind when 'withdrawal' then 10000 else -10000 end
from movement order by place;
insert into ledger_day (account_id, kind, day, amount, count_in, count_out, total_in, total_out)
select md5(case kind when 'trading_result' then 'trading' else 'wallet_available' end || n)::uuid, kind, at::date,
       case kind when 'withdrawal' then -10000 else 10000 end, 1, 1, 1, 1
from movement
on conflict do nothing;
insert into ledger_external_flow (posting_id, at, currency, is_inflow, amount)
select place * 2 + 1, at, currency, kind = 'deposit', 10000 from movement where kind <> 'trading_result' order by place;

-- Sealed as the job would have done, and two deals of each trader on a day.
update ledger_seal set posting_id = (select max(id) from ledger_posting);
alter table paper_day disable trigger user;
insert into paper_day (account, day, currency, deals, volume)
select n, at::date, 'USD', 2, 25000 from movement where kind = 'trading_result' on conflict do nothing;

-- Work: one of two hundred payments waits, and one of fifty talks, documents and mails --------------------------------

insert into payment (id, kind, state, client_id, wallet_id, currency, method, amount, usd, created_by, approvals_needed, created_at, updated_at)
select md5('payment' || k || n)::uuid, 'deposit', case when n % 200 = 0 then 'under_review' else 'credited' end, id,
       md5('wallet' || n)::uuid, currency, 'bank_transfer', 10000, 10000, id, 1 + n / 200 % 2, joined, joined
from made, generate_series(1, 3) k;
insert into approval_request (id, kind, key, action, client_id, was, value, author_id, created_at)
select id, 'payment', md5('payment1' || n)::uuid, 'credit_deposit', id, 'null', '{"amount": 10000}', md5('client1')::uuid, joined
from made where n % 400 = 200;
insert into verification_case (client_id, waiting_since, due_at)
select id, case when n % 50 = 0 then now() end, case when n % 50 = 0 then now() end from made;
insert into conversation (id, kind, client_id, number, subject, category, status, created_at, updated_at, client_at, waiting_since, reply_due_at, first_replied_at)
select md5('talk' || n)::uuid, 'ticket', id, 'T' || n, 'My card', 'other', case when n % 50 = 0 then 'open' else 'resolved' end,
       joined, joined, joined, case when n % 50 = 0 then joined end, case when n % 50 = 0 then now() + (n % 3 - 1) * interval '1 hour' end,
       case when n % 50 > 0 then joined + n % 600 * interval '1 minute' end
from made;
insert into conversation_message (id, conversation_id, seq, client_seq, author_id, kind, body, sent_at)
select md5('word' || n)::uuid, md5('talk' || n)::uuid, 1, 1, id, 'text', 'Where is my card?', joined from made;
insert into outbox (name, payload, created_at, next_attempt_at, delivered_at)
select 'client.registered', '{}', joined, joined, now() from made, generate_series(1, 5);
insert into notification (id, event_id, person_id, kind, params, path, created_at)
select md5('news' || k || n)::uuid, k, id, 'deposit_credited', '{}', '/', now() - (n % 90) * interval '1 day'
from made, generate_series(1, 5) k;
insert into notification_delivery (notification_id, channel, state, changed_at)
select md5('news' || k || n)::uuid, 'email', case when n % 500 = 0 then 'failed' else 'sent' end, now() - (n % 90) * interval '1 day'
from made, generate_series(1, 5) k;

insert into ipo_offering (id, issuer, ticker, exchange, sector, currency, mode, price_low_minor, price_high_minor, shares_offered,
                          shares_outstanding, quota, lot_size, min_quantity, max_quantity, fee_in_bps, fee_out_bps, lock_up_days,
                          state, opens_at, closes_at, created_at, updated_at)
select md5('offering')::uuid, 'Bench', 'BNCH', 'XNAS', 'energy', 'USD', 'subscription', 1000, 2000, 1000000, 9000000, 1000000, 10,
       10, 1000, 0, 0, 0, 'draft', now() - interval '1 day', now() + interval '1 day', now(), now();
insert into ipo_seed (offering_id, commitment, encrypted, committed_at)
select md5('offering')::uuid, sha256('seed'), '\x00', now();
update ipo_offering set state = 'announced' where ticker = 'BNCH';
update ipo_offering set state = 'open' where ticker = 'BNCH';
insert into ipo_application (id, offering_id, client_id, wallet_id, currency, quantity, price_type, state, held_minor,
                             price_low_seen_minor, price_high_seen_minor, prospectus_version, disclosure_version, fee_in_bps,
                             fee_in_min_minor, fee_fixed_minor, created_at, updated_at)
select md5('application' || n)::uuid, md5('offering')::uuid, id, md5('wallet' || n)::uuid, currency, 10, 'any', 'tradable', 20000,
       1000, 2000, 1, 1, 0, 0, 0, now(), now()
from made where n % 4 in (1, 2);

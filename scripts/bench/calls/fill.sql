-- Procedures that fill a database for `npm run bench:calls`, through the ledger's triggers and in the product's amounts, so that
-- `bin/verify ledger` passes. Each commits as it goes: a row that changes often in one transaction grows slow.

-- `number` operations of one client between two instants, on the main wallet and one account of the embedded platform. Of twenty,
-- fourteen are deals; the others are deposit, transfers, fee, withdrawal and bonus, so that no balance becomes negative.
create procedure bench_operate(account bigint, number int, begins timestamptz, ends timestamptz) language plpgsql as $$
declare
  chunk constant int := 500;
  a trading_account;
  w wallet;
begin
  select * into strict a from trading_account t where t.number = account;
  select * into strict w from wallet where client_id = a.client_id and kind = 'main';
  for begun in 0 .. number - 1 by chunk loop
    create temp table operation on commit drop as
    select n, gen_random_uuid() as id, begins + (ends - begins) * (n::double precision / number) as at,
           case n % 20 when 0 then 'deposit' when 1 then 'transfer_to_trading' when 12 then 'fee' when 13 then 'transfer_from_trading'
                       when 18 then 'withdrawal' when 19 then 'bonus' else 'trading_result' end as kind,
           case n % 20 when 0 then 100000 when 1 then -50000 when 12 then -100 when 13 then 30000 when 18 then -40000 when 19 then 500
                       else 0 end as of_wallet,
           case n % 20 when 0 then 0 when 1 then 50000 when 12 then 0 when 13 then -30000 when 18 then 0 when 19 then 0
                       else case n % 2 when 0 then 1234 else -1110 end end as of_account,
           case n % 20 when 0 then 'psp_in' when 1 then null when 12 then 'fees' when 13 then null when 18 then 'psp_out' when 19 then 'bonus'
                       else 'dealing' end as house,
           nextval('paper_ticket') as ticket
    from generate_series(begun, least(begun + chunk, number) - 1) n;
    insert into paper_deal (ticket, account, at, type, entry, symbol, volume, price, commission, profit)
    select ticket, account, at, 'buy', case n % 2 when 0 then 'out' else 'in' end, 'EURUSD', 0.1, 1.1, -10, of_account + 10
    from operation where kind = 'trading_result' order by n;
    insert into paper_deal (ticket, account, at, type, profit)
    select ticket, account, at, 'balance', of_account from operation where kind like 'transfer%' order by n;
    insert into ledger_transaction (id, scope, key, fingerprint, kind, reference_type, reference_id, reason, postings, at)
    select id, case kind when 'trading_result' then 'platform:paper' else 'demo' end,
           case kind when 'trading_result' then 'deal:' || ticket else account || ':' || n end, '\x00', kind,
           case kind when 'trading_result' then 'deal' when 'fee' then null else 'trading_account' end,
           case kind when 'trading_result' then ticket::text when 'fee' then null else account::text end,
           case kind when 'fee' then 'Paper statement ' || n end, 2, at
    from operation order by n;
    insert into ledger_posting (transaction_id, account_id, currency, amount)
    select id, account_id, 'USD', amount
    from operation,
    lateral (values (w.available_id, of_wallet), (a.ledger_account_id, of_account),
                    ((select l.id from ledger_account l where l.code = 'bench-' || house), -of_wallet - of_account)) p (account_id, amount)
    where amount <> 0
    order by n;
    update paper_account p set balance = balance + (select sum(of_account) from operation) where p.number = account;
    commit;
  end loop;
end $$;

-- So many further clients who never sign in, each with a main wallet and four operations of the past two years.
create procedure bench_populate(clients int) language plpgsql as $$
declare
  chunk constant int := 250;
begin
  insert into ledger_account (id, code, kind, currency, created_at)
  select gen_random_uuid(), 'bench-' || kind, kind, 'USD', now()
  from unnest(array['psp_in', 'psp_out', 'fees', 'bonus', 'dealing']) kind
  on conflict do nothing;
  commit;
  for begun in 0 .. clients - 1 by chunk loop
    create temp table made on commit drop as
    select n, gen_random_uuid() as id, gen_random_uuid() as wallet_id, gen_random_uuid() as available_id, gen_random_uuid() as held_id
    from generate_series(begun, least(begun + chunk, clients) - 1) n;
    insert into person (id, email, password_hash, first_name, second_name, country, language, email_verified_at, created_at, security_mac)
    select id, 'bench-' || n || '@example.com', '-', 'Ida', 'Berg', 'DE', 'en', now(), now() - (n % 730) * interval '1 day', ''
    from made order by n;
    insert into ledger_account (id, code, client_id, kind, currency, created_at)
    select available_id, 'client:' || id || ':wallet:' || wallet_id || ':available', id, 'wallet_available', 'USD', now() from made
    union all
    select held_id, 'client:' || id || ':wallet:' || wallet_id || ':held', id, 'wallet_held', 'USD', now() from made;
    insert into wallet (id, client_id, kind, currency, available_id, held_id, created_at)
    select wallet_id, id, 'main', 'USD', available_id, held_id, now() from made;
    create temp table operation on commit drop as
    select gen_random_uuid() as id, available_id, n || ':' || k as key, case k when 4 then 'withdrawal' else 'deposit' end as kind,
           case k when 4 then -10000 else 10000 end as amount, now() - interval '1 minute' - (n % 730) * (5 - k) / 4.0 * interval '1 day' as at
    from made, generate_series(1, 4) k order by n, k;
    insert into ledger_transaction (id, scope, key, fingerprint, kind, postings, at)
    select id, 'demo', key, '\x00', kind, 2, at from operation;
    insert into ledger_posting (transaction_id, account_id, currency, amount)
    select id, account_id, 'USD', p.amount
    from operation,
    lateral (values (available_id, operation.amount),
                    ((select l.id from ledger_account l where l.code = case kind when 'deposit' then 'bench-psp_in' else 'bench-psp_out' end), -operation.amount)) p (account_id, amount);
    commit;
  end loop;
end $$;

-- Rows of staff lists: so many audit entries, conversations of three messages, and offerings with their kept demand. They are
-- written without triggers, so that entries are in no chain and conversations send no notices.
create procedure bench_lists(entries int, conversations int, offerings int) language plpgsql as $$
declare
  clients uuid[] := (select array_agg(id) from (select id from person where email like 'bench-%' order by email limit 10000) p);
begin
  set local session_replication_role = replica;
  insert into audit_entry (id, actor_id, client_id, action, details, created_at, mac)
  select gen_random_uuid(), clients[1], clients[1 + n % cardinality(clients)], case n % 3 when 0 then 'staff.view_client' when 1 then 'clients.set_level' else 'staff.add_note' end,
         jsonb_build_object('comment', 'Seen in case ' || n || ' of ' || md5(n::text)), now() - n * interval '1 minute', decode(repeat('00', 32), 'hex')
  from generate_series(1, entries) n;
  create temp table talk on commit drop as
  select n, gen_random_uuid() as id, clients[1 + n % cardinality(clients)] as client_id from generate_series(1, conversations) n;
  insert into conversation (id, kind, client_id, number, subject, category, last_seq, client_seq, client_at, status, created_at, updated_at)
  select id, 'ticket', client_id, 'T-' || 900000 + n, 'Question ' || md5(n::text), 'account', 3, 3, now(),
         case n % 20 when 0 then 'open' else 'resolved' end, now(), now() - n * interval '1 minute'
  from talk;
  insert into conversation_message (conversation_id, seq, client_seq, id, author_id, kind, body, sent_at)
  select id, seq, seq, gen_random_uuid(), client_id, 'text', 'The statement of case ' || n || ' says ' || md5(n::text || seq), now()
  from talk, generate_series(1, 3) seq;
  insert into ipo_offering
    (id, issuer, ticker, exchange, sector, currency, mode, price_low_minor, price_high_minor, final_price_minor, shares_offered, shares_outstanding,
     quota, lot_size, min_quantity, max_quantity, fee_in_bps, fee_out_bps, lock_up_days, state, opens_at, closes_at, announced_at, listed_at,
     lock_up_ends_at, created_at, updated_at)
  select gen_random_uuid(), 'Company ' || n, 'B' || n, 'BENCH', 'technology', 'USD', 'subscription', 1000, 1200, 1100, 100000, 1000000, 50000, 10, 10, 1000, 100,
         100, 30, 'unlocked', day, day + interval '5 days', day, day + interval '7 days', day + interval '40 days', day, day
  from generate_series(1, offerings) n, lateral (select now() - (n + 50) * interval '1 day' as day) d;
  insert into ipo_demand (offering_id, part, requested, applicants, held)
  select id, part, 1000, 100, 0 from ipo_offering, generate_series(0, 15) part where exchange = 'BENCH';
  commit;
end $$;

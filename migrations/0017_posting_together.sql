-- Many transactions in one statement: requests that arrive at the same moment share one round trip and one commit.

-- What ledger_post does, for several transactions at once; `p_sizes` says how many of the postings, in their order,
-- belong to each. All are posted or none: whoever is refused is found by posting them one by one. Keys are taken in
-- their own order, and then balances in that of their accounts' ids, so that two callers wait and do not deadlock.
create function ledger_post_all(
  p_ids uuid[], p_scopes text[], p_keys text[], p_fingerprints bytea[], p_kinds text[], p_reference_types text[],
  p_reference_ids text[], p_actor_ids uuid[], p_reasons text[], p_ats timestamptz[], p_sizes int[], p_of int[],
  p_codes text[], p_amounts bigint[]
) returns table (id uuid, at timestamptz, replayed boolean) language plpgsql as $$
#variable_conflict use_column
declare
  expected int;
  written  int;
begin
  with fresh as (
    insert into ledger_transaction (id, scope, key, fingerprint, kind, reference_type, reference_id, actor_id, reason, postings, at)
    select * from unnest(p_ids, p_scopes, p_keys, p_fingerprints, p_kinds, p_reference_types, p_reference_ids, p_actor_ids, p_reasons, p_sizes, p_ats)
      as asked (id, scope, key, fingerprint, kind, reference_type, reference_id, actor_id, reason, postings, at)
    order by scope, key
    on conflict (scope, key) do nothing
    returning id, postings
  ), posted as (
    insert into ledger_posting (transaction_id, account_id, currency, amount)
    select fresh.id, a.id, a.currency, p.amount
    from unnest(p_of, p_codes, p_amounts) with ordinality p (place, code, amount, n)
    join fresh on fresh.id = p_ids[p.place] join ledger_account a on a.code = p.code
    order by a.id, p.n
    returning 1
  )
  select (select sum(postings) from fresh), (select count(*) from posted) into expected, written;
  if written <> coalesce(expected, 0) then
    raise exception 'no such account among %', p_codes using errcode = 'foreign_key_violation';
  end if;
  if exists (
    select from unnest(p_scopes, p_keys, p_fingerprints) asked (scope, key, fingerprint)
    join ledger_transaction t on t.scope = asked.scope and t.key = asked.key where t.fingerprint <> asked.fingerprint
  ) then
    raise exception 'a key was used for something else' using errcode = 'unique_violation', constraint = 'ledger_key_reused';
  end if;
  return query
    select t.id, t.at, t.id <> asked.id
    from unnest(p_ids, p_scopes, p_keys) with ordinality asked (id, scope, key, place)
    join ledger_transaction t on t.scope = asked.scope and t.key = asked.key
    order by asked.place;
end $$;

-- The checks of 0003 in fewer steps, since they run for each row: one look at the postings, and no detour over jsonb.
create or replace function ledger_check_transaction() returns trigger language plpgsql as $$
declare
  subject uuid;
begin
  if tg_table_name = 'ledger_transaction' then subject := new.id; else subject := new.transaction_id; end if;
  if not coalesce((
    select bool_and(total = 0) and sum(number) = (select t.postings from ledger_transaction t where t.id = subject)
    from (select sum(p.amount) as total, count(*) as number from ledger_posting p where p.transaction_id = subject group by p.currency) of_currency
  ), false) then
    raise exception 'transaction % does not balance', subject
      using errcode = 'check_violation', constraint = 'ledger_transaction_balances';
  end if;
  return null;
end $$;

create or replace function ledger_check_held() returns trigger language plpgsql as $$
declare
  subject uuid;
begin
  if tg_table_name = 'ledger_hold' then subject := new.held_id; else subject := new.account_id; end if;
  if exists (
    select from ledger_account a join ledger_balance b on b.account_id = a.id
    where a.id = subject and a.kind = 'wallet_held'
      and b.amount <> (select coalesce(sum(h.amount), 0) from ledger_hold h where h.held_id = a.id and h.state = 'active')
  ) then
    raise exception 'account % does not hold what its active holds say', subject
      using errcode = 'check_violation', constraint = 'ledger_held_is_sum_of_holds';
  end if;
  return null;
end $$;

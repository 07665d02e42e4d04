-- Money: double entry that nobody can edit, balances that cannot part from their entries, holds that end once. The
-- rules live here, beside the rows, so that they bind every program that connects; docs/ledger.md explains them.

create table ledger_account (
  id         uuid        primary key,
  code       text        not null unique check (code ~ '^[A-Za-z0-9_:-]{3,160}$'),
  /* Null for an account of the house. */
  client_id  uuid        references client,
  kind       text        not null check (kind in ('wallet_available', 'wallet_held', 'trading', 'psp_in', 'psp_out', 'fx',
                                                  'fees', 'ipo_escrow', 'bonus', 'dealing', 'suspense')),
  currency   text        not null,
  created_at timestamptz not null,
  check ((client_id is not null) = (kind in ('wallet_available', 'wallet_held', 'trading'))),
  unique (id, currency)
);
create index ledger_account_of_client on ledger_account (client_id) where client_id is not null;

-- Only a client's account has a row here. A house account is summed when somebody asks: a row that every transfer
-- updates would make them queue for one another. The room left in each page lets an update stay in it.
create table ledger_balance (
  account_id uuid   primary key references ledger_account,
  amount     bigint not null default 0 constraint ledger_balance_not_negative check (amount >= 0)
) with (fillfactor = 70);

create table ledger_transaction (
  id             uuid        primary key,
  /* Whose key it is: two clients may choose the same. */
  scope          text        not null check (length(scope) between 1 and 80),
  key            text        not null check (length(key) between 1 and 200),
  /* Hash of the request, to refuse the same key with another body. */
  fingerprint    bytea       not null,
  kind           text        not null check (kind ~ '^[a-z_]{2,40}$'),
  reference_type text,
  reference_id   text,
  actor_id       uuid        references client,
  reason         text,
  /* How many postings it has. Said here, so that none can be added later. */
  postings       int         not null check (postings >= 2),
  at             timestamptz not null,
  unique (scope, key)
);

create table ledger_posting (
  /* Counts up within each account, in the order in which its balance moved: the trigger below gives it. */
  id             bigint primary key,
  transaction_id uuid   not null references ledger_transaction,
  account_id     uuid   not null,
  currency       text   not null,
  /* Minor units. What a client owns is positive. */
  amount         bigint not null check (amount <> 0),
  /* The account's balance with this posting; null for the house. */
  balance_after  bigint,
  foreign key (account_id, currency) references ledger_account (id, currency)
);
create index ledger_posting_of_transaction on ledger_posting (transaction_id);
create index ledger_posting_of_account on ledger_posting (account_id, id desc);

-- Money set aside. Its id is that of the transaction that moved the money from available to held.
create table ledger_hold (
  id            uuid        primary key references ledger_transaction,
  available_id  uuid        not null references ledger_account,
  held_id       uuid        not null references ledger_account,
  amount        bigint      not null check (amount > 0),
  purpose       text        not null check (purpose in ('withdrawal', 'transfer_to_trading', 'ipo')),
  expires_at    timestamptz,
  state         text        not null default 'active'
                check (state in ('active', 'captured', 'partially_captured', 'released', 'expired')),
  captured      bigint      not null default 0 check (captured between 0 and amount),
  resolution_id uuid        references ledger_transaction,
  check ((state = 'active') = (resolution_id is null)),
  check (case state when 'captured' then captured = amount
                    when 'partially_captured' then captured > 0 and captured < amount
                    else captured = 0 end)
);
create index ledger_hold_active on ledger_hold (held_id) where state = 'active';

create table wallet (
  id           uuid        primary key,
  client_id    uuid        not null references client,
  /* Its name is a text by this key, in the language of whoever reads it. */
  kind         text        not null check (kind in ('main')),
  currency     text        not null,
  available_id uuid        not null unique references ledger_account,
  held_id      uuid        not null unique references ledger_account,
  created_at   timestamptz not null,
  unique (client_id, kind, currency)
);

-- A client's account is born with its balance.
create function ledger_open_balance() returns trigger language plpgsql as $$
begin
  insert into ledger_balance (account_id) values (new.id);
  return null;
end $$;
create trigger ledger_account_opens after insert on ledger_account
  for each row when (new.client_id is not null) execute function ledger_open_balance();

-- A posting moves its balance itself: no statement can write the one without the other. Its number is drawn only when
-- it has the balance's lock; drawn before, as a default would be, a posting that had to wait would count as the earlier.
create sequence ledger_posting_id owned by ledger_posting.id;
create function ledger_apply_posting() returns trigger language plpgsql as $$
begin
  update ledger_balance set amount = amount + new.amount
  where account_id = new.account_id and amount + new.amount >= 0
  returning amount into new.balance_after;
  if not found and exists (select from ledger_balance where account_id = new.account_id) then
    raise exception 'account % does not cover %', new.account_id, -new.amount
      using errcode = 'check_violation', constraint = 'ledger_balance_not_negative';
  end if;
  new.id := nextval('ledger_posting_id');
  return new;
end $$;
create trigger ledger_posting_applies before insert on ledger_posting for each row execute function ledger_apply_posting();

-- Looked at when the database transaction commits, for then all postings are there.
create function ledger_check_transaction() returns trigger language plpgsql as $$
declare
  subject  uuid := case tg_table_name when 'ledger_transaction' then to_jsonb(new)->>'id' else to_jsonb(new)->>'transaction_id' end;
  expected int  := (select postings from ledger_transaction where id = subject);
begin
  if (select count(*) from ledger_posting where transaction_id = subject) <> expected
     or exists (select from ledger_posting where transaction_id = subject group by currency having sum(amount) <> 0) then
    raise exception 'transaction % does not balance', subject
      using errcode = 'check_violation', constraint = 'ledger_transaction_balances';
  end if;
  return null;
end $$;
create constraint trigger ledger_transaction_balances after insert on ledger_transaction
  deferrable initially deferred for each row execute function ledger_check_transaction();
create constraint trigger ledger_posting_balances after insert on ledger_posting
  deferrable initially deferred for each row execute function ledger_check_transaction();

-- What is held is what the active holds say, whichever of the two changed.
create function ledger_check_held() returns trigger language plpgsql as $$
declare
  subject uuid := coalesce(to_jsonb(new)->>'held_id', to_jsonb(new)->>'account_id');
begin
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
create constraint trigger ledger_posting_held after insert on ledger_posting
  deferrable initially deferred for each row execute function ledger_check_held();
create constraint trigger ledger_hold_held after insert or update on ledger_hold
  deferrable initially deferred for each row execute function ledger_check_held();

-- Nothing that was written changes. A balance moves by its postings alone; a hold ends, and only once.
create trigger ledger_account_fixed before update or delete on ledger_account for each row execute function refuse_change();
create trigger ledger_transaction_fixed before update or delete on ledger_transaction for each row execute function refuse_change();
create trigger ledger_posting_fixed before update or delete on ledger_posting for each row execute function refuse_change();
create trigger ledger_balance_fixed before update or delete on ledger_balance
  for each row when (pg_trigger_depth() = 0) execute function refuse_change();
create trigger ledger_hold_kept before delete on ledger_hold for each row execute function refuse_change();
create trigger ledger_hold_ends_once before update on ledger_hold for each row
  when (old.state <> 'active'
        or (old.id, old.available_id, old.held_id, old.amount, old.purpose) is distinct from (new.id, new.available_id, new.held_id, new.amount, new.purpose))
  execute function refuse_change();

create trigger ledger_account_kept before truncate on ledger_account execute function refuse_change();
create trigger ledger_balance_kept before truncate on ledger_balance execute function refuse_change();
create trigger ledger_transaction_kept before truncate on ledger_transaction execute function refuse_change();
create trigger ledger_posting_kept before truncate on ledger_posting execute function refuse_change();
create trigger ledger_hold_not_emptied before truncate on ledger_hold execute function refuse_change();

-- One money act in one round trip. The same key gives the first answer; the rows of balances are locked in the order
-- of their accounts' ids, as `order by` inserts the postings.
create function ledger_post(
  p_id uuid, p_scope text, p_key text, p_fingerprint bytea, p_kind text, p_reference_type text, p_reference_id text,
  p_actor_id uuid, p_reason text, p_at timestamptz, p_codes text[], p_amounts bigint[],
  out id uuid, out at timestamptz, out replayed boolean
) language plpgsql as $$
#variable_conflict use_column
declare
  earlier ledger_transaction;
  written int;
begin
  insert into ledger_transaction (id, scope, key, fingerprint, kind, reference_type, reference_id, actor_id, reason, postings, at)
  values (p_id, p_scope, p_key, p_fingerprint, p_kind, p_reference_type, p_reference_id, p_actor_id, p_reason, cardinality(p_codes), p_at)
  on conflict (scope, key) do nothing;
  if not found then
    select * into strict earlier from ledger_transaction t where t.scope = p_scope and t.key = p_key;
    if earlier.fingerprint <> p_fingerprint then
      raise exception 'key % of % was used for something else', p_key, p_scope
        using errcode = 'unique_violation', constraint = 'ledger_key_reused';
    end if;
    ledger_post.id := earlier.id; ledger_post.at := earlier.at; ledger_post.replayed := true;
    return;
  end if;
  insert into ledger_posting (transaction_id, account_id, currency, amount)
  select p_id, a.id, a.currency, p.amount
  from unnest(p_codes, p_amounts) p (code, amount) join ledger_account a on a.code = p.code
  order by a.id;
  get diagnostics written = row_count;
  if written <> cardinality(p_codes) then
    raise exception 'no such account among %', p_codes using errcode = 'foreign_key_violation';
  end if;
  ledger_post.id := p_id; ledger_post.at := p_at; ledger_post.replayed := false;
end $$;

-- Ends a hold: pays `p_amounts` to the accounts `p_codes` and gives the rest back. With nothing to pay, the hold
-- becomes what `p_unused` says: released or expired.
create function ledger_resolve_hold(
  p_hold_id uuid, p_unused text,
  p_id uuid, p_scope text, p_key text, p_fingerprint bytea, p_kind text, p_reference_type text, p_reference_id text,
  p_actor_id uuid, p_reason text, p_at timestamptz, p_codes text[], p_amounts bigint[],
  out id uuid, out at timestamptz, out replayed boolean
) language plpgsql as $$
#variable_conflict use_column
declare
  hold  ledger_hold;
  paid  bigint := (select coalesce(sum(amount), 0) from unnest(p_amounts) amount);
  codes text[];
  sums  bigint[];
begin
  select * into strict hold from ledger_hold h where h.id = p_hold_id for update;
  if hold.state <> 'active' and not exists (select from ledger_transaction t where t.scope = p_scope and t.key = p_key) then
    raise exception 'hold % has ended', p_hold_id using errcode = 'check_violation', constraint = 'ledger_hold_ends_once';
  end if;
  if paid > hold.amount then
    raise exception 'hold % does not cover %', p_hold_id, paid using errcode = 'check_violation', constraint = 'ledger_hold_covers';
  end if;
  codes := array[(select code from ledger_account a where a.id = hold.held_id)] || p_codes;
  sums  := array[-hold.amount] || p_amounts;
  if paid < hold.amount then
    codes := codes || (select code from ledger_account a where a.id = hold.available_id);
    sums  := sums || (hold.amount - paid);
  end if;
  select posted.id, posted.at, posted.replayed into ledger_resolve_hold.id, ledger_resolve_hold.at, ledger_resolve_hold.replayed
  from ledger_post(p_id, p_scope, p_key, p_fingerprint, p_kind, p_reference_type, p_reference_id, p_actor_id, p_reason, p_at, codes, sums) posted;
  if not ledger_resolve_hold.replayed then
    update ledger_hold h
    set captured = paid, resolution_id = p_id,
        state = case paid when 0 then p_unused when hold.amount then 'captured' else 'partially_captured' end
    where h.id = p_hold_id;
  end if;
end $$;

-- Holding the books against what others say: the platform of each account, the statement of a bank or a provider, and the
-- rules of the ledger itself. A comparison is a run, kept with who asked and when; what differs is kept until a person says why.

create table reconciliation_run (
  id          uuid        primary key,
  kind        text        not null check (kind in ('proof', 'platform', 'statement')),
  state       text        not null check (state in ('waiting', 'running', 'done', 'failed')),
  /* Nobody when the clock asked. */
  asked_by    uuid        references client,
  asked_at    timestamptz not null,
  started_at  timestamptz,
  finished_at timestamptz,
  /* Of a statement: of whom, how it is called, and its days. */
  method      text,
  name        text        check (length(name) between 1 and 120),
  from_on     date,
  to_on       date,
  /* Counts, by name. */
  facts       jsonb       not null default '{}',
  failure     text,
  check ((kind = 'statement') = (method is not null)),
  check ((method is null) = (from_on is null) and (method is null) = (to_on is null)),
  check (from_on <= to_on),
  check ((state in ('done', 'failed')) = (finished_at is not null))
);
create index reconciliation_run_of_kind on reconciliation_run (kind, id desc);
-- Whoever asks while one is under way gets that one.
create unique index reconciliation_run_under_way on reconciliation_run (kind) where state in ('waiting', 'running');

-- Amounts in minor units: `here` is what our books say, `there` what the other side says.
create table reconciliation_finding (
  id          uuid        primary key,
  run_id      uuid        not null references reconciliation_run on delete cascade,
  place       int         not null,
  result      text        not null check (result in ('broken', 'differs', 'unasked', 'amount_differs', 'missing_here', 'missing_there', 'matched')),
  reference   text        check (length(reference) <= 200),
  on_day      date,
  currency    text        references currency,
  here        bigint,
  there       bigint,
  payment_id  uuid        references payment,
  account_id  uuid        references trading_account,
  /* Of a rule that is broken: its name, the first row that breaks it, and how. */
  rule        text,
  breach_row  text,
  breach_why  text,
  /* Why it differs and what was done about it. */
  note        text        check (length(note) between 3 and 500),
  resolved_by uuid        references client,
  resolved_at timestamptz,
  unique (run_id, place),
  check ((result = 'broken') = (rule is not null)),
  check ((note is null) = (resolved_by is null) and (note is null) = (resolved_at is null)),
  check (note is null or result not in ('matched', 'broken'))
);
create index reconciliation_finding_open on reconciliation_finding (run_id) where result <> 'matched' and note is null;

create trigger reconciliation_finding_resolved_once before update on reconciliation_finding for each row
  when (old.note is not null
        or (old.run_id, old.place, old.result, old.reference, old.on_day, old.currency, old.here, old.there, old.payment_id, old.account_id)
           is distinct from
           (new.run_id, new.place, new.result, new.reference, new.on_day, new.currency, new.here, new.there, new.payment_id, new.account_id))
  execute function refuse_change();

-- What moved money to or from the world, by time.
create index ledger_transaction_outside on ledger_transaction (at) where kind in ('deposit', 'withdrawal', 'correction');

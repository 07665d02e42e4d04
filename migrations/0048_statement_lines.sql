-- Statements of banks and providers line by line: each line is credited, proposed to staff or named as read before, and the
-- comparison with the books reads the same rows.

alter table reconciliation_run drop constraint reconciliation_run_state_check;
alter table reconciliation_run add constraint reconciliation_run_state_check
  check (state in ('waiting', 'running', 'reading', 'settling', 'done', 'failed'));
alter table reconciliation_run add column sha256 bytea, add column credits boolean;
create unique index reconciliation_run_of_file on reconciliation_run (sha256) where state <> 'reading';
create index reconciliation_run_settling on reconciliation_run (id) where state in ('reading', 'settling');
comment on column reconciliation_run.sha256 is 'Hash of the statement as it was uploaded; null for other kinds and for a sum alone.';
comment on column reconciliation_run.credits is
  'Whether lines that match exactly are credited in the name of the person who uploaded the statement; null where there are no lines.';

create table statement_line (
  id             uuid        primary key,
  run_id         uuid        not null references reconciliation_run on delete cascade,
  number         int         not null check (number > 0),
  key            bytea       not null,
  counts         boolean     not null default false,
  on_day         date        not null,
  currency       text        not null references currency,
  amount         bigint      not null check (amount <> 0),
  account        text        not null,
  reference      text        not null check (length(reference) <= 400),
  end_to_end_id  text,
  name           text,
  bank_reference text,
  is_reversal    boolean     not null,
  is_returned    boolean     not null,
  after_gap      boolean     not null default false,
  mac            bytea       not null,
  result         text        check (result in ('credited', 'waiting', 'matched', 'proposed', 'unknown', 'repeated', 'dismissed')),
  doubt          text,
  confidence     int         check (confidence between 0 and 100),
  payment_id     uuid        references payment,
  repeats        uuid        references statement_line,
  decided_by     uuid        references person,
  decided_at     timestamptz,
  note           text        check (length(note) between 3 and 500),
  unique (run_id, number),
  check ((result = 'repeated') = (repeats is not null)),
  check (result not in ('credited', 'waiting', 'matched') or payment_id is not null),
  check ((confidence is null) = (payment_id is null)),
  check ((decided_by is null) = (decided_at is null)),
  check ((result = 'dismissed') = (note is not null))
);
-- An entry of the bank counts once, whatever file brings it, and stands for one payment.
create unique index statement_line_once on statement_line (key) where counts;
create unique index statement_line_of_payment on statement_line (payment_id) where result in ('credited', 'waiting', 'matched');
create index statement_line_to_settle on statement_line (run_id, number) where result is null;
create index statement_line_waiting on statement_line (payment_id) where result = 'waiting';
-- Without it, dropping a statement would look through all lines for each of its own.
create index statement_line_repeats on statement_line (repeats) where repeats is not null;
create index statement_line_by_result on statement_line (run_id, result, number);

comment on table statement_line is 'A booked entry of a statement, and what became of it.';
comment on column statement_line.number is 'Position in the file, from 1.';
comment on column statement_line.key is
  'Hash of what identifies the entry: its number at the bank, or all that the bank says of it.';
comment on column statement_line.counts is 'Whether it is the first with its key; a later one repeats it.';
comment on column statement_line.amount is 'Minor units; negative for money that went out.';
comment on column statement_line.account is 'The operator''s account, as the file writes it; empty where the file has none.';
comment on column statement_line.reference is 'References and text of the entry.';
comment on column statement_line.end_to_end_id is 'What the payer, or we, called the transfer.';
comment on column statement_line.name is 'The other side; null where the file does not name it.';
comment on column statement_line.bank_reference is 'What the bank calls the entry.';
comment on column statement_line.is_reversal is 'Whether the bank takes an earlier entry back.';
comment on column statement_line.is_returned is 'Whether it is a payment of ours that came back.';
comment on column statement_line.after_gap is 'Whether the statement does not begin where the last one of the account ended.';
comment on column statement_line.mac is 'MAC over what the file said, which only the server can compute.';
comment on column statement_line.doubt is 'Why it is left to staff.';
comment on column statement_line.confidence is 'How sure the match with the payment is, in percent.';
comment on column statement_line.repeats is 'The line that read the same entry before.';
comment on column statement_line.decided_by is 'Who credited it or named it no payment of a client; null while no person did.';

create table statement_balance (
  account  text   not null,
  currency text   not null references currency,
  run_id   uuid   not null references reconciliation_run on delete cascade,
  to_on    date   not null,
  closing  bigint not null,
  primary key (account, currency)
);
comment on table statement_balance is 'Where the last statement of an account ended, so that a missing one is noticed.';
comment on column statement_balance.to_on is 'Day of its last entry.';
comment on column statement_balance.closing is 'Minor units.';

-- What the file said never changes, and what was settled stays so.
create trigger statement_line_said_guard before update on statement_line for each row
  when ((old.run_id, old.number, old.key, old.on_day, old.currency, old.amount, old.account, old.reference, old.end_to_end_id, old.name,
         old.bank_reference, old.is_reversal, old.is_returned, old.mac)
        is distinct from
        (new.run_id, new.number, new.key, new.on_day, new.currency, new.amount, new.account, new.reference, new.end_to_end_id, new.name,
         new.bank_reference, new.is_reversal, new.is_returned, new.mac)
        or old.result in ('credited', 'matched', 'dismissed')
        -- A person may find that a repeated line is a second payment.
        or old.result = 'repeated' and new.result not in ('credited', 'waiting'))
  execute function refuse_change();

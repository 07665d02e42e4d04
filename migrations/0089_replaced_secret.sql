-- What is recognised or decided later outlasts a replacement of APP_SECRET.
-- works with: 0.1.0

create table payment_account_key (
  one       boolean primary key default true check (one),
  encrypted bytea   not null
);

comment on table payment_account_key is 'The key, in one row, of the fingerprints by which accounts and cards are recognised.';
comment on column payment_account_key.encrypted is 'Encrypted under a key of APP_SECRET; the same for good.';

-- The MAC may change, as no one without the secret makes a right one.
-- older versions: they never change the MAC, so the trigger refuses them nothing more.
drop trigger statement_line_said_guard on statement_line;
-- older versions: as above.
create trigger statement_line_said_guard before update on statement_line for each row
  when ((old.run_id, old.number, old.key, old.on_day, old.currency, old.amount, old.account, old.receiver, old.reference, old.end_to_end_id, old.name,
         old.bank_reference, old.is_reversal, old.is_returned)
        is distinct from
        (new.run_id, new.number, new.key, new.on_day, new.currency, new.amount, new.account, new.receiver, new.reference, new.end_to_end_id, new.name,
         new.bank_reference, new.is_reversal, new.is_returned)
        or old.result in ('credited', 'matched', 'dismissed')
        -- A person may find that a repeated line is a second payment.
        or old.result = 'repeated' and new.result not in ('repeated', 'credited', 'waiting'))
  execute function refuse_change();

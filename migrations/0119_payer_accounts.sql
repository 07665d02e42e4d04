-- The account that a bank names as the payer's: a deposit has the account it came from, and a withdrawal shows whether it goes back there.
-- stops older versions: 0.1.0 would take a line with a payer's account for one that was changed.

alter table statement_line add column payer_account text;
comment on column statement_line.payer_account is 'The account of the payer, as the file writes it; null where it does not, and for money that went out.';
-- It is part of what the file said, which never changes.
drop trigger statement_line_said_guard on statement_line;
create trigger statement_line_said_guard before update on statement_line for each row
  when ((old.run_id, old.number, old.key, old.on_day, old.currency, old.amount, old.account, old.receiver, old.reference, old.end_to_end_id, old.name,
         old.payer_account, old.bank_reference, old.is_reversal, old.is_returned)
        is distinct from
        (new.run_id, new.number, new.key, new.on_day, new.currency, new.amount, new.account, new.receiver, new.reference, new.end_to_end_id, new.name,
         new.payer_account, new.bank_reference, new.is_reversal, new.is_returned)
        or old.result in ('credited', 'matched', 'dismissed')
        -- A person may find that a repeated line is a second payment.
        or old.result = 'repeated' and new.result not in ('repeated', 'credited', 'waiting'))
  execute function refuse_change();

comment on column payment.source is
  'Keyed hash of the card or the bank account that a deposit came from, or of the card that a withdrawal goes to; null where it is not known.';
comment on column payment.source_label is 'The card or the bank account of a deposit, with its number masked.';

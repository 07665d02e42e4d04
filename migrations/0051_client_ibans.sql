-- IBANs that the operator's bank has opened for single clients: what arrives there is the client's. The free ones are a setting,
-- which takes two people; here is whose each one became.
create table payment_client_iban (
  iban         text        primary key check (iban ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$'),
  currency     text        not null references currency,
  client_id    uuid        not null references person,
  assigned_at  timestamptz not null,
  security_mac bytea,
  constraint payment_client_iban_one unique (client_id, currency)
);
comment on table payment_client_iban is 'An IBAN of the operator to which only one client pays, for ever.';
comment on column payment_client_iban.security_mac is 'MAC that only the server can compute: without it, money that arrives there is credited to no client by rule.';
create trigger payment_client_iban_fixed before update on payment_client_iban for each row
  when ((old.iban, old.currency, old.client_id, old.assigned_at) is distinct from (new.iban, new.currency, new.client_id, new.assigned_at))
  execute function refuse_change();
create trigger payment_client_iban_no_delete before delete on payment_client_iban
  for each row execute function refuse_change();

alter table payment_instruction add column own boolean not null default false;
comment on column payment_instruction.own is 'Whether the IBAN is the client''s own: what arrives there is credited without a reference.';

alter table statement_line add column receiver text, add column client_id uuid references person;
comment on column statement_line.receiver is 'The account on which it arrived, where the bank states one for the entry; else that of the statement.';
comment on column statement_line.client_id is 'The client to whom alone that account belongs; null for an account of all.';
drop trigger statement_line_said_guard on statement_line;
create trigger statement_line_said_guard before update on statement_line for each row
  when ((old.run_id, old.number, old.key, old.on_day, old.currency, old.amount, old.account, old.receiver, old.reference, old.end_to_end_id, old.name,
         old.bank_reference, old.is_reversal, old.is_returned, old.mac)
        is distinct from
        (new.run_id, new.number, new.key, new.on_day, new.currency, new.amount, new.account, new.receiver, new.reference, new.end_to_end_id, new.name,
         new.bank_reference, new.is_reversal, new.is_returned, new.mac)
        or old.result in ('credited', 'matched', 'dismissed')
        -- A person may find that a repeated line is a second payment.
        or old.result = 'repeated' and new.result not in ('credited', 'waiting'))
  execute function refuse_change();

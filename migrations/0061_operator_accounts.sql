-- The operator's account is written by the scheme of its country, as those of recipients are. One with an IBAN stays as it was; any
-- other has a number, a country, and in `details` what its scheme asks for.

alter table payment_bank_account
  alter column iban drop not null,
  alter column bic drop not null,
  add column scheme text not null default 'iban',
  add column country text,
  add column account_number text,
  add column details jsonb not null default '{}',
  add check ((scheme = 'iban') = (iban is not null)),
  add check ((iban is null) = (account_number is not null and country is not null));
comment on column payment_bank_account.iban is 'Of an account whose scheme is that.';
comment on column payment_bank_account.bic is 'Of its bank; an account whose bank has a code at home may go without.';
comment on column payment_bank_account.scheme is 'How the account is written, as in payment_destination.';
comment on column payment_bank_account.country is 'ISO 3166-1 alpha-2; an IBAN names it.';
comment on column payment_bank_account.account_number is 'The number by which the bank knows an account that has no IBAN.';
comment on column payment_bank_account.details is 'What else the scheme asks for, by the names of its fields.';

alter table payment_instruction
  alter column iban drop not null,
  alter column bic drop not null,
  add column scheme text not null default 'iban',
  add column country text,
  add column account_number text,
  add column details jsonb not null default '{}',
  add check ((scheme = 'iban') = (iban is not null)),
  add check ((iban is null) = (account_number is not null and country is not null));
comment on column payment_instruction.scheme is 'As in payment_bank_account, like the columns that follow.';

alter table payout_file
  alter column iban drop not null,
  add column account_number text,
  add check ((iban is null) = (account_number is not null));
comment on column payout_file.iban is 'Of the operator''s account that pays.';
comment on column payout_file.account_number is 'The number of that account, where it has no IBAN.';

-- A client may take back a deposit that he has announced and not paid. Money that comes all the same is credited by hand, as
-- it is to a deposit that has expired.
insert into payment_transition values
  ('deposit', 'awaiting_payment', 'cancelled', null, null),
  ('deposit', 'cancelled', 'under_review', null, null);

-- What a payment costs, and how long it takes, is told when it is asked for, and stays: a way that has another price by now, or
-- is open no more, still credits what was announced while it was.

alter table payment
  add fee_fixed   bigint  not null default 0 check (fee_fixed >= 0),
  add fee_percent numeric not null default 0 check (fee_percent >= 0 and fee_percent < 50),
  /* Working days until the money is there. */
  add days        int     not null default 0 check (days >= 0);

update payment p set fee_fixed = t.fee_fixed, fee_percent = t.fee_percent, days = t.days
from payment_terms t where (t.method, t.kind, t.currency) = (p.method, p.kind, p.currency);

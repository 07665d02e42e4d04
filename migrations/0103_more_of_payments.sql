-- Programs read more of a payment, and are given it again when that changes.
-- works with: 0.1.0

-- older versions: are given a payment again more often, with what it had.
drop trigger payment_stamped on payment;
-- older versions: the same.
create trigger payment_stamped
  before update of state, method, amount, fee, takes, usd, reference, bank_reference, destination_id, refunds_id, reason on payment
  for each row execute function stamp_change();

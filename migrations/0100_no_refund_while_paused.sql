-- A hit of the screening stops refunds too: what staff order goes to the same card or account as a withdrawal would.
-- works with: 0.1.0
-- older versions: the rule of withdrawals holds for refunds too; a refund that an older version begins is refused.

drop trigger payment_release_screening_guard on payment;
-- older versions: as above.
create trigger payment_release_screening_guard before update on payment for each row
  when (new.state <> old.state
        and (new.kind = 'withdrawal' and old.state <> 'ordered' and new.state in ('submitted', 'approved', 'ordered', 'sent')
             or new.kind = 'deposit' and new.state = 'refunded'))
  execute function refuse_screened();

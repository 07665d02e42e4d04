-- A deposit of which a withdrawal returns a part to its card is not reversed either: its client has that part already.
-- works with: 0.1.0
-- older versions: the rule of refunds holds for reversals too; a reversal that an older version begins is refused.

drop trigger payment_refund_guard on payment;
-- older versions: as above.
create trigger payment_refund_guard before update on payment for each row
  when (old.state <> new.state and (new.refunds_id is not null and new.state = 'submitted'
        or new.kind = 'deposit' and new.method = 'card' and new.state in ('refunded', 'reversed')))
  execute function payment_refund_check();

-- Where a transfer is to be sent is told once, when it is announced, and stays: whoever has written it down, or has given it to his bank, must not
-- find that the house has changed it behind his back. A changed account counts for what is announced from then on.

create table payment_instruction (
  payment_id  uuid primary key references payment,
  beneficiary text not null,
  bank        text not null,
  iban        text not null,
  bic         text not null
);
insert into payment_instruction (payment_id, beneficiary, bank, iban, bic)
select p.id, b.beneficiary, b.bank, b.iban, b.bic
from payment p join payment_bank_account b using (currency)
where p.kind = 'deposit' and p.method = 'bank_transfer' and p.state in ('awaiting_payment', 'under_review', 'expired');
create trigger payment_instruction_fixed before update or delete on payment_instruction for each row execute function refuse_change();

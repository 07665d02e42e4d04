-- works with: 0.1.0
-- An application ends when the date passes until which its money is held at the latest.

-- older versions: write none but the former reasons, and show the new one without words.
alter table ipo_application drop constraint ipo_application_reason_check;
-- older versions: the same.
alter table ipo_application add constraint ipo_application_reason_check check (
  reason in ('requested_by_client', 'limit_below_price', 'not_drawn', 'too_little', 'not_reconfirmed', 'hold_expired',
             'postponed', 'withdrawn', 'not_eligible', 'by_broker')
  or reason ~ '^[a-z][a-z0-9_]{1,39}\.[1-9][0-9]*$') not valid;
-- older versions: the same; rows are read while they serve.
alter table ipo_application validate constraint ipo_application_reason_check;

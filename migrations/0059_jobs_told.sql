-- What staff see of jobs and of events that are not delivered, without a way into the database: who does a job now, the
-- last failure, which a run that succeeds no longer wipes away, and why an event was not delivered.

alter table job
  /* The instance that began the run which began last, as `host:process`. */
  add column holder text,
  add column last_failure text,
  add column last_failed_at timestamptz,
  /* One after the other, up to now. */
  add column failures int not null default 0;

alter table outbox
  /* What the last attempt failed with, in one line without addresses and secrets. */
  add column error text,
  add column failed_at timestamptz,
  /* An attempt has begun and has not ended; if its instance died, until the claim is over. */
  add column under_way boolean not null default false;

create index outbox_given_up on outbox (id) where given_up_at is not null;
/* Delivered events are deleted in time. */
create index outbox_delivered on outbox (delivered_at) where delivered_at is not null;

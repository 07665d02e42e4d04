-- An attempt to send a webhook whose secret does not open leaves its reason.
-- works with: 0.1.0

-- older versions: write the former reasons only, and none of them reads a reason to decide by it.
alter table webhook_attempt
  drop constraint webhook_attempt_failure_check,
  add constraint webhook_attempt_failure_check check (failure in ('address', 'connection', 'timeout', 'status', 'secret')) not valid;
comment on column webhook_attempt.failure is
  'Why the attempt failed; null when it succeeded. secret: no secret of the endpoint opens under APP_SECRET, so nothing was sent.';

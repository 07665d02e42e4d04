-- Events whose calls were lost are listed, and handled in the inbox as those that came. Deposits that have ended are read again now and then.

alter table inbox_event drop constraint inbox_event_signature_check;
alter table inbox_event add constraint inbox_event_signature_check check (signature in ('valid', 'second_secret', 'listed'));
comment on column inbox_event.signature is 'second_secret: by the older of two secrets. listed: it was read from the provider, because its call did not come.';

alter table provider_sweep
  alter column cursor drop not null,
  alter column swept_at drop not null,
  add column next_at timestamptz not null default now(),
  add column failures int not null default 0 check (failures >= 0),
  add column failed_at timestamptz,
  add column failure text check (length(failure) <= 200),
  add check ((failures > 0) = (failed_at is not null) and (failures > 0) = (failure is not null));
comment on column provider_sweep.cursor is 'Up to where its events were listed; null before the first time.';
comment on column provider_sweep.swept_at is 'When they were listed last.';
comment on column provider_sweep.next_at is 'When they are listed next. It moves on before each attempt, so that no other instance lists beside it.';
comment on column provider_sweep.failures is 'Attempts that have failed since; each makes the pause longer.';

comment on column provider_payment.state is
  'starting: the provider may or may not know it; ended: nothing more is expected, and it is read again now and then, because it may still change.';
-- What has ended within the time in which such deposits are read again is read once more.
update provider_payment set next_at = started_at + interval '30 days'
where state = 'ended' and next_at is null and provider_id is not null and started_at > now() - interval '30 days';

alter table provider_finding drop constraint provider_finding_kind_check;
alter table provider_finding add constraint provider_finding_kind_check check (kind in (
  'amount', 'late', 'play_money', 'not_captured', 'dispute', 'dispute_partial', 'refund_failed', 'refund_elsewhere', 'refund_pending',
  'refund_disconnected', 'fraud_warning', 'holder', 'not_started', 'by_hand', 'payee', 'deposit_unread', 'payout_pending',
  'payout_returned', 'payout_unexpected', 'payout_unread', 'payout_disconnected'));

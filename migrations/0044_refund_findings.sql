-- A refund that its provider leaves undecided, or can no longer be asked about, is reported to staff.

alter table provider_finding drop constraint provider_finding_kind_check;
alter table provider_finding add constraint provider_finding_kind_check check (kind in (
  'amount', 'late', 'play_money', 'not_captured', 'dispute', 'dispute_partial', 'refund_failed', 'refund_elsewhere', 'refund_pending',
  'refund_disconnected', 'fraud_warning', 'holder', 'not_started', 'by_hand', 'payee', 'payout_pending', 'payout_returned',
  'payout_unexpected', 'payout_unread', 'payout_disconnected'));

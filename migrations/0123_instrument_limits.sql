-- What one card or bank account may bring is limited; what goes beyond is for staff.
-- stops older versions: 0.1.0 has no text for the new report.

alter table provider_finding drop constraint provider_finding_kind_check;
alter table provider_finding add constraint provider_finding_kind_check check (kind in (
  'amount', 'late', 'play_money', 'not_captured', 'dispute', 'dispute_partial', 'refund_failed', 'refund_elsewhere', 'refund_late', 'refund_pending',
  'refund_disconnected', 'fraud_warning', 'holder', 'shared_source', 'instrument_limit',
  'not_started', 'by_hand', 'payee', 'deposit_unread', 'payout_pending',
  'payout_returned', 'payout_unexpected', 'payout_unread', 'payout_disconnected'));

-- A refund that succeeds after it counted as failed is reported as that. One that was sent waits for its outcome for as long as its
-- provider may still give notice of it; one that never was does not.
-- stops older versions: 0.1.0 has no text for the new report.

alter table provider_finding drop constraint provider_finding_kind_check;
alter table provider_finding add constraint provider_finding_kind_check check (kind in (
  'amount', 'late', 'play_money', 'not_captured', 'dispute', 'dispute_partial', 'refund_failed', 'refund_elsewhere', 'refund_late', 'refund_pending',
  'refund_disconnected', 'fraud_warning', 'holder', 'not_started', 'by_hand', 'payee', 'deposit_unread', 'payout_pending',
  'payout_returned', 'payout_unexpected', 'payout_unread', 'payout_disconnected'));

-- A refund that succeeded late has taken its part of the deposit, as one on the provider's own pages.
create or replace function card_takes_back_still(p_deposit payment, p_except uuid) returns bigint language sql stable as $$
  select case when card_takes_back(p_deposit) then greatest(0, p_deposit.amount
    - (select coalesce(sum(w.amount), 0) from payment w
       where w.refunds_id = p_deposit.id and w.id is distinct from p_except
         and w.state in ('submitted', 'in_review', 'approved', 'ordered', 'sent', 'completed'))
    - (select coalesce(sum(f.amount), 0) from provider_finding f
       where f.payment_id = p_deposit.id and f.kind in ('refund_elsewhere', 'refund_late')))::bigint else 0 end
$$;

alter table provider_refund add column sent_at timestamptz;
comment on column provider_refund.sent_at is 'When the provider was first called for it; null while it was not.';
-- Of earlier ones, each that was tried may have been sent.
update provider_refund set sent_at = created_at where next_at is distinct from created_at;

import type { PaymentAction } from '#contract/payments/names.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import type { Item } from './queue-queries.ts';
import type { ShownAction } from './action-forms.ts';

/**
 * Says, before the approval, that an action takes a second person, and why; nothing where the reader may do it alone.
 */
export function SecondApproverNote({ item: { approver_needed }, action }: { item: Item; action: ShownAction }) {
  const t = useText();
  const approved: PaymentAction | null =
    action === 'approve_adjustment' ? 'decide_adjustment' : action === 'reject_adjustment' ? null : action;
  const found = approver_needed.find((each) => each.action === approved);
  return (
    found && (
      <Alert tone="warning">
        <p>{t('payments.approver_needed', { count: 0, needed: 2 })}</p>
        <p>{t(`payments.second_because_${found.because}`)}</p>
      </Alert>
    )
  );
}

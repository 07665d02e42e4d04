import type { DeskAct } from '#contract/payment-names.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Alert } from '#web/ui/Alert.tsx';
import type { Item } from './queue-queries.ts';
import type { ShownAct } from './action-forms.ts';

/** Says, before an act is approved, that it takes a second person, and why; nothing where the reader may do it alone. */
export function SecondApproverNote({ item: { second_needed }, act }: { item: Item; act: ShownAct }) {
  const t = useText();
  const approved: DeskAct | null =
    act === 'approve_adjustment' ? 'decide_adjustment' : act === 'reject_adjustment' ? null : act;
  const found = second_needed.find((each) => each.act === approved);
  return (
    found && (
      <Alert tone="warning">
        <p>{t('payments.second_needed', { count: 0, needed: 2 })}</p>
        <p>{t(`payments.second_because_${found.because}`)}</p>
      </Alert>
    )
  );
}

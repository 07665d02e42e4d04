import { useQuery } from '@tanstack/react-query';
import { restrictableKinds, type RestrictableKind } from '#contract/staff/override-names.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { limitsQuery } from './payment-queries.ts';

/** What of the reader's payments is stopped, why, and until when; nothing while all of them go on. */
export function RestrictedNote({ kinds = restrictableKinds }: { kinds?: readonly RestrictableKind[] }) {
  const t = useText();
  const format = useFormat();
  const { data } = useQuery(limitsQuery);
  return kinds.map((kind) => {
    const restricted = data?.[kind].restricted;
    if (!restricted) return null;
    const { reason, until } = restricted;
    return (
      <Alert key={kind} tone="warning" title={t(`payments.restricted_${kind}`)}>
        <p>{reason.explanation}</p>
        {reason.advice && <p>{reason.advice}</p>}
        {until !== null && <p>{t('payments.restricted_until', { date: format.day(until) })}</p>}
      </Alert>
    );
  });
}

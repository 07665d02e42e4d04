import { useQuery } from '@tanstack/react-query';
import { stoppableKinds, type StoppableKind } from '#contract/override-names.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Alert } from '#web/ui/Alert.tsx';
import { limitsQuery } from './payment-queries.ts';

/** What of the reader's payments is stopped, why, and until when; nothing while all of them go on. */
export function StoppedNote({ kinds = stoppableKinds }: { kinds?: readonly StoppableKind[] }) {
  const t = useText();
  const format = useFormat();
  const { data } = useQuery(limitsQuery);
  return kinds.map((kind) => {
    const stopped = data?.[kind].stopped;
    if (!stopped) return null;
    const { reason, until } = stopped;
    return (
      <Alert key={kind} tone="warning" title={t(`payments.stopped_${kind}`)}>
        <p>{reason.explanation}</p>
        {reason.advice && <p>{reason.advice}</p>}
        {until !== null && <p>{t('payments.stopped_until', { date: format.day(until) })}</p>}
      </Alert>
    );
  });
}

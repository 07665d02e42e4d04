import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { offeringsQuery } from '#web/platform/api/list-queries.ts';
import { StaleNote } from '#web/ui/feedback/StaleNote.tsx';
import { Calculator } from './Calculator.tsx';
import { CalculatorSkeleton } from './CalculatorSkeleton.tsx';
import { IpoPage } from '../IpoPage.tsx';

/** The estimate of an application, for an offering of the calendar or for the client's own figures. */
export function CalculatorPage() {
  const t = useText();
  const { offering: selectedId } = useSearch({ strict: false }) as { offering?: string };
  const { data: offerings, isPending, isError, refetch } = useQuery(offeringsQuery);
  // One's own figures need no offerings: they can be calculated without.
  const note = isError && (
    <StaleNote text={t('ipo.offerings_failed')} actionText={t('common.try_again')} onAction={() => void refetch()} />
  );
  return (
    <IpoPage title={t('ipo.calculator_title')} intro={t('ipo.calculator_intro')} actions={note}>
      {isPending ? <CalculatorSkeleton /> : <Calculator offerings={offerings ?? []} startWith={selectedId} />}
    </IpoPage>
  );
}

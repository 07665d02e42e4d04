import type { UndeliveredEvent } from '#contract/jobs/endpoints.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useAsyncAction } from '#web/platform/forms/use-async-action.ts';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { Button } from '#web/ui/Button.tsx';
import { DataTable, type Column } from '#web/ui/tables/DataTable.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { tryAgain } from './jobs-query.ts';
import textStyles from '#web/ui/Text.module.css';
import styles from './Jobs.module.css';

/** Events that did not arrive, why, and when they are tried again. */
export function EventsTable({ events }: { events: readonly UndeliveredEvent[] }) {
  const t = useText();
  const { number } = useFormat();
  const columns: Column<UndeliveredEvent>[] = [
    {
      key: 'event',
      header: t('jobs.event'),
      cell: ({ id, name }) => (
        <code className={textStyles.code} dir="ltr" translate="no">
          {name} · {id}
        </code>
      ),
    },
    { key: 'written', header: t('jobs.written'), cell: ({ created_at: at }) => <DateTime at={at} /> },
    { key: 'attempts', header: t('jobs.attempts'), numeric: true, cell: ({ attempts }) => number(attempts) },
    {
      key: 'error',
      header: t('jobs.last_error'),
      cell: ({ error, failed_at: at }) => (
        <>
          <p className={styles.error} dir="auto" translate="no">
            {error ?? '–'}
          </p>
          {at && (
            <p className={styles.soft}>
              <DateTime at={at} />
            </p>
          )}
        </>
      ),
    },
    { key: 'next', header: t('jobs.next_attempt'), cell: (event) => <NextAttempt event={event} /> },
  ];
  return <DataTable caption={t('jobs.events_title')} columns={columns} rows={events} rowKey={({ id }) => id} />;
}

/** What became of an attempt is said in a toast: the list is read again at the same time, and may no longer have this line. */
function NextAttempt({ event: { id, state, next_attempt_at: next } }: { event: UndeliveredEvent }) {
  const t = useText();
  const { isBusy, run } = useAsyncAction();
  if (state === 'failing' && next === null) return t('jobs.under_way');
  const again = () =>
    run(async () => {
      await tryAgain(id);
      toast({ text: t('jobs.tried') });
    });
  return (
    <div className={styles.act}>
      {next && (
        <p className={styles.soft}>
          <DateTime at={next} />
        </p>
      )}
      <Button size="small" busy={isBusy} onClick={again}>
        {t('jobs.try_again')}
      </Button>
    </div>
  );
}

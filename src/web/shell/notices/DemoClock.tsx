import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ResponseOf, RequestOf } from '#contract/api.ts';
import { call } from '#web/platform/api/api.ts';
import { useAsyncAction } from '#web/platform/forms/use-async-action.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Button } from '#web/ui/Button.tsx';
import styles from './DemoClock.module.css';

type Move = RequestOf<'POST /api/demo/clock'>['body']['by'];
type Clock = ResponseOf<'GET /api/demo/clock'>;

const clockQuery = queryOptions({
  queryKey: ['demo-clock'],
  queryFn: () => call('GET /api/demo/clock', {}, { loader: false }),
  refetchInterval: 10_000,
});

const moves = { next: 'shell.clock_to_next', hour: 'shell.clock_hour', day: 'shell.clock_day' } as const;

/** What time it is in a demo, and how its admins move it on. */
export function DemoClock() {
  const t = useText();
  const format = useFormat();
  const queries = useQueryClient();
  const { data: clock } = useQuery(clockQuery);
  const { isBusy, run } = useAsyncAction();
  const move = (by: Move, { ahead_ms }: Clock) =>
    run(async () => {
      queries.setQueryData(clockQuery.queryKey, await call('POST /api/demo/clock', { body: { by, ahead_ms } }));
      // Whatever is on the screen may be outdated.
      await queries.invalidateQueries();
    });
  if (!clock) return null;
  const { next } = clock;
  return (
    <section className={styles.bar} aria-label={t('shell.clock_title')}>
      <p className={styles.time}>{t('shell.clock_now', { at: format.dateTime(clock.now) })}</p>
      {next && (
        <p className={styles.next}>
          {t('shell.clock_next', {
            name: next.name,
            state: next.state,
            at: format.near(next.at, new Date(clock.now), 'dateTime'),
          })}
        </p>
      )}
      <div className={styles.moves}>
        {(['next', 'hour', 'day'] as const).map((by) => (
          <Button key={by} size="small" disabled={isBusy || (by === 'next' && !next)} onClick={() => move(by, clock)}>
            {t(moves[by])}
          </Button>
        ))}
      </div>
    </section>
  );
}

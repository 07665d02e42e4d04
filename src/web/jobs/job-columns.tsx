import type { JobLine } from '#contract/jobs/endpoints.ts';
import { jobTextsOf, type JobOutcome } from '#contract/jobs/names.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { cx } from '#web/ui/cx.ts';
import { State } from '#web/ui/State.tsx';
import type { Column } from '#web/ui/tables/DataTable.tsx';
import textStyles from '#web/ui/Text.module.css';
import styles from './Jobs.module.css';
import { useSpan } from './use-span.ts';

const nothing = '–';
const tones = {
  never: 'neutral',
  running: 'accent',
  done: 'neutral',
  failed: 'negative',
  broken_off: 'warning',
} as const;
export const isTrouble = (outcome: JobOutcome) => outcome === 'failed' || outcome === 'broken_off';

/** Jobs with how each went last. */
export function useJobColumns(): Column<JobLine>[] {
  const t = useText();
  const span = useSpan();
  return [
    {
      key: 'job',
      header: t('jobs.job'),
      bare: true,
      cell: ({ name }) => {
        const { title, text } = jobTextsOf(name);
        return (
          <div className={styles.job}>
            <strong title={name} data-code>
              {t(title)}
            </strong>
            <p className={cx(styles.soft, textStyles.wide)}>{t(text)}</p>
          </div>
        );
      },
    },
    {
      key: 'every',
      header: t('jobs.every'),
      numeric: true,
      wide: true,
      cell: ({ every_ms: ms }) => <bdi>{span(ms)}</bdi>,
    },
    { key: 'last', header: t('jobs.last_run'), cell: (line) => <LastRun line={line} /> },
    {
      key: 'took',
      header: t('jobs.took'),
      numeric: true,
      wide: true,
      cell: ({ took_ms: ms }) => <bdi>{ms === null ? nothing : span(ms)}</bdi>,
    },
    {
      key: 'next',
      header: t('jobs.next_run'),
      labelled: true,
      cell: ({ next_at: at }) => at && <DateTime at={at} as="brief" />,
    },
    {
      key: 'failure',
      header: t('jobs.last_failure'),
      cell: (line) => line.last_failure !== null && <LastFailure line={line} />,
    },
  ];
}

/** A shorter run ends in the minute in which it started; its duration is beside it. */
const minuteMs = 60_000;

function LastRun({ line }: { line: JobLine }) {
  const t = useText();
  const { outcome, started_at: began, finished_at: ended, took_ms: took, last_done_at: done, holder } = line;
  return (
    <>
      <State tone={tones[outcome]}>{t(`jobs.outcome_${outcome}`)}</State>{' '}
      <span title={holder ? t('jobs.held_by', { holder }) : undefined}>
        {began && <DateTime at={began} as="brief" />}
      </span>
      {ended && (took ?? 0) >= minuteMs && (
        <p className={cx(styles.soft, textStyles.wide)}>
          <DateTime at={ended} within="jobs.ended" />
        </p>
      )}
      {outcome !== 'done' && done && (
        <p className={cx(styles.soft, textStyles.wide)}>
          <DateTime at={done} within="jobs.last_done" />
        </p>
      )}
    </>
  );
}

function LastFailure({ line: { last_failure: failure, last_failed_at: at, failures } }: { line: JobLine }) {
  const t = useText();
  return (
    <>
      <p className={styles.error} dir="auto" translate="no">
        {failure}
      </p>
      <p className={styles.soft}>
        {at && <DateTime at={at} />} {failures > 1 && t('jobs.in_a_row', { count: failures })}
      </p>
    </>
  );
}

import type { ApplicationInfo } from '#contract/ipo/records.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { Step, Steps } from '#web/ui/layout/Steps.tsx';

/** What happened with its times and by whom, and what comes next. */
export function ApplicationHistory({ info: { history, application } }: { info: ApplicationInfo }) {
  const t = useText();
  const { next } = application;
  return (
    <Steps>
      {history.map(({ state, quantity, at, by }) => (
        <Step
          key={`${state}-${at}`}
          state="done"
          more={
            <>
              <span>{t('ipo.shares', { count: quantity })}</span>
              <span>{t(`ipo.by_${by}`)}</span>
              <DateTime at={at} />
            </>
          }
        >
          {t(`ipo.application_${state}`)}
        </Step>
      ))}
      {next && (
        <Step
          state="next"
          more={
            <>
              {next.who && <span>{t(`ipo.who_${next.who}`)}</span>}
              {next.by && (
                <span>
                  <DateTime at={next.by} within="ipo.until" />
                </span>
              )}
            </>
          }
        >
          {t(`ipo.next_${next.what}`)}
        </Step>
      )}
    </Steps>
  );
}

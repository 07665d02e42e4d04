import type { ApplicationInfo } from '#contract/ipo/records.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { Step, Steps } from '#web/ui/layout/Steps.tsx';

/** What happened, with its times and by whom. */
export function ApplicationHistory({ info: { history } }: { info: ApplicationInfo }) {
  const t = useText();
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
    </Steps>
  );
}

import type { ApplicationInfo } from '#contract/ipo/records.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { Step, Steps } from '#web/ui/layout/Steps.tsx';

/** What happened, with its times and by whom; the number of shares where it was changed. */
export function ApplicationHistory({ info: { history } }: { info: ApplicationInfo }) {
  const t = useText();
  const isChanged = history.some(({ quantity }) => quantity !== history[0]?.quantity);
  return (
    <Steps>
      {history.map(({ state, quantity, at, by }) => (
        <Step
          key={`${state}-${at}`}
          state="done"
          more={
            <>
              {isChanged && <span>{t('ipo.shares', { count: quantity })}</span>}
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

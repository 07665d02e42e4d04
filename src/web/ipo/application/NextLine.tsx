import type { IpoApplication } from '#contract/ipo/records.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';

/** What comes next for an application, who acts, and by when. */
export function NextLine({ next: { what, who, by } }: { next: NonNullable<IpoApplication['next']> }) {
  const t = useText();
  return (
    <span className={flowStyles.facts}>
      <span>{t(`ipo.next_${what}`)}</span>
      {who && <span>{t(`ipo.who_${who}`)}</span>}
      {by && (
        <span>
          <DateTime at={by} {...(who && { within: 'ipo.until' })} />
        </span>
      )}
    </span>
  );
}

import type { IpoApplication } from '#contract/ipo/records.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import styles from '../Stack.module.css';

/** What comes next for an application, who acts, and by when. */
export function NextLine({ next: { what, who, by } }: { next: NonNullable<IpoApplication['next']> }) {
  const t = useText();
  return (
    <div>
      <p>{t(`ipo.next_${what}`)}</p>
      {(who ?? by) && (
        <p className={styles.line}>
          {who && <span>{t(`ipo.who_${who}`)}</span>}
          {by && (
            <span>
              <DateTime at={by} {...(who && { within: 'ipo.until' })} />
            </span>
          )}
        </p>
      )}
    </div>
  );
}

import type { ReactNode } from 'react';
import type { Path } from '../navigation/path.ts';
import type { Blocker } from '#contract/clients/closure.ts';
import { RelativeTime } from '../i18n/DateTime.tsx';
import { useFormat } from '../i18n/format.ts';
import { useText } from '../i18n/i18n.tsx';
import textStyles from '#web/ui/Text.module.css';
import styles from './ClosureBlockers.module.css';

interface ClosureBlockersProps {
  blockers: readonly Blocker[];
  /** Makes of the words of one the way to where it is settled. */
  way?: (words: string, path: Path) => ReactNode;
}

/** What blocks the closure of an account. */
export function ClosureBlockers({ blockers, way }: ClosureBlockersProps) {
  const t = useText();
  const { money } = useFormat();
  return (
    <ul className={styles.list}>
      {blockers.map((blocker, index) => {
        const { kind, name, amount, currency, path, until, cancellable } = blocker;
        const sum = amount !== null && currency !== null ? money(amount, currency) : '';
        const words = t(`shell.closure_${kind}`, { name: name ?? '', amount: sum });
        return (
          <li key={`${kind} ${name ?? index}`}>
            <span className={styles.text}>
              <span>{way ? way(words, path as Path) : words}</span>
              {way && cancellable && <small className={textStyles.soft}>{t('shell.closure_cancel')}</small>}
              {until !== null && (
                <small className={textStyles.soft}>
                  <RelativeTime
                    at={until}
                    within={kind === 'holding' ? 'shell.closure_sellable' : 'shell.closure_until'}
                  />
                </small>
              )}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

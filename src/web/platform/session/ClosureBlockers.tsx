import type { ReactNode } from 'react';
import type { Path } from '../navigation/navigation.tsx';
import type { Blocker } from '#contract/closure.ts';
import { Distance } from '../i18n/DateTime.tsx';
import { useFormat } from '../i18n/format.ts';
import { useText } from '../i18n/i18n.tsx';
import styles from './ClosureBlockers.module.css';

interface ClosingBlockersProps {
  blockers: readonly Blocker[];
  /** Makes of the words of one the way to where it is settled. */
  way?: (words: string, path: Path) => ReactNode;
}

/** What stands in the way of closing an account. */
export function ClosingBlockers({ blockers, way }: ClosingBlockersProps) {
  const t = useText();
  const { money } = useFormat();
  return (
    <ul className={styles.list}>
      {blockers.map((blocker, place) => {
        const { kind, name, amount, currency, path, until, cancellable } = blocker;
        const sum = amount !== null && currency !== null ? money(amount, currency) : '';
        const words = t(`shell.closing_${kind}`, { name: name ?? '', amount: sum });
        return (
          <li key={`${kind} ${name ?? place}`}>
            <span className={styles.text}>
              <span>{way ? way(words, path as Path) : words}</span>
              {way && cancellable && <small className={styles.until}>{t('shell.closing_cancel')}</small>}
              {until !== null && (
                <small className={styles.until}>
                  <Distance at={until} within={kind === 'holding' ? 'shell.closing_sellable' : 'shell.closing_until'} />
                </small>
              )}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

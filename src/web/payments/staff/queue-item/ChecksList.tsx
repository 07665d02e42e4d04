import { CircleCheck, CircleX, TriangleAlert } from 'lucide-react';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { cx } from '#web/ui/cx.ts';
import { icon } from '#web/ui/icon.ts';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import styles from './ChecksList.module.css';
import type { Item } from '../queue-queries.ts';

const marks = { good: CircleCheck, warning: TriangleAlert, bad: CircleX };

/** What the product found out about a request. */
export function ChecksList({ checks }: Pick<Item, 'checks'>) {
  const t = useText();
  if (checks.length === 0) return <p>{t('payments.no_checks')}</p>;
  return (
    <ul className={styles.checks}>
      {checks.map(({ name, result, detail }) => {
        const Mark = marks[result];
        return (
          <li key={name} className={cx(styles.check, styles[result])}>
            <Mark {...icon} />
            <VisuallyHidden>{t(`payments.check_${result}`)}</VisuallyHidden>
            <span>{detail}</span>
          </li>
        );
      })}
    </ul>
  );
}

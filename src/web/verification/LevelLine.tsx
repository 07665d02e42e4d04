import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { useText } from '#web/platform/i18n.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { cx } from '#web/ui/cx.ts';
import { icon } from '#web/ui/icon.ts';
import styles from './LevelLine.module.css';

interface LevelLineProps {
  number: number;
  title: string;
  /** What it allows. */
  text: ReactNode;
  isReached: boolean;
  /** What leads to the level. */
  action?: ReactNode;
}

/** One step of verification: what it gives, and whether it is reached. */
export function LevelLine({ number, title, text, isReached, action }: LevelLineProps) {
  const t = useText();
  return (
    <li className={styles.level}>
      <span className={cx(styles.mark, isReached && styles.reached)} aria-hidden>
        {isReached ? <Check {...icon} /> : number}
      </span>
      <div className={styles.text}>
        <h3>{title}</h3>
        <p>{text}</p>
        {action && <div className={styles.action}>{action}</div>}
      </div>
      {isReached && <Badge tone="positive">{t('verification.level_reached')}</Badge>}
    </li>
  );
}

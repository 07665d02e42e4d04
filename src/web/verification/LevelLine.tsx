import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { cx } from '#web/ui/cx.ts';
import { icon } from '#web/ui/icon.ts';
import styles from './LevelLine.module.css';

interface LevelLineProps {
  number: number;
  title: string;
  /** What it allows. */
  text: ReactNode;
  /** Null for a level that is not reached; `granted` by staff without the proofs it usually takes. */
  reached: 'proven' | 'granted' | null;
  /** What leads to the level. */
  action?: ReactNode;
}

/** One step of verification: what it gives, and whether it is reached. */
export function LevelLine({ number, title, text, reached, action }: LevelLineProps) {
  const t = useText();
  return (
    <li className={styles.level}>
      <span className={cx(styles.mark, reached !== null && styles.reached)} aria-hidden>
        {reached ? <Check {...icon} /> : number}
      </span>
      <div className={styles.text}>
        <h3>{title}</h3>
        <p>{text}</p>
        {action && <div className={styles.action}>{action}</div>}
      </div>
      {reached === 'proven' && <Badge tone="positive">{t('verification.level_reached')}</Badge>}
      {reached === 'granted' && <Badge tone="accent">{t('verification.level_granted')}</Badge>}
    </li>
  );
}

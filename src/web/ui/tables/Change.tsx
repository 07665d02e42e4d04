import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { VisuallyHidden } from '../VisuallyHidden.tsx';
import styles from './Change.module.css';

interface ChangeProps {
  /** How the two are called; read, not shown. */
  names: readonly [before: string, after: string];
  was: ReactNode;
  value: ReactNode;
}

/** What something was and what it becomes, side by side. */
export function Change({ names: [before, after], was, value }: ChangeProps) {
  return (
    <dl className={styles.change}>
      <div className={styles.was}>
        <dt>
          <VisuallyHidden>{before}</VisuallyHidden>
        </dt>
        <dd>{was}</dd>
      </div>
      <div className={styles.value}>
        <dt>
          <ArrowRight size={14} aria-hidden />
          <VisuallyHidden>{after}</VisuallyHidden>
        </dt>
        <dd>{value}</dd>
      </div>
    </dl>
  );
}

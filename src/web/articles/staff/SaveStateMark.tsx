import { useText } from '#web/platform/i18n/i18n.tsx';
import styles from './StaffArticles.module.css';
import type { Keeping } from './use-draft.ts';

/** How far what is written has been kept. */
export function KeepingMark({ keeping }: { keeping: Keeping }) {
  const t = useText();
  return (
    <p className={styles.soft} role="status">
      {t(`articles.keeping_${keeping.state}`)}
      {keeping.state === 'failed' && ` ${keeping.message}`}
    </p>
  );
}

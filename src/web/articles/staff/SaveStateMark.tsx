import { useText } from '#web/platform/i18n/i18n.tsx';
import styles from './StaffArticles.module.css';
import type { SaveState } from './use-draft.ts';

/** Whether the draft is saved. */
export function SaveStateMark({ saveState }: { saveState: SaveState }) {
  const t = useText();
  return (
    <p className={styles.soft} role="status">
      {t(`articles.save_state_${saveState.state}`)}
      {saveState.state === 'failed' && ` ${saveState.message}`}
    </p>
  );
}

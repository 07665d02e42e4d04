import type { ReactNode } from 'react';
import { useText } from '#web/platform/i18n/i18n.tsx';
import styles from './StaffArticles.module.css';
import type { SaveState } from './use-draft.ts';

/** Whether the draft is saved, and what else is to be known before something is done with it. */
export function SaveStateMark({ saveState, children }: { saveState: SaveState; children?: ReactNode }) {
  const t = useText();
  return (
    <div className={styles.saved}>
      <p role="status">
        {t(`articles.save_state_${saveState.state}`)}
        {saveState.state === 'failed' && ` ${saveState.message}`}
      </p>
      {children}
    </div>
  );
}

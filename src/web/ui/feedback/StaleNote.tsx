import textStyles from '#web/ui/Text.module.css';
import styles from './StaleNote.module.css';

/** The quiet line beside data that could not be refreshed: `text` says so, `actionText` tries again. */
export function StaleNote({ text, actionText, onAction }: { text: string; actionText: string; onAction: () => void }) {
  return (
    <p className={textStyles.soft} role="status">
      {text}
      <span aria-hidden> · </span>
      <button type="button" className={styles.action} onClick={onAction}>
        {actionText}
      </button>
    </p>
  );
}

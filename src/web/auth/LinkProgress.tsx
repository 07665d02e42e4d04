import { Spinner } from '#web/ui/feedback/Spinner.tsx';
import styles from './LinkProgress.module.css';

/** Says what is being done with a link. */
export function LinkProgress({ text }: { text: string }) {
  return (
    <p className={styles.line} role="status">
      <Spinner /> {text}
    </p>
  );
}

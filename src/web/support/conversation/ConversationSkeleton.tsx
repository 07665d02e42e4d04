import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';
import styles from './Conversation.module.css';

/** The place of a question and its answer. */
export function ConversationSkeleton() {
  return (
    <div className={flowStyles.column}>
      <span className={styles.own}>
        <Skeleton shape="block" width="min(28rem, 70vw)" />
      </span>
      <Skeleton shape="block" width="min(28rem, 70vw)" />
    </div>
  );
}

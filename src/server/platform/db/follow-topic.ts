import type { Topic } from './changes.ts';
import type { Db } from './database.ts';

/**
 * Calls `action` when the topic changes, and every `pollMs` while notices may be missed.
 * @returns ends both
 */
export function followTopic(
  { changes }: Pick<Db, 'changes'>,
  topic: Topic,
  action: () => void,
  pollMs: number,
): () => void {
  const end = changes.on(topic, action);
  const timer = setInterval(() => changes.isUp() || action(), pollMs).unref();
  return () => {
    end();
    clearInterval(timer);
  };
}

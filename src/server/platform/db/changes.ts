import type pg from 'pg';
import { createListener } from './listener.ts';

/** What triggers announce when it changes: see `announce_change` in the migrations. */
export type Topic = 'settings' | 'demo_clock';

/** News of changes that any process made, a moment after their commit. */
export interface Changes {
  /**
   * Calls `action` whenever the topic may have changed: at each notice, and once the connection is back after a loss.
   * @returns ends the subscription
   */
  on(topic: Topic, action: () => void): () => void;
  /** False while notices may be missed; a listener polls then. */
  isUp(): boolean;
  stop(): Promise<void>;
}

/** Its session is opened with the first subscription. */
export function openChanges(
  connection: pg.ClientConfig,
  log: Record<'info' | 'warn', (fields: object, message: string) => void>,
): Changes {
  const subscriptions = new Map<Topic, Set<() => void>>();
  const announce = (topic: string) => subscriptions.get(topic as Topic)?.forEach((action) => action());

  const listener = createListener({
    connection,
    channel: 'atrium_changes',
    onNotice: announce,
    onUp(wasLost) {
      if (wasLost) log.info({}, 'changes by other processes are announced again');
      // What changed before the first notice could come.
      for (const topic of subscriptions.keys()) announce(topic);
    },
    onLost(reason, isFirst) {
      if (isFirst) log.warn({ reason }, 'changes by other processes are polled for: the connection is lost');
    },
  });

  return {
    on(topic, action) {
      const actions = subscriptions.get(topic) ?? new Set();
      subscriptions.set(topic, actions.add(action));
      listener.start();
      return () => void actions.delete(action);
    },
    isUp: listener.isUp,
    stop: listener.stop,
  };
}

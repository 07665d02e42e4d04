import type { ClientConfig } from './connection/client.ts';
import { createListener } from './listener.ts';

/** What triggers announce when it changes: see `announce_change` and `announce_person` in the migrations. */
export type Topic = 'settings' | 'demo_clock' | 'people' | 'operator_events' | 'operator_keys';

/** A change of one row. */
export interface Change {
  /** What the topic is about: the id of a person. */
  key: string;
  transaction: string;
  /** False for a transaction of this process that may still be under way, or fail. */
  isCommitted: boolean;
}

/** News of changes that any process made, a moment after their commit. */
export interface Changes {
  /**
   * Calls `action` whenever the topic may have changed: at each notice, and once the connection is back after a loss.
   * Without a change given, anything of the topic may have changed.
   * @returns ends the subscription
   */
  on(topic: Topic, action: (change?: Change) => void): () => void;
  /** Takes what a statement of this process reported about its own transaction, before that commits. */
  foresee(report: string): void;
  /** False while notices may be missed; a listener polls then. */
  isUp(): boolean;
  stop(): Promise<void>;
}

const channel = 'atrium_changes';

/** Its session is opened with the first subscription. */
export function openChanges(
  connection: ClientConfig,
  log: Record<'info' | 'warn', (fields: object, message: string) => void>,
): Changes {
  const subscriptions = new Map<Topic, Set<(change?: Change) => void>>();
  function announce(payload: string, isCommitted: boolean): void {
    const [topic, key, transaction] = payload.split(' ');
    const change = key && transaction ? { key, transaction, isCommitted } : undefined;
    subscriptions.get(topic as Topic)?.forEach((action) => action(change));
  }

  const listener = createListener({
    connection,
    channel,
    onNotice: (payload) => announce(payload, true),
    onUp(wasLost) {
      if (wasLost) log.info({}, 'changes by other processes are announced again');
      // What changed before the first notice could come.
      for (const topic of subscriptions.keys()) announce(topic, true);
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
    foresee(report) {
      if (report.startsWith(`${channel} `)) announce(report.slice(channel.length + 1), false);
    },
    isUp: listener.isUp,
    stop: listener.stop,
  };
}

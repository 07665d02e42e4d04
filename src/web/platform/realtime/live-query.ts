import type { Query } from '@tanstack/react-query';
import { queries } from '../api/query-client.ts';
import { listen } from './realtime.ts';

/** A public channel that sends a value itself, by an event. */
export interface LiveChannel {
  channel: string;
  event: string;
  /** The known value with the message applied. */
  take: (known: never, message: never) => unknown;
}

const subscriptions = new Map<Query, () => void>();

/** Listens to the channel of a query for as long as a component uses its value. */
export function subscribeQuery(query: Query): void {
  const { received } = (query.meta ?? {}) as { received?: LiveChannel };
  if (!received) return;
  const isObserved = query.getObserversCount() > 0;
  if (isObserved && !subscriptions.has(query)) subscriptions.set(query, subscribe(query, received));
  if (isObserved) return;
  subscriptions.get(query)?.();
  subscriptions.delete(query);
}

function subscribe(query: Query, { channel, event, take }: LiveChannel): () => void {
  return listen(channel, {
    events: {
      [event](message) {
        // The tab is hidden: when the person comes back, it gets the state of then.
        if (document.visibilityState === 'hidden') return;
        queries.setQueryData(query.queryKey, (known: unknown) =>
          known === undefined ? undefined : take(known as never, message as never),
        );
      },
    },
  });
}

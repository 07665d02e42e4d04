import type { Query } from '@tanstack/react-query';
import { queries } from '../api/query-client.ts';
import { listen } from './realtime.ts';

/** A public channel that says a value itself, by an event. */
export interface Heard {
  channel: string;
  event: string;
  /** What is known with what was said in it. */
  take: (known: never, said: never) => unknown;
}

const stops = new Map<Query, () => void>();

/** Listens to the channel of a query for as long as somebody looks at its value. */
export function hearFor(query: Query): void {
  const { heard } = (query.meta ?? {}) as { heard?: Heard };
  if (!heard) return;
  const isWatched = query.getObserversCount() > 0;
  if (isWatched && !stops.has(query)) stops.set(query, begin(query, heard));
  if (isWatched) return;
  stops.get(query)?.();
  stops.delete(query);
}

function begin(query: Query, { channel, event, take }: Heard): () => void {
  return listen(channel, {
    events: {
      [event](said) {
        // Nobody sees it: whoever comes back to this tab is given what stands then.
        if (document.visibilityState === 'hidden') return;
        queries.setQueryData(query.queryKey, (known: unknown) =>
          known === undefined ? undefined : take(known as never, said as never),
        );
      },
    },
  });
}

import type { Query } from '@tanstack/react-query';
import { queries } from './query-client.ts';

/**
 * Fetches again what may have changed; a value that no component uses is fetched when one does. A list that loads a
 * further page is fetched after it: under a stream of notices the page would never arrive.
 */
export function refetch(isConcerned: (query: Query) => boolean): void {
  void queries.invalidateQueries({ predicate: (query) => isConcerned(query) && !loadsMore(query) });
  for (const query of queries.getQueryCache().findAll({ predicate: (each) => isConcerned(each) && loadsMore(each) }))
    void query.promise
      ?.catch(() => {})
      // Several notices came before the page did: one fetch shows them all.
      .then(() => queries.invalidateQueries({ queryKey: query.queryKey, exact: true }, { cancelRefetch: false }));
}

const loadsMore = ({ state }: Query) => state.fetchStatus !== 'idle' && state.fetchMeta?.fetchMore !== undefined;

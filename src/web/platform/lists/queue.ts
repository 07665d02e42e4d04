import { useParams, useRouter } from '@tanstack/react-router';
import { pathIn, useLanguage } from '../i18n/language.ts';
import type { Path } from '../navigation/path.ts';

/** The records of a list as they stood when one of them was opened, in its order and filter. */
interface Queue {
  search: Record<string, unknown>;
  paths: readonly string[];
  /** The person has gone on to another record, at which the list is found again after Back. */
  onMove?: (path: string) => void;
}

/** By the address of the list, without language and query. */
const queues = new Map<string, Queue>();

const bare = (path: string) => path.replace(/^\/[a-z]{2}(?=\/)/, '');

export function keepQueue(list: string, queue: Queue): void {
  queues.set(bare(list), queue);
}

/**
 * The list that a record was opened from.
 * @param list its address
 */
export function useQueue(list: Path) {
  const router = useRouter();
  const language = useLanguage();
  // The record on the screen: while the next one is on its way, the address is ahead.
  const { id = '' } = useParams({ strict: false });
  const queue = queues.get(list);
  const at = queue?.paths.indexOf(`${list}/${id}`) ?? -1;
  const isIn = at >= 0;
  const [previous, next] = isIn ? [queue?.paths[at - 1], queue?.paths[at + 1]] : [];
  const search = isIn ? (queue?.search ?? {}) : {};
  // In place of the record, so that Back leads to the list from whichever was the last.
  const go = (to: string) => {
    queue?.onMove?.(to);
    void router.navigate({ href: pathIn(language, to), replace: true });
  };
  const back = () => void router.navigate({ to: pathIn(language, list), search });
  return {
    /** From 1; 0 for a record that was opened from elsewhere. */
    position: at + 1,
    count: isIn ? (queue?.paths.length ?? 0) : 0,
    search,
    back,
    previous: previous === undefined ? undefined : () => go(previous),
    next: next === undefined ? undefined : () => go(next),
    /** After a decision: to the next record, from the last one to the list. Stays at a record that was opened alone. */
    goOn: () => {
      if (!isIn) return;
      if (next === undefined) back();
      else go(next);
    },
  };
}

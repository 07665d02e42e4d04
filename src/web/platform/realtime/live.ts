import { onlineManager, type Query, type QueryKey } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { NoticeName } from '#contract/realtime.ts';
import { queries } from '../api/query-client.ts';
import { hearFor, type Heard } from './live-query.ts';
import { isConnected, useChannel, watchLine } from './realtime.ts';
import { toldBy } from '../api/query-invalidation.ts';

type Notices = readonly NoticeName[];

/** Several notices within so long lead to one fetch. */
const gatherMs = 100;

/**
 * The one door for values that change by themselves. Asks again every `everyMs` while the tab is seen and the browser is
 * online; what it showed stays until the next answer.
 * @param told notices, when nothing but these changes the value: it is then asked for when one arrives, and at intervals
 * only while no notice could. Or a public channel that says the value itself: it is then asked for only when nothing
 * was heard for `everyMs`
 */
export function live<Query extends { queryKey: QueryKey; meta?: object | undefined }>(
  query: Query,
  everyMs: number,
  told?: Notices | Heard,
) {
  const notices = told && 'length' in told ? told : undefined;
  const heard = told && !('length' in told) ? told : undefined;
  return {
    ...query,
    meta: { ...query.meta, ...(notices && toldBy(...notices)), ...(heard && { heard }) },
    staleTime: everyMs,
    refetchInterval: () => (!onlineManager.isOnline() || (notices && isTold) ? (false as const) : everyMs),
    refetchIntervalInBackground: false,
  };
}

const noticesOf = ({ meta }: Query): Notices => (meta?.['notices'] as Notices | undefined) ?? [];

/** Asks anew for all that may have changed; what nobody looks at is asked for when somebody does. */
function refresh(concerns: (notices: Notices) => boolean): void {
  void queries.invalidateQueries({ predicate: (query) => noticesOf(query).some(() => concerns(noticesOf(query))) });
}

queries.getQueryCache().subscribe(({ type, query }) => {
  if (type === 'observerAdded' || type === 'observerRemoved') hearFor(query);
});

let gathered = new Set<NoticeName>();

function gather(notice: NoticeName): void {
  if (gathered.size === 0) {
    setTimeout(() => {
      const told = gathered;
      gathered = new Set();
      refresh((notices) => notices.some((name) => told.has(name)));
    }, gatherMs);
  }
  gathered.add(notice);
}

const all: Record<NoticeName, true> = {
  'wallet.changed': true,
  'account.changed': true,
  'payment.changed': true,
  'application.changed': true,
  'verification.changed': true,
  'conversation.changed': true,
  'notification.changed': true,
};
const events = Object.fromEntries((Object.keys(all) as NoticeName[]).map((name) => [name, () => gather(name)]));
/** Whether notices arrive: the line stands, and the person's own channel is joined. */
let isTold = false;

/** Notices arrive no more: intervals take over. They begin with an answer, so one is asked for. */
function endNotices(): void {
  if (!isTold) return;
  isTold = false;
  refresh(() => true);
}

watchLine(() => isConnected() || endNotices());

/** Listens to what concerns the person of this session, for as long as the frame around his screens stands. */
export function useOwnNotices(personId: string | undefined): void {
  const joined = () => {
    isTold = true;
    refresh(() => true);
  };
  useChannel(personId === undefined ? null : personChannel(personId), { events, joined });
  useEffect(() => endNotices, []);
}

const personChannel = (personId: string) => `private-user.${personId}`;

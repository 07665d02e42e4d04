import { onlineManager, type Query, type QueryKey } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queueChannel, queueNotices, type QueueNotice } from '#contract/dashboard/queue-notices.ts';
import type { NoticeName, Recent } from '#contract/kernel/realtime.ts';
import { queries } from '../api/query-client.ts';
import { refetch } from '../api/refetch.ts';
import { subscribeQuery, type LiveChannel } from './live-query.ts';
import { isConnected, useChannel, watchLine } from './realtime.ts';
import { invalidatedBy } from '../api/query-invalidation.ts';

type Notice = NoticeName | QueueNotice;
type Notices = readonly Notice[];

/** Several notices within so long lead to one fetch. */
const batchMs = 100;

/**
 * The one way to values that change by themselves. Fetches again every `everyMs` while the tab is visible and the
 * browser is online; the last value stays until the next response.
 * @param source notices, when nothing but these changes the value: it is then fetched when one arrives, and at
 * intervals only while no notice could. Or a public channel that sends the value itself: it is then fetched only when
 * nothing arrived for `everyMs`
 */
export function live<Query extends { queryKey: QueryKey; meta?: object | undefined }>(
  query: Query,
  everyMs: number,
  source?: Notices | LiveChannel,
) {
  const notices = source && 'length' in source ? source : undefined;
  const received = source && !('length' in source) ? source : undefined;
  return {
    ...query,
    meta: { ...query.meta, ...(notices && invalidatedBy(...notices)), ...(received && { received }) },
    staleTime: everyMs,
    refetchInterval: () => (!onlineManager.isOnline() || (notices && isSubscribed) ? (false as const) : everyMs),
    refetchIntervalInBackground: false,
  };
}

const noticesOf = ({ meta }: Query): Notices => (meta?.['notices'] as Notices | undefined) ?? [];

const refresh = (concerns: (notices: Notices, query: Query) => boolean): void =>
  refetch((query) => noticesOf(query).length > 0 && concerns(noticesOf(query), query));

queries.getQueryCache().subscribe(({ type, query }) => {
  if (type === 'observerAdded' || type === 'observerRemoved') subscribeQuery(query);
});

let batched = new Set<Notice>();

function batch(notice: Notice): void {
  if (batched.size === 0) {
    setTimeout(() => {
      const source = batched;
      batched = new Set();
      refresh((notices) => notices.some((name) => source.has(name)));
    }, batchMs);
  }
  batched.add(notice);
}

/** A response was under way for less than that, and shows the state of its beginning. */
const underWayMs = 10_000;

/** Whether a notice that changes a value may have been sent after it was read, before this page received notices. */
const mayMiss = (recent: Recent) => (notices: Notices, query: Query) => {
  const readMs = Date.now() - query.state.dataUpdatedAt + underWayMs;
  return readMs > recent.whole_ms || notices.some((name) => (recent.ago_ms[name] ?? Infinity) <= readMs);
};

const all: Record<NoticeName, true> = {
  'wallet.changed': true,
  'account.changed': true,
  'payment.changed': true,
  'application.changed': true,
  'verification.changed': true,
  'conversation.changed': true,
  'notification.changed': true,
};
const events = Object.fromEntries((Object.keys(all) as NoticeName[]).map((name) => [name, () => batch(name)]));
/** Whether notices arrive: the line stands, and the person's own channel is joined. */
let isSubscribed = false;

/** Notices no longer arrive: intervals take over. They start with a response, so one is fetched. */
function endNotices(): void {
  if (!isSubscribed) return;
  isSubscribed = false;
  refresh(() => true);
}

watchLine(() => isConnected() || endNotices());

/** Listens to what concerns the person of this session, while the frame around their screens is mounted. */
export function useOwnNotices(personId: string | undefined): void {
  const joined = (recent?: Recent) => {
    isSubscribed = true;
    refresh(recent ? mayMiss(recent) : () => true);
  };
  useChannel(personId === undefined ? null : personChannel(personId), { events, joined });
  useEffect(() => endNotices, []);
}

const ofQueues = Object.fromEntries(queueNotices.map((name) => [name, () => batch(name)]));
const isOfQueues = (name: Notice) => (queueNotices as readonly string[]).includes(name);

/** Listens to what changes in the lists of staff. Those who were away fetch what they show. */
export function useQueueNotices(): void {
  useChannel(queueChannel, { events: ofQueues, joined: () => refresh((notices) => notices.some(isOfQueues)) });
}

const personChannel = (personId: string) => `private-user.${personId}`;

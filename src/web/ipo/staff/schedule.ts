import type { StaffOfferingInfo } from './offering-queries.ts';

/** Written down when they happen. */
const recorded = ['announced_at', 'priced_at', 'allotted_at', 'settled_at'] as const;
/** Set in advance: each comes only while the offering runs. */
const plannedByTerms = ['opens_at', 'closes_at', 'listed_at'] as const;
const plannedOnTheWay = ['confirm_until', 'cancel_until', 'lock_up_ends_at'] as const;

const own = [...recorded, ...plannedOnTheWay] as const;

type Info = Pick<StaffOfferingInfo, 'state' | 'history' | (typeof own)[number]> & {
  terms: Pick<StaffOfferingInfo['terms'], (typeof plannedByTerms)[number]>;
};

export interface ScheduledDate {
  name: (typeof own)[number] | (typeof plannedByTerms)[number];
  at: string;
  state: 'done' | 'next' | 'ahead';
}

const afterListing: ReadonlySet<Info['state']> = new Set(['listed', 'unlocked', 'archived']);

/**
 * The dates that are known, in their order. A draft has none behind it but what is recorded, and what is postponed or
 * withdrawn only those from before it stopped; neither has a next one.
 */
export function scheduleOf(info: Info, now: Date): ScheduledDate[] {
  const stopped = stoppedAt(info.history);
  const isRunning = info.announced_at !== null && stopped === undefined;
  const until = info.announced_at === null ? null : stopped === undefined ? now : new Date(stopped);
  const isOver = (name: ScheduledDate['name'], at: string) => {
    if (recorded.some((each) => each === name)) return true;
    // Listing is a decision of staff, which may come later than the date of the terms.
    if (name === 'listed_at' && !(isRunning && afterListing.has(info.state))) return false;
    return until !== null && new Date(at) <= until;
  };
  const known = [
    ...plannedByTerms.map((name) => ({ name, at: info.terms[name] })),
    ...own.map((name) => ({ name, at: info[name] })),
  ]
    .flatMap(({ name, at }) => (at ? [{ name, at, isDone: isOver(name, at) }] : []))
    .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
  const next = isRunning ? known.find(({ isDone }) => !isDone) : undefined;
  return known.map(({ name, at, isDone }) => ({
    name,
    at,
    state: isDone ? 'done' : name === next?.name ? 'next' : 'ahead',
  }));
}

/** When an offering was postponed or withdrawn, whichever came first, unless it has been resumed since. */
function stoppedAt(history: Info['history']): string | undefined {
  const resumed = history.findIndex(({ action }) => action === 'resume');
  const since = resumed < 0 ? history : history.slice(0, resumed);
  return since.findLast(({ action }) => action === 'postpone' || action === 'withdraw')?.at;
}

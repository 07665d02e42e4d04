import type { Offering } from '#contract/ipo/records.ts';

/** What happens next to an offering, and when. */
export interface NextDate {
  kind: 'opens' | 'closes' | 'confirms' | 'lists' | 'unlocks';
  /** An instant in ISO 8601. */
  at: string;
}

type Dates = Pick<Offering, 'state' | 'opens_at' | 'closes_at' | 'confirm_until' | 'listed_at' | 'lock_up_ends_at'>;

const awaited: Partial<Record<Offering['state'], NextDate['kind']>> = {
  announced: 'opens',
  open: 'closes',
  closed: 'lists',
  priced: 'lists',
  reconfirming: 'confirms',
  allotting: 'lists',
  allotted: 'lists',
  listed: 'unlocks',
};

const fieldOf = {
  opens: 'opens_at',
  closes: 'closes_at',
  confirms: 'confirm_until',
  lists: 'listed_at',
  unlocks: 'lock_up_ends_at',
} as const satisfies Record<NextDate['kind'], keyof Dates>;

/** The date that a client waits for; null when there is none, or when it has passed and the state is about to change. */
export function nextDateOf(offering: Dates, now: Date): NextDate | null {
  const kind = awaited[offering.state];
  const at = kind && offering[fieldOf[kind]];
  return at && new Date(at) > now ? { kind, at } : null;
}

const minuteMs = 60_000;

/** Whole days, hours and minutes until an instant; a minute that has begun counts as whole, so that 0 means now. */
export function timeLeft(at: string, now: Date): { days: number; hours: number; minutes: number } {
  const minutes = Math.max(0, Math.ceil((new Date(at).getTime() - now.getTime()) / minuteMs));
  return { days: Math.floor(minutes / 1440), hours: Math.floor((minutes % 1440) / 60), minutes: minutes % 60 };
}

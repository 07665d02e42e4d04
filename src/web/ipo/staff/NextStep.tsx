import type { StaffOffering } from '#contract/ipo/staff-records.ts';
import { Countdown } from '../Countdown.tsx';

type Next = NonNullable<StaffOffering['next']>;

const texts = {
  open: 'offerings.left_open',
  closed: 'offerings.left_closed',
  allotting: 'offerings.left_allotting',
  unlocked: 'offerings.left_unlocked',
} as const;

const isTimed = (state: Next['state']): state is keyof typeof texts => state in texts;

/** What the clock does next, and how long it is until then. */
export function NextStep({ next: { state, at } }: { next: Next }) {
  return isTimed(state) && <Countdown at={at} within={texts[state]} />;
}

import type { Offering } from '#contract/ipo/records.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { State } from '#web/ui/State.tsx';
import { toneOfTurn, type Reader, type Tone } from '#web/ui/tone.ts';

/** What is open to the client, what is under way, and what went wrong. */
const tones: Partial<Record<Offering['state'], Tone>> = {
  open: 'accent',
  closed: 'others',
  priced: 'others',
  allotting: 'others',
  allotted: 'others',
  postponed: 'warning',
  withdrawn: 'negative',
};

/** Where an offering stands, in a word. */
export function OfferingState({ state, reader = 'client' }: { state: Offering['state']; reader?: Reader }) {
  const t = useText();
  const tone = state === 'reconfirming' ? toneOfTurn('client', reader) : tones[state];
  return <State tone={tone ?? 'neutral'}>{t(`ipo.state_${state}`)}</State>;
}

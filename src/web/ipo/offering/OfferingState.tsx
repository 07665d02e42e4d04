import type { Offering } from '#contract/ipo/records.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { State } from '#web/ui/State.tsx';
import type { Tone } from '#web/ui/tone.ts';

/** What is open to the client, what is under way, what asks something of the client, and what went wrong. */
const tones: Partial<Record<Offering['state'], Tone>> = {
  open: 'accent',
  closed: 'others',
  priced: 'others',
  reconfirming: 'warning',
  allotting: 'others',
  allotted: 'others',
  postponed: 'warning',
  withdrawn: 'negative',
};

/** Where an offering stands, in a word. */
export function OfferingState({ state }: { state: Offering['state'] }) {
  const t = useText();
  return <State tone={tones[state] ?? 'neutral'}>{t(`ipo.state_${state}`)}</State>;
}

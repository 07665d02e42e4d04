import type { Offering } from '#contract/ipo/records.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Badge, type BadgeTone } from '#web/ui/Badge.tsx';

/** What is under way, what asks something of the client, and what went wrong; anything else is plain. */
const tones: Partial<Record<Offering['state'], BadgeTone>> = {
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
  return <Badge tone={tones[state] ?? 'neutral'}>{t(`ipo.state_${state}`)}</Badge>;
}

import type { PaymentState as State } from '#contract/payments/names.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import type { Tone } from '#web/ui/feedback/Alert.tsx';
import { Badge } from '#web/ui/Badge.tsx';

const good = new Set<State>(['credited', 'completed', 'posted']);
const bad = new Set<State>(['rejected', 'failed', 'charged_back']);
const ended = new Set<State>(['cancelled', 'expired', 'refunded', 'reversed']);
const waitsForClient = new Set<State>(['awaiting_payment', 'awaiting_confirmation', 'draft']);

function toneOf(state: State): Tone {
  if (good.has(state)) return 'positive';
  if (bad.has(state)) return 'negative';
  if (ended.has(state)) return 'neutral';
  return waitsForClient.has(state) ? 'warning' : 'accent';
}

/** Where a request stands. */
export function PaymentState({ state }: { state: State }) {
  const t = useText();
  return <Badge tone={toneOf(state)}>{t(`payments.state_${state}`)}</Badge>;
}

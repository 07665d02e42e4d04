import { actorOf, type PaymentState as State } from '#contract/payments/names.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Badge, type BadgeTone } from '#web/ui/Badge.tsx';
import { toneOfTurn, type Reader } from '#web/ui/turn.ts';

const bad = new Set<State>(['rejected', 'failed', 'charged_back']);

export function toneOf(state: State, reader: Reader): BadgeTone {
  const actor = state === 'draft' ? 'client' : actorOf[state];
  if (actor) return toneOfTurn(actor, reader);
  return bad.has(state) ? 'negative' : 'neutral';
}

/** Where a request stands. */
export function PaymentState({ state, reader = 'client' }: { state: State; reader?: Reader }) {
  const t = useText();
  return <Badge tone={toneOf(state, reader)}>{t(`payments.state_${state}`)}</Badge>;
}

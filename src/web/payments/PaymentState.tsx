import { actorOf, type PaymentState as State } from '#contract/payments/names.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Badge, type BadgeTone } from '#web/ui/Badge.tsx';
import { toneOfEnd, toneOfTurn, type Reader } from '#web/ui/turn.ts';

const good = new Set<State>(['credited', 'completed', 'posted']);
const bad = new Set<State>(['rejected', 'failed', 'charged_back']);

export function toneOf(state: State, reader: Reader): BadgeTone {
  const actor = state === 'draft' ? 'client' : actorOf[state];
  if (actor) return toneOfTurn(actor, reader);
  if (good.has(state)) return toneOfEnd(reader);
  return bad.has(state) ? 'negative' : 'neutral';
}

/** Where a request stands. */
export function PaymentState({ state, reader = 'client' }: { state: State; reader?: Reader }) {
  const t = useText();
  return <Badge tone={toneOf(state, reader)}>{t(`payments.state_${state}`)}</Badge>;
}

import { actorOf, type PaymentState as PaymentStateName } from '#contract/payments/names.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { State } from '#web/ui/State.tsx';
import { toneOfTurn, type Reader, type Tone } from '#web/ui/tone.ts';

const bad = new Set<PaymentStateName>(['rejected', 'failed', 'charged_back']);

export function toneOf(state: PaymentStateName, reader: Reader): Tone {
  const actor = state === 'draft' ? 'client' : actorOf[state];
  if (actor) return toneOfTurn(actor, reader);
  return bad.has(state) ? 'negative' : 'neutral';
}

/** Where a request stands. */
export function PaymentState({ state, reader = 'client' }: { state: PaymentStateName; reader?: Reader }) {
  const t = useText();
  return <State tone={toneOf(state, reader)}>{t(`payments.state_${state}`)}</State>;
}

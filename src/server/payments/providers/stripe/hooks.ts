import { createHmac, timingSafeEqual } from 'node:crypto';
import { signatureBy, type HookEvent, type Hooks } from '#server/platform/connections/hooks.ts';
import { event, type StripeEvent } from './shapes.ts';

/** Seconds that a signature may be old, as Stripe's own library has it; or ahead, for clocks differ. */
const tolerance = 300;

/**
 * @param secrets the newest first; two while one takes the place of the other
 */
export const stripeHooks = (secrets: readonly string[], now: () => Date): Hooks => ({
  keptHeaders: ['stripe-signature', 'user-agent'],
  verify({ headers, raw }) {
    const parts = (headers['stripe-signature'] ?? '').split(',').map((part) => part.trim().split('='));
    const time = parts.find(([name]) => name === 't')?.[1] ?? '';
    const signatures = parts.flatMap(([name, value]) => (name === 'v1' && value ? [value] : []));
    if (!/^\d{1,12}$/.test(time)) return 'bad_signature';
    const signing = secrets.findIndex((secret) => {
      const expected = createHmac('sha256', secret).update(`${time}.`).update(raw).digest();
      return signatures.some(
        (each) => /^[0-9a-f]{64}$/.test(each) && timingSafeEqual(Buffer.from(each, 'hex'), expected),
      );
    });
    if (signing >= 0 && Math.abs(now().getTime() / 1000 - Number(time)) > tolerance) return 'too_old';
    return signatureBy(signing);
  },
  read: ({ raw }) => [hookEvent(event.parse(JSON.parse(raw.toString('utf8'))))],
  answer: (outcome) => ({ status: outcome === 'taken' ? 200 : 503, body: '' }),
});

function hookEvent(received: StripeEvent): HookEvent {
  const { id: eventId, type } = received;
  return { eventId, type, subject: subjectOf(received), ref: refOf(received) };
}

/** What to look up: the payment of a refund or a dispute, else the object itself. */
export function subjectOf(received: StripeEvent): string | null {
  if (received.object === 'v2.core.event') return received.related_object?.id ?? null;
  const { id, object, payment_intent: payment } = received.data.object;
  return object === 'checkout.session' || object === 'radar.early_fraud_warning' ? id : (payment ?? id);
}

function refOf(received: StripeEvent): string | null {
  if (received.object === 'v2.core.event') return null;
  const { client_reference_id: ref, metadata } = received.data.object;
  return ref ?? metadata?.ref ?? null;
}

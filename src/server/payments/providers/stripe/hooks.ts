import { createHmac, timingSafeEqual } from 'node:crypto';
import { signatureBy, type HookEvent, type Hooks } from '#server/platform/connections/hooks.ts';
import { event, eventObject, type StripeEvent } from './shapes.ts';

/** The types of events from which anything follows; a list can be asked for twenty. */
export const followed: readonly string[] = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'charge.dispute.closed',
  'radar.early_fraud_warning.created',
];

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
  return { eventId, type, ...aboutOf(received) };
}

/** What to look up: the payment of a refund or a dispute, else the object itself. From an event of another type nothing follows. */
function aboutOf(received: StripeEvent): Pick<HookEvent, 'subject' | 'ref'> {
  if (received.object === 'v2.core.event') return { subject: received.related_object?.id ?? null, ref: null };
  if (!followed.includes(received.type)) return { subject: null, ref: null };
  const about = eventObject.parse(received.data.object);
  const { id, object, payment_intent: payment, client_reference_id: ref, metadata } = about;
  const isItself = object === 'checkout.session' || object === 'radar.early_fraud_warning';
  return { subject: isItself ? id : (payment ?? id), ref: ref ?? metadata?.ref ?? null };
}

/** An event of the list, as it would have been sent. One that cannot be read is for staff. */
export function listedEvent(listed: { id: string; type: string }): HookEvent {
  const body = Buffer.from(JSON.stringify(listed));
  try {
    return { ...hookEvent(event.parse(listed)), body };
  } catch (error) {
    const failure = `not what Stripe documents: ${error instanceof Error ? error.message : String(error)}`;
    return { eventId: listed.id, type: listed.type, subject: null, ref: null, body, failure };
  }
}

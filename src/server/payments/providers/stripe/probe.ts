import type { Stripe } from 'stripe';
import { z } from 'zod';
import type { Probe } from '#server/platform/connections/outcome.ts';
import { attempt } from './attempt.ts';
import { isServerKey } from './client.ts';

const anyList = z.object({ data: z.array(z.unknown()), has_more: z.boolean() });

/** Reads one row of everything that the adapter reads, so that a right that a restricted key lacks shows by its name at Stripe. */
export async function probeStripe(stripe: Stripe, key: string, now: () => Date): Promise<Probe> {
  const reads: [string, () => Promise<unknown>][] = [
    ['read Checkout Sessions', () => stripe.checkout.sessions.list({ limit: 1 })],
    ['read PaymentIntents', () => stripe.paymentIntents.list({ limit: 1 })],
    ['read Charges', () => stripe.charges.list({ limit: 1 })],
    ['read Refunds', () => stripe.refunds.list({ limit: 1 })],
    ['read Disputes', () => stripe.disputes.list({ limit: 1 })],
    ['read Radar (early fraud warnings)', () => stripe.radar.earlyFraudWarnings.list({ limit: 1 })],
    ['read Events', () => stripe.events.list({ limit: 1 })],
  ];
  const isKey = isServerKey(key);
  const steps = [
    { name: 'secret or restricted key', ok: isKey, ms: 0, detail: isKey ? key.slice(0, 8) : 'not a key for servers' },
  ];
  for (const [name, read] of reads) {
    const began = now().getTime();
    const outcome = await attempt(read, anyList);
    const detail = outcome.kind === 'done' ? 'ok' : outcome.kind === 'refused' ? outcome.text : outcome.detail;
    steps.push({ name, ok: outcome.kind === 'done', ms: now().getTime() - began, detail: detail.slice(0, 200) });
  }
  return { ok: steps.every(({ ok }) => ok), steps };
}

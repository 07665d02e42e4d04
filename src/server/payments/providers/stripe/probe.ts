import type { Stripe } from 'stripe';
import { z } from 'zod';
import type { Probe } from '#server/platform/connections/outcome.ts';
import { attempt } from './attempt.ts';
import { isServerKey } from './client.ts';

const anyList = z.object({ data: z.array(z.unknown()), has_more: z.boolean() });

/** Reads one row of everything that the adapter reads, so that a missing right of a restricted key shows by name. */
export async function probeStripe(stripe: Stripe, key: string, now: () => Date): Promise<Probe> {
  const reads: [string, () => Promise<unknown>][] = [
    ['read checkout sessions', () => stripe.checkout.sessions.list({ limit: 1 })],
    ['read refunds', () => stripe.refunds.list({ limit: 1 })],
    ['read disputes', () => stripe.disputes.list({ limit: 1 })],
    ['read events', () => stripe.events.list({ limit: 1 })],
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

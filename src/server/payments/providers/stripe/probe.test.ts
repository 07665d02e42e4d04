import { Stripe } from 'stripe';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { keyWithout, standInKey, startStripe, type StripeStandIn } from '#server/demo/stand-ins/stripe/server.ts';
import { probeStripe } from './probe.ts';

let standIn: StripeStandIn;
beforeAll(async () => {
  standIn = await startStripe();
});
afterAll(() => standIn.close());

function probe(key: string) {
  const { hostname: host, port } = new URL(standIn.url);
  const stripe = new Stripe(key, { host, port, protocol: 'http', maxNetworkRetries: 0, telemetry: false });
  return probeStripe(stripe, key, () => new Date());
}

it('is well with a key that has every right', async () => {
  expect(await probe(standInKey)).toMatchObject({ ok: true });
});

/** What [the page for operators](docs/connections/stripe.md) says that a restricted key needs. */
it.each([
  ['checkout', 'read Checkout Sessions'],
  ['payment_intents', 'read PaymentIntents'],
  ['charges', 'read Charges'],
  ['refunds', 'read Refunds'],
  ['disputes', 'read Disputes'],
  ['radar', 'read Radar (early fraud warnings)'],
  ['events', 'read Events'],
])('names the right that a restricted key lacks: %s', async (path, step) => {
  const { ok, steps } = await probe(keyWithout(path));
  expect(ok).toBe(false);
  expect(steps.filter((each) => !each.ok).map(({ name }) => name)).toEqual([step]);
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { openAdyen, openCards, type AdyenCards, type Cards } from '#test/money/cards.ts';
import { newPayer, type Payer } from '#test/money/payments.ts';
import { startServer, type TestServer } from '#test/server.ts';
import { providersFor } from '../choose-provider.ts';

let server: TestServer;
let stripe: Cards;
let adyen: AdyenCards;
let ida: Payer;
beforeAll(async () => {
  server = await startServer();
  ida = await newPayer(server);
  stripe = await openCards(server);
  adyen = await openAdyen(server, { name: 'Second', order: 200 });
});
afterAll(async () => {
  await stripe.close();
  await adyen.close();
  await server.close();
});

const takers = async (of: Parameters<typeof providersFor>[3]) =>
  (await providersFor(server.app, ida.session.user.id, 'card', of)).map(({ id }) => id);
const takersOf = (minor: bigint, currency: string) => takers({ amount: { minor, currency } });

it('a deposit by card is begun at the first provider that can take the amount', async () => {
  expect(await takersOf(10_000n, 'USD')).toEqual([stripe.connectionId, adyen.connectionId]);
  // Stripe counts shillings otherwise, takes no third digit, and eight digits at most; Adyen counts pesos otherwise.
  expect(await takers({ currency: 'UGX' })).toEqual([adyen.connectionId]);
  expect(await takersOf(10_005n, 'KWD')).toEqual([adyen.connectionId]);
  expect(await takersOf(100_000_000n, 'USD')).toEqual([adyen.connectionId]);
  expect(await takers({ currency: 'CLP' })).toEqual([stripe.connectionId]);
});

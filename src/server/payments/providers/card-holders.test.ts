import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openCards, type Cards } from '#test/money/cards.ts';
import { asker, newPayer, type Payer } from '#test/money/payments.ts';
import { startServer, type TestServer } from '#test/server.ts';

let server: TestServer;
let cards: Cards;
let ida: Payer;

beforeAll(async () => {
  server = await startServer();
  await server.register();
  cards = await openCards(server);
});
beforeEach(async () => {
  ida = await newPayer(server);
});
afterAll(async () => {
  await cards.close();
  await server.close();
});

describe('a card in another name', () => {
  const pay = async (last4: string, holder: string) => {
    const { id, session } = await cards.begin(ida);
    cards.stripe.act(session, 'pay', { last4, holder });
    await cards.settled();
    return id;
  };

  it('is credited, and reported once for as long as its money is here', async () => {
    const first = await pay('1881', 'Nora Other');
    expect([await cards.stateOf(first), await cards.findings(first)]).toEqual(['credited', ['holder']]);
    expect(await cards.findings(await pay('1881', 'Nora Other'))).toEqual([]);
    expect(await cards.findings(await pay('0005', 'Nora Other'))).toEqual(['holder']);
    expect(await cards.findings(await pay('4242', 'MS I BERG'))).toEqual([]);
  });

  it('is saved as a destination in that name', async () => {
    const save = async (deposit_id: string) =>
      (await asker(server)('POST /api/payments/destinations/add-card', ida.session, { deposit_id })).body.holder;
    expect(await save(await pay('1881', 'Nora Other'))).toBe('Nora Other');
    expect(await save(await pay('4242', 'MS I BERG'))).toBe('Ida Berg');
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { forge } from '#test/database/forge.ts';
import { openCards, type Cards } from '#test/money/cards.ts';
import { asker, newPayer, type Payer } from '#test/money/payments.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

let server: TestServer;
let cards: Cards;
let ida: Payer;
let finance: Session;

beforeAll(async () => {
  server = await startServer();
  await server.register();
  finance = await server.register({ roles: ['client', 'finance'] });
  cards = await openCards(server);
});
beforeEach(async () => {
  ida = await newPayer(server);
});
afterAll(async () => {
  await cards.close();
  await server.close();
});

describe('a card of another client', () => {
  const pay = async (payer: Payer) => {
    const { id, session } = await cards.begin(payer);
    cards.stripe.act(session, 'pay', { last4: '7777', holder: 'Ida Berg' });
    await cards.settled();
    return id;
  };

  it('is credited, and reported once for each client, but a test card is everybody’s', async () => {
    const first = await pay(ida);
    const other = await newPayer(server);
    expect(await cards.findings(await pay(other))).toEqual([]);
    await forge(
      server.ownerUrl,
      sql`alter table provider_payment disable trigger user`,
      sql`update provider_payment set live = true where payment_id = ${first}`,
      sql`alter table provider_payment enable trigger user`,
    );
    const second = await pay(other);
    expect([await cards.stateOf(second), await cards.findings(second)]).toEqual(['credited', ['shared_source']]);
    expect(await cards.findings(await pay(other))).toEqual([]);
    expect(await cards.findings(await pay(ida))).toEqual([]);
    const { body } = await asker(server)('POST /api/staff/payments/info', finance, { payment_id: second });
    expect(body.checks).toContainEqual({ name: 'shared', result: 'warning', detail: 'Also used by Ida Berg' });
  });
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

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { forge } from '#test/database/forge.ts';
import { openBtcpay, openCards, type Cards, type Coins } from '#test/money/cards.ts';
import { asker, newPayer, type Payer } from '#test/money/payments.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

let server: TestServer;
let cards: Cards;
let coins: Coins;
let ida: Payer;
let finance: Session;

beforeAll(async () => {
  server = await startServer();
  await server.register({ roles: ['client', 'admin'] });
  finance = await server.register({ roles: ['client', 'finance'] });
  await server.storeSessions();
  [cards, coins] = [await openCards(server), await openBtcpay(server)];
});
beforeEach(async () => {
  cards.stripe.strike = () => {};
  ida = await newPayer(server);
});
afterAll(async () => {
  await cards.close();
  await coins.close();
  await server.close();
});

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Without the list of missed events: what has ended is read again by itself. */
async function later(ms: number): Promise<void> {
  server.clock.advance(ms);
  await server.app.jobs.run('payments.providers');
}
const unread = async (id: string) => (await cards.findings(id)).filter((kind) => kind === 'deposit_unread');

async function reject(id: string, note: string): Promise<void> {
  const ask = asker(server);
  await ask('POST /api/staff/payments/assign', finance, { payment_id: id });
  const { code } = await server.db.one<{ code: string }>(
    sql`select code from reason where purpose = 'deposit' and active order by position limit 1`,
  );
  await ask('POST /api/staff/payments/reject', finance, { payment_id: id, reason: code, note });
}

describe('an open deposit that cannot be read', () => {
  it('comes up less and less often, is shown to staff after a day, and is read when the provider answers', async () => {
    const { id, session } = await cards.begin(ida);
    cards.stripe.act(session, 'debit');
    await cards.settled();
    let tries = 0;
    cards.stripe.strike = (moment, path) => {
      if (moment !== 'before' || !path.includes(session)) return undefined;
      tries += 1;
      return 'lost';
    };
    for (let minutes = 0; minutes < 60; minutes += 1) await later(minute);
    expect(tries).toBeLessThanOrEqual(4);
    for (let hours = 1; hours < 23; hours += 1) await later(hour);
    expect(await unread(id)).toEqual([]);
    for (let hours = 0; hours < 12; hours += 1) await later(hour);
    expect(await unread(id)).toEqual(['deposit_unread']);
    expect(tries).toBeGreaterThan(8);
    expect(tries).toBeLessThan(16);
    cards.stripe.lie('lost', 2);
    cards.stripe.act(session, 'debit_pays');
    cards.stripe.honest();
    cards.stripe.strike = () => {};
    await later(6 * hour);
    expect(await cards.stateOf(id)).toBe('credited');
  });

  it('and that staff reject is reported once when it was paid after all', async () => {
    const { id, session } = await cards.begin(ida);
    cards.stripe.act(session, 'debit');
    await cards.settled();
    await reject(id, 'nothing came');
    expect([await cards.stateOf(id), await cards.findings(id)]).toEqual(['rejected', []]);
    cards.stripe.act(session, 'debit_pays');
    await cards.settled();
    expect([await cards.stateOf(id), await cards.findings(id)]).toEqual(['rejected', ['late']]);
    await later(40 * day);
    expect(await cards.findings(id)).toEqual(['late']);
  });

  it('and that was paid when staff rejected it is reported no further', async () => {
    const { id, session } = await cards.begin(ida);
    cards.stripe.act(session, 'underpay');
    await cards.settled();
    await reject(id, 'returned');
    await later(day);
    expect([await cards.stateOf(id), await cards.findings(id)]).toEqual(['rejected', ['amount']]);
  });

  it('also of one that the provider does not know', async () => {
    const { session } = await cards.begin(ida);
    cards.stripe.books.sessions.delete(session);
    const asked = () => cards.stripe.seen.filter(({ path }) => path.endsWith(session)).length;
    await later(hour);
    await later(10_000);
    expect(asked()).toBe(1);
  });
});

describe('a deposit that has ended', () => {
  const silently = (session: string, ...acts: Parameters<Coins['btcpay']['act']>[1][]) => {
    coins.btcpay.lie('lost', 9);
    for (const act of acts) coins.btcpay.act(session, act);
    coins.btcpay.honest();
  };
  const acted = async (act: Parameters<Coins['btcpay']['act']>[1]) => {
    const begun = await coins.begin(ida);
    coins.btcpay.act(begun.session, act);
    await coins.settled();
    return begun;
  };

  it('and is paid late goes to staff although no webhook comes', async () => {
    const { id, session } = await acted('expire');
    expect(await coins.stateOf(id)).toBe('expired');
    silently(session, 'pay_late');
    await later(day);
    expect([await coins.stateOf(id), await coins.findings(id)]).toEqual(['under_review', ['late']]);
  });

  it('whose money the chain drops is taken back although no webhook comes', async () => {
    const { id, session } = await acted('pay');
    silently(session, 'reorganise');
    await later(day);
    expect([await coins.stateOf(id), await coins.findings(id)]).toEqual(['charged_back', ['dispute']]);
  });

  it('is read four times in a month, and then no more', async () => {
    const { id, session } = await acted('pay');
    const asked = () => coins.btcpay.calls.filter(({ url }) => url.pathname.endsWith(`/invoices/${session}`)).length;
    const reads: number[] = [];
    for (let days = 0; days < 40; days += 0.5) {
      const before = asked();
      await later(day / 2);
      if (asked() > before) reads.push(days + 0.5);
    }
    expect(reads).toEqual([0.5, 1, 5, 30]);
    const row = await server.db.one(sql`select next_at from provider_payment where payment_id = ${id}`);
    expect(row).toEqual({ next_at: null });
  });

  it('is read no more once its connection is removed', async () => {
    const { id } = await acted('pay');
    await forge(server.ownerUrl, sql`update connection set state = 'removed' where id = ${coins.connectionId}`);
    for (const pause of [hour, 2 * day]) await later(pause);
    const row = await server.db.one(sql`select next_at from provider_payment where payment_id = ${id}`);
    expect([row, await unread(id)]).toEqual([{ next_at: null }, []]);
  });
});

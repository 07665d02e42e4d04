import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { turn } from '#test/connections/connections.ts';
import { creditedByCard, openCards, type Cards } from '#test/money/cards.ts';
import { asker, newPayer, type Payer } from '#test/money/payments.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

let server: TestServer;
let cards: Cards;
let ida: Payer;
let ines: Session;

beforeAll(async () => {
  server = await startServer();
  ines = await server.register({ roles: ['client', 'finance'] });
  await server.storeSessions();
  cards = await openCards(server);
  ida = await newPayer(server);
});
beforeEach(async () => {
  cards.stripe.honest();
  cards.stripe.strike = () => {};
  await missed(hour);
});
afterAll(async () => {
  await cards.close();
  await server.close();
});

const minute = 60_000;
const hour = 60 * minute;
const lists = () => cards.stripe.seen.filter(({ path }) => path === '/v1/events').length;
const inbox = (subject: string) =>
  server.db.rows<{ type: string; state: string; signature: string }>(sql`
    select type, state, signature from inbox_event
    where connection_id = ${cards.connectionId} and subject = ${subject} order by id`);

/** Lists what was missed, and handles it. */
async function missed(ms: number): Promise<void> {
  server.clock.advance(ms);
  await server.app.jobs.run('connections.missed_events');
  await cards.settled();
}

/** The provider takes the money back, and none of its calls arrives. */
function chargedBackSilently(session: string): string {
  cards.stripe.lie('lost', 2);
  cards.stripe.act(session, 'dispute');
  cards.stripe.act(session, 'dispute_withdrawn');
  return cards.stripe.books.sessionOf(session).payment_intent ?? '';
}

/** For how long the queue has waited, in seconds; the database is asked once a minute. */
async function waits(queue: string): Promise<number> {
  server.clock.advance(minute);
  const { body } = await server.app.http.inject({ method: 'GET', url: '/metrics' });
  return Number(new RegExp(`waiting_seconds\\{queue="${queue}"\\} (.*)`).exec(body)?.[1]);
}

const health = async () => {
  const { body } = await asker(server)('POST /api/staff/connections', ines, {});
  return body.connections.find(({ id }) => id === cards.connectionId);
};

describe('an event whose call was lost', () => {
  it('is listed within the hour and handled as any other, beside events about what has no id', async () => {
    const { id, session } = await creditedByCard(cards, ida, '100');
    expect(cards.stripe.books.events.some(({ type }) => type === 'balance.available')).toBe(true);
    const payment = chargedBackSilently(session);
    await missed(hour);
    expect(await cards.stateOf(id)).toBe('charged_back');
    expect(await inbox(payment)).toEqual([
      { type: 'payment_intent.succeeded', state: 'done', signature: 'valid' },
      { type: 'charge.dispute.created', state: 'done', signature: 'listed' },
      { type: 'charge.dispute.funds_withdrawn', state: 'done', signature: 'listed' },
    ]);
  });

  it('holds up no other when its payment cannot be read, and is tried again until it is', async () => {
    const [lame, good] = [await creditedByCard(cards, ida, '100'), await creditedByCard(cards, ida, '50')];
    const payment = chargedBackSilently(lame.session);
    chargedBackSilently(good.session);
    cards.stripe.strike = (moment, path) => (moment === 'before' && path.includes(lame.session) ? 'lost' : undefined);
    await missed(hour);
    expect([await cards.stateOf(lame.id), await cards.stateOf(good.id)]).toEqual(['credited', 'charged_back']);
    expect((await inbox(payment)).map(({ state }) => state)).toEqual(['done', 'waiting', 'waiting']);
    expect(await health()).toMatchObject({ waiting_events: 2 });
    cards.stripe.strike = () => {};
    server.clock.advance(hour);
    await cards.settled();
    expect(await cards.stateOf(lame.id)).toBe('charged_back');
  });

  it('is found also after days, in lists of a few hours', async () => {
    const { id, session } = await creditedByCard(cards, ida, '100');
    chargedBackSilently(session);
    server.clock.advance(24 * hour);
    const before = lists();
    await missed(0);
    expect(lists() - before).toBeGreaterThan(10);
    expect(lists() - before).toBeLessThan(20);
    expect(await cards.stateOf(id)).toBe('charged_back');
  });

  it('leaves others their turn however much was missed, and goes on after a minute', async () => {
    server.clock.advance(96 * hour);
    const rounds: number[] = [];
    for (let round = 0; round < 3; round++) {
      const before = lists();
      await missed(round * 59_000);
      rounds.push(lists() - before);
    }
    expect(rounds).toEqual([40, 0, 11]);
  });
});

it('an event whose call came is not looked up again', async () => {
  const { session } = await creditedByCard(cards, ida, '100');
  const reads = () => cards.stripe.seen.filter(({ path }) => path.endsWith(session)).length;
  const before = reads();
  await missed(hour);
  expect(reads()).toBe(before);
});

it('an event of a type that is not followed is taken and ignored, whatever it is about', async () => {
  const { id } = cards.stripe.books.emit('cash_balance.funds_available', { object: 'cash_balance', customer: 'cus_1' });
  await cards.settled();
  expect(cards.stripe.delivery.answers.get(id)).toEqual([200]);
  const rows = await server.db.rows<{ state: string }>(sql`select state from inbox_event where event_id = ${id}`);
  expect(rows).toEqual([{ state: 'ignored' }]);
});

it('a listed event that cannot be read holds up no other, and is shown to staff as failed', async () => {
  const { id, session } = await creditedByCard(cards, ida, '100');
  chargedBackSilently(session);
  cards.stripe.lie('lost');
  const { id: event } = cards.stripe.books.emit('refund.updated', { object: 'refund' });
  await missed(hour);
  expect(await cards.stateOf(id)).toBe('charged_back');
  const stored = await server.db.one<{ id: bigint; error: string }>(sql`
    select id, error from inbox_event where event_id = ${event} and state = 'failed'`);
  expect(stored.error).toContain('not what Stripe documents');
  expect(await waits('provider_events')).toBeGreaterThan(0);
  await asker(server)('POST /api/staff/connections/replay', ines, { event_id: String(stored.id) });
  await cards.settled();
  expect(await waits('provider_events')).toBe(0);
});

describe('a list that fails', () => {
  it('is tried again less and less often, is shown, and ends when it succeeds', async () => {
    const { id, session } = await creditedByCard(cards, ida, '100');
    chargedBackSilently(session);
    server.clock.advance(hour);
    let tries = 0;
    cards.stripe.strike = (moment, path) => {
      if (moment !== 'before' || path !== '/v1/events') return undefined;
      tries += 1;
      cards.stripe.lie('html');
      return undefined;
    };
    for (let round = 0; round < 60; round++) await missed(minute);
    expect(tries).toBeGreaterThan(4);
    expect(tries).toBeLessThan(8);
    expect((await health())?.last_failure).toContain('Invalid JSON');
    expect(await waits('provider_lists')).toBeGreaterThan(3400);
    await turn(server, cards.connectionId, 'off');
    expect(await waits('provider_lists')).toBe(0);
    await turn(server, cards.connectionId, 'on');
    cards.stripe.strike = () => {};
    await missed(2 * hour);
    expect(await cards.stateOf(id)).toBe('charged_back');
    expect((await health())?.last_failure).not.toContain('Invalid JSON');
    expect(await waits('provider_lists')).toBe(0);
  });

  it('is no turn of another instance', async () => {
    server.clock.advance(hour);
    const before = lists();
    const job = () => server.app.jobs.run('connections.missed_events');
    await Promise.all([job(), job()]);
    expect(lists()).toBe(before + 1);
  });
});

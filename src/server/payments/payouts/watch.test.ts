import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { forge } from '#test/database/forge.ts';
import { turn } from '#test/connections/connections.ts';
import { asker } from '#test/money/payments.ts';
import { openPayouts, type Payouts } from '#test/money/payouts.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

let server: TestServer;
let payouts: Payouts;
let ines: Session;
beforeAll(async () => {
  server = await startServer();
  ines = await server.register({ first_name: 'Inès', roles: ['client', 'finance'] });
  await server.storeSessions();
  payouts = await openPayouts(server, ines);
});
beforeEach(async () => {
  await payouts.settled();
  payouts.adyen.honest();
  payouts.adyen.onStrike(() => {});
});
afterAll(async () => {
  await payouts.close();
  await server.close();
});

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const looks = async (id: string) => [await payouts.stateOf(id), ...(await payouts.findings(id))];

/** A withdrawal whose money has left, and of which no event says more. */
async function sent() {
  const { id } = await payouts.approved();
  await payouts.send(id);
  const [transfer = ''] = await payouts.transfersOf(id);
  payouts.adyen.act(transfer, 'book');
  await payouts.settled();
  expect(await payouts.stateOf(id)).toBe('sent');
  const silently = (act: 'credit' | 'return') => {
    payouts.adyen.lie('lost', 4);
    payouts.adyen.act(transfer, act);
  };
  return { id, transfer, silently };
}

/** From now on no look reaches the provider; returns how many were tried. */
function cutOff(): () => number {
  let tried = 0;
  payouts.adyen.onStrike((moment, _, method) => {
    if (moment !== 'before' || method !== 'GET') return undefined;
    tried += 1;
    return 'lost';
  });
  return () => tried;
}
const reconnect = () => payouts.adyen.onStrike(() => {});

describe('a payout that was sent, and whose look fails', () => {
  it('is looked up again soon', async () => {
    const { id, silently } = await sent();
    silently('credit');
    cutOff();
    await payouts.watch(hour);
    reconnect();
    await payouts.watch(10 * minute);
    expect(await payouts.stateOf(id)).toBe('sent');
    await payouts.watch(5 * minute);
    expect(await payouts.stateOf(id)).toBe('completed');
  });

  it('is looked up again also after the last time, less and less often', async () => {
    const { id, silently } = await sent();
    silently('credit');
    for (const pause of [hour, day, 5 * day]) await payouts.watch(pause);
    expect(await looks(id)).toEqual(['completed']);
    silently('return');
    const tried = cutOff();
    await payouts.watch(25 * day);
    for (let minutes = 0; minutes < 2 * 24 * 60; minutes += 15) await payouts.watch(15 * minute);
    expect(tried()).toBeGreaterThan(10);
    expect(tried()).toBeLessThan(20);
    reconnect();
    await payouts.watch(6 * hour);
    expect(await looks(id)).toEqual(['failed', 'payout_returned', 'payout_unread']);
  });

  it('is shown to staff after a day, once for each time', async () => {
    const { id } = await sent();
    const unread = async () => {
      const { body } = await asker(server)('POST /api/staff/payments/findings', ines, {});
      return body.findings.filter(({ payment, kind }) => payment.id === id && kind === 'payout_unread');
    };
    cutOff();
    for (const pause of [hour, 23 * hour]) await payouts.watch(pause);
    expect(await unread()).toEqual([]);
    for (const pause of [6 * hour, 6 * hour]) await payouts.watch(pause);
    const [first, ...more] = await unread();
    expect([first?.kind, more]).toEqual(['payout_unread', []]);
    reconnect();
    await payouts.watch(6 * hour);
    const note = 'Adyen was not to be reached.';
    const finding_id = first?.id ?? '';
    await asker(server)('POST /api/staff/payments/close-finding', ines, { finding_id, note });
    cutOff();
    await payouts.watch(5 * day - 42 * hour);
    expect(await unread()).toEqual([]);
    for (let hours = 0; hours < 30; hours += 6) await payouts.watch(6 * hour);
    expect(await unread()).toHaveLength(1);
  });
});

describe('a payout that comes back before its amount is booked', () => {
  it('is one finding for staff, which then says that all came back', async () => {
    const { id, transfer, silently } = await sent();
    silently('return');
    const [last] = payouts.adyen.books.transferOf(transfer).events.slice(-1);
    const mutations = last?.mutations.splice(0) ?? [];
    await payouts.watch(hour);
    expect(await looks(id)).toEqual(['sent', 'amount']);
    last?.mutations.push(...mutations);
    await payouts.watch(hour / 4);
    expect(await looks(id)).toEqual(['failed', 'payout_returned']);
  });
});

describe('a payout that the provider lists by another id than it has answered with', () => {
  it('is shown to staff after a day as one of which nothing is read', async () => {
    const { id, transfer } = await sent();
    payouts.adyen.books.transferOf(transfer).id = `${transfer}X`;
    for (const pause of [hour, 23 * hour]) await payouts.watch(pause);
    expect(await looks(id)).toEqual(['sent', 'payout_unexpected']);
    for (const pause of [6 * hour, 6 * hour]) await payouts.watch(pause);
    expect(await looks(id)).toEqual(['sent', 'payout_unexpected', 'payout_unread']);
  });
});

it('an order waits while its connection is off, and a payout that was sent is followed', async () => {
  const { id, silently } = await sent();
  const unsent = await payouts.approved();
  payouts.adyen.onStrike((moment, _, method) => (moment === 'before' && method === 'POST' ? 'lost' : undefined));
  await payouts.send(unsent.id);
  await turn(server, payouts.connectionId, 'off');
  reconnect();
  silently('credit');
  await payouts.watch(hour);
  await payouts.watch(hour);
  expect(await payouts.stateOf(id)).toBe('completed');
  expect(await payouts.transfersOf(unsent.id)).toEqual([]);
  await turn(server, payouts.connectionId, 'on');
  await payouts.watch(hour);
  expect(await payouts.transfersOf(unsent.id)).toHaveLength(1);
});

// The last one, as its connection does not come back.
it('payouts of a removed connection are asked for no more, and staff decide what was not known of them', async () => {
  const waiting = await payouts.approved();
  await payouts.send(waiting.id);
  const unsent = await payouts.approved();
  payouts.adyen.lie('busy');
  await payouts.send(unsent.id);
  await server.db.run(sql`update provider_payout set attempts = 0 where payment_id = ${unsent.id}`);
  const left = await sent();
  await forge(server.ownerUrl, sql`update connection set state = 'removed' where id = ${payouts.connectionId}`);
  for (let hours = 0; hours < 100; hours += 5) await payouts.watch(5 * hour);
  expect(await looks(unsent.id)).toEqual(['approved', 'not_started']);
  expect(await looks(waiting.id)).toEqual(['ordered', 'payout_disconnected']);
  expect(await looks(left.id)).toEqual(['sent', 'payout_disconnected']);
  const asked = await server.db.rows(sql`
    select from provider_payout where payment_id in (${waiting.id}, ${unsent.id}, ${left.id}) and next_at is not null`);
  expect(asked).toEqual([]);
  const { body } = await asker(server)('POST /api/staff/payments/info', ines, { payment_id: waiting.id });
  expect(body.actions).toEqual(['mark_sent', 'fail']);
});

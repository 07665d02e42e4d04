import { afterAll, beforeAll, expect, it } from 'vitest';
import { turn } from '#test/connections/connections.ts';
import { openAdyen, type AdyenCards } from '#test/money/cards.ts';
import { asker, newPayer, type Payer } from '#test/money/payments.ts';
import { balancesOf } from '#test/money/wallet.ts';
import { sql } from '#server/platform/db/sql.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

let server: TestServer;
let cards: AdyenCards;
let ida: Payer;
let finance: Session;
beforeAll(async () => {
  server = await startServer();
  finance = await server.register({ roles: ['client', 'finance'] });
  await server.storeSessions();
  cards = await openAdyen(server);
  ida = await newPayer(server);
});
afterAll(async () => {
  await cards.close();
  await server.close();
});

const hour = 3_600_000;
const looks = async (id: string) => [
  await cards.stateOf(id),
  (await balancesOf(server.db, ida.wallet))[0],
  ...(await cards.findings(id)),
];
async function pass(hours: number, turn = 2): Promise<void> {
  for (let passed = 0; passed < hours; passed += turn) {
    server.clock.advance(turn * hour);
    await server.app.jobs.run('payments.providers');
  }
}

/** A deposit whose refund is made; its answer is lost, and its event waits for days. */
async function refunded(): Promise<string> {
  const { id, session } = await cards.begin(ida);
  cards.adyen.act(session, 'pay');
  await cards.settled();
  cards.adyen.lie('newest_first', 3);
  cards.adyen.lie('reset');
  const { code } = await server.db.one<{ code: string }>(
    sql`select code from reason where purpose = 'refund' and active order by position limit 1`,
  );
  const body = { payment_id: id, reason: code, note: 'asked for' };
  expect((await asker(server)('POST /api/staff/payments/refund', finance, body)).status).toBe(200);
  await turn(server, cards.connectionId, 'off');
  return id;
}
const outcomeComes = async () => {
  await turn(server, cards.connectionId, 'on');
  cards.adyen.honest();
  cards.adyen.delivery.flush();
  await cards.settled();
};

it('a refund whose answer was lost waits for its outcome as long as Adyen may give notice of it', async () => {
  const id = await refunded();
  await pass(26);
  await pass(27 * 24, 24);
  expect(await looks(id)).toEqual(['refunded', 0n, 'refund_pending']);
  await outcomeComes();
  expect(await looks(id)).toEqual(['refunded', 0n, 'refund_pending']);
  const { state } = await server.db.one<{ state: string }>(
    sql`select state from provider_refund where payment_id = ${id}`,
  );
  expect(state).toBe('succeeded');
});

it('a refund that succeeds after it was given up is reported as that', async () => {
  const id = await refunded();
  await pass(26);
  await pass(30 * 24, 24);
  expect(await looks(id)).toEqual(['credited', 10_000n, 'refund_failed', 'refund_pending']);
  await outcomeComes();
  expect(await looks(id)).toEqual(['credited', 10_000n, 'refund_late', 'refund_pending']);
});

it('a refund that was never sent is given up after a day', async () => {
  const id = await refunded();
  // As after a crash between the order and the call.
  await server.db.run(sql`update provider_refund set sent_at = null where payment_id = ${id}`);
  await pass(26);
  expect(await looks(id)).toEqual(['credited', 20_000n, 'refund_failed', 'refund_pending']);
});

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
async function pass(hours: number): Promise<void> {
  for (let passed = 0; passed < hours; passed += 2) {
    server.clock.advance(2 * hour);
    await server.app.jobs.run('payments.providers');
  }
}

it('a refund that was given up after a day and then succeeds is reported as made', async () => {
  const { id, session } = await cards.begin(ida);
  cards.adyen.act(session, 'pay');
  await cards.settled();
  // It is made, its answer is lost, and its event waits for days.
  cards.adyen.lie('newest_first', 3);
  cards.adyen.lie('reset');
  const { code } = await server.db.one<{ code: string }>(
    sql`select code from reason where purpose = 'refund' and active order by position limit 1`,
  );
  const body = { payment_id: id, reason: code, note: 'asked for' };
  expect((await asker(server)('POST /api/staff/payments/refund', finance, body)).status).toBe(200);
  expect(cards.adyen.books.refunds.size).toBe(1);
  await turn(server, cards.connectionId, 'off');
  await pass(26);
  expect(await looks(id)).toEqual(['credited', 10_000n, 'refund_failed', 'refund_pending']);
  await turn(server, cards.connectionId, 'on');
  cards.adyen.honest();
  cards.adyen.delivery.flush();
  await cards.settled();
  expect(await looks(id)).toEqual(['credited', 10_000n, 'refund_elsewhere', 'refund_pending']);
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { asker, confirmedDestination, newPayer, submitted } from '#test/money/payments.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';
import { addFinding } from '../providers/findings.ts';

let server: TestServer;
let ines: Session;
beforeAll(async () => {
  server = await startServer();
  ines = await server.register({ roles: ['client', 'finance'] });
});
afterAll(() => server.close());

it('staff reach every open report of providers, however many there are', async () => {
  const ida = await newPayer(server, 3, 50_000n);
  const bank = await confirmedDestination(server, ida);
  const [many, one] = [await submitted(server, ida, bank, '100'), await submitted(server, ida, bank, '50')];
  const subjects = Array.from({ length: 205 }, (_, number) => `P-${number}`);
  await server.db.tx(async (tx) => {
    for (const subject of subjects) {
      server.clock.advance(1000);
      await addFinding(server.app, tx, { paymentId: many, kind: 'amount', subject, at: server.clock.now() });
    }
    server.clock.advance(1000);
    const at = server.clock.now();
    await addFinding(server.app, tx, { paymentId: one, kind: 'payout_unexpected', subject: 'newest', at });
    const answerBy = new Date(at.getTime() + 86_400_000);
    await addFinding(server.app, tx, { paymentId: one, kind: 'dispute', subject: 'soon', at, answerBy });
  });
  const listed = async (input: { payment_id?: string } = {}) => {
    const found: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const body: object = cursor === undefined ? input : { ...input, cursor };
      const page = (await asker(server)('POST /api/staff/payments/findings', ines, body)).body;
      found.push(...page.findings.map(({ subject }) => subject));
      cursor = page.next_cursor;
    }
    return found;
  };
  expect(await listed()).toEqual(['soon', ...subjects, 'newest']);
  expect(await listed({ payment_id: one })).toEqual(['soon', 'newest']);
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { verifyLedger } from '#server/ledger/verify.ts';
import { sql } from '#server/platform/db/sql.ts';
import {
  asker,
  card,
  confirmedDestination,
  emailedCode,
  newPayer,
  openBank,
  reported,
  type Payer,
} from '#test/money/payments.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';
import { verifyPayments } from './verify.ts';

let server: TestServer;
let staff: Session[];
let payers: { payer: Payer; destination: string }[];
beforeAll(async () => {
  server = await startServer();
  await openBank(server);
  await server.db.run(sql`update payment_setting set second_approver_from = 100000`);
  staff = [
    await server.register({ roles: ['client', 'finance'] }),
    await server.register({ roles: ['client', 'admin'] }),
    await server.register({ roles: ['client', 'finance'] }),
  ];
  payers = [];
  for (let n = 0; n < 3; n += 1) {
    const payer = await newPayer(server, 4, 500_000n);
    payers.push({ payer, destination: await confirmedDestination(server, payer) });
  }
});
afterAll(() => server.close());

/** Numbers that look random and are the same in every run. */
function sequence(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9;
    return ((state ^ (state >>> 13)) >>> 0) % below;
  };
}

const breaches = async () =>
  [
    ...(await verifyLedger(server.db)).findings,
    ...(await server.db.snapshot((tx) => verifyPayments(tx, server.config))),
  ].filter(({ breach }) => breach);

/** The possible actions; one that is listed more often is more likely. */
const actions = {
  deposit: ['assign', 'credit', 'credit', 'credit', 'reject', 'refund', 'charge-back', 'reverse', 'reverse'],
  adjustment: ['decide-adjustment', 'decide-adjustment', 'turn-down'],
  withdrawal: [
    'assign',
    'assign',
    'approve',
    'approve',
    'approve',
    'mark-sent',
    'mark-sent',
    'complete',
    'fail',
    'reject',
    'cancel',
  ],
} as const;

const bodies = {
  reject: { reason: 'source_unclear' },
  fail: { reason: 'technical' },
  refund: { reason: 'third_party', note: 'as it happens' },
  'charge-back': { reason: 'charge_back', note: 'as it happens' },
  credit: { received: '12000' },
  'decide-adjustment': { decision: 'approve' },
};

interface Target {
  id: string;
  kind: keyof typeof actions;
}

/** One step by any person on any payment. A refusal is as good a result as success. */
async function anyAction(next: (below: number) => number, targets: readonly Target[]) {
  const { id: payment_id, kind } = targets[next(targets.length)]!;
  const action = actions[kind][next(actions[kind].length)]!;
  const request = asker(server);
  if (action === 'cancel') {
    return Promise.all(payers.map(({ payer }) => request('POST /api/payments/cancel', payer.session, { payment_id })));
  }
  const as = staff[next(3)]!;
  if (action === 'reverse') return [await reversal(as, payment_id)];
  if (action === 'turn-down') {
    const body = { payment_id, decision: 'reject', reason: 'not_justified' };
    return [await request('POST /api/staff/payments/decide-adjustment', as, body)];
  }
  const more = action in bodies ? bodies[action as keyof typeof bodies] : {};
  return [await request(`POST /api/staff/payments/${action}`, as, { payment_id, ...more })];
}

/** Requests the reversal of what a payment has booked; before that there is nothing to name. */
async function reversal(as: Session, id: string) {
  const booked = await server.db.maybeOne<{ id: string }>(
    sql`select id from ledger_transaction where scope = ${`payment:${id}`} and key = 'credit'`,
  );
  const body = { operation_id: booked?.id ?? id, reason: 'booked_twice', note: 'as it happens' };
  return asker(server)('POST /api/staff/payments/reverse', as, { ...body, current_password: as.password });
}

/** How many payments were reversed so far. */
async function reversed(): Promise<number> {
  const { count } = await server.db.one<{ count: number }>(
    sql`select count(*)::int as count from payment where state = 'reversed'`,
  );
  return count;
}

it('for any calls in any order, ledger and payments agree and nothing fails', async () => {
  const next = sequence(20_261_121);
  // The order of concurrent calls depends on the machine, so rounds continue until there was a reversal as well.
  for (let round = 0; round < 3 || (round < 12 && (await reversed()) === 0); round += 1) {
    for (const { payer, destination } of payers) {
      const request = asker(server);
      const wallet_id = payer.wallet.walletId;
      await reported(server, payer, '12000');
      const input = { wallet_id, destination_id: destination, amount: ['30', '1200'][next(2)] };
      const { body, status } = await request('POST /api/payments/withdraw', payer.session, input);
      if (status !== 200) continue;
      const code = await emailedCode(server, payer);
      await request('POST /api/payments/confirm', payer.session, { payment_id: body.payment.id, code });
      // Last, for then no money may go to a bank before the card has its own back.
      if (round === 2) {
        await request('POST /api/payments/deposit', payer.session, {
          wallet_id,
          method: 'sandbox',
          amount: '40',
          card,
        });
      }
    }
    for (let step = 0; step < 6; step += 1) {
      const targets = await server.db.rows<Target>(sql`select id, kind from payment order by id desc limit 12`);
      const responses = await Promise.all(Array.from({ length: 8 }, () => anyAction(next, targets)));
      expect(responses.flat().filter(({ status }) => status >= 500 || status === 422)).toEqual([]);
    }
    expect(await breaches()).toEqual([]);
  }
  expect(await reversed()).toBeGreaterThan(0);
  const { states } = await server.db.one<{ states: number }>(
    sql`select count(distinct state)::int as states from payment`,
  );
  expect(states).toBeGreaterThan(5);
}, 120_000);

it('a payment that claims more than the ledger is found', async () => {
  const nothingHappened = new Error('rolled back');
  const found: string[] = [];
  const change = server.db.tx(async (tx) => {
    await tx.run(sql`alter table payment disable trigger user`);
    const { id } = await tx.one<{ id: string }>(
      sql`select id from payment where kind = 'deposit' and state in ('rejected', 'under_review') order by id limit 1`,
    );
    await tx.run(sql`update payment set state = 'credited' where id = ${id}`);
    await tx.run(sql`alter table payment enable trigger payment_no_delete`);
    found.push(
      ...(await verifyPayments(tx, server.config)).filter(({ breach }) => breach).map(({ invariant }) => invariant),
    );
    throw nothingHappened;
  });
  await expect(change).rejects.toBe(nothingHappened);
  expect(found).toEqual([
    'a payment has moved in its wallet what its state says',
    'the last step of a payment is its state',
    'what wants approval was approved by enough persons',
    'the totals by method are the sums of the payments',
    'the guards of payments are switched on',
  ]);
});

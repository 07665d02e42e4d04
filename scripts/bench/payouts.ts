import { randomUUID } from 'node:crypto';
import { defaultNumberStyle } from '#contract/kernel/constants.ts';
import { startBank } from '#server/demo/stand-ins/bank/server.ts';
import { verifyLedger } from '#server/ledger/verify.ts';
import { addDestination, confirmDestination } from '#server/payments/destinations/destinations.ts';
import { issueCode, issueDestinationToken } from '#server/payments/emailed-secrets.ts';
import type { Staff } from '#server/payments/staff/run-action.ts';
import { assignPayment } from '#server/payments/staff/assign.ts';
import { approveWithdrawal } from '#server/payments/staff/withdrawal-actions.ts';
import { verifyPayments } from '#server/payments/verify.ts';
import { confirmWithdrawal } from '#server/payments/withdrawals/confirm.ts';
import { requestWithdrawal } from '#server/payments/withdrawals/request.ts';
import { sql } from '#server/platform/db/sql.ts';
import { approveBy, connectBank } from '#test/money/bank-connection.ts';
import { asker, iban, newPayer, openBank, type Payer } from '#test/money/payments.ts';
import { startServer } from '#test/server.ts';
import { validate } from '#test/external-services/iso20022.ts';

/**
 * `npm run bench:payouts [withdrawals]`: the way of so many withdrawals to a bank and back: one file is made, released by a second person
 * and delivered by SFTP to the bank's stand-in, which pays, reports and writes its statement; the connection brings both, and the
 * statement is compared with the books. It exits 1 when anything differs or the file takes longer than the aim.
 */
const [withdrawals = 10_000] = process.argv.slice(2).map(Number);
const clients = Math.min(20, withdrawals);
const amount = '25';
const aimS = 5;

const server = await startServer({ env: { WEBHOOKS_LOCAL: '1' } });
const bank = await startBank({ executes: false, now: () => server.clock.now() });
await openBank(server);
await server.db.run(sql`
  update payment_setting set approver_day_total = 1000000000000, second_approver_from = 1000000000000`);
await server.db.run(
  sql`update payment_limit set per_day = null, per_month = null, per_operation = null where level = 4`,
);
const adam = await server.register({ roles: ['client', 'admin'] });
const paul = await server.register({ roles: ['client', 'admin'] });
const ines = await server.register({ roles: ['client', 'finance'] });
interface Customer {
  payer: Payer;
  destination_id: string;
}
const customers: Customer[] = [];
for (let index = 0; index < clients; index += 1) {
  const payer = await newPayer(server, 4, BigInt(Math.ceil(withdrawals / clients)) * 2500n);
  customers.push({ payer, destination_id: await saveAccount(payer) });
}
await connectBank(server, [adam, paul], { adapter: 'bank_sftp', fields: bank.fields });

/** By the functions of the calls that a client makes. */
async function saveAccount({ session }: Payer): Promise<string> {
  const account = { method: 'bank_transfer', account: iban, label: 'Mine' } as const;
  const me = { ...session.user, fullName: session.user.full_name };
  const { id } = await addDestination(server.app, me, account, randomUUID());
  const { token = '' } = (await issueDestinationToken(server.app, id)) ?? {};
  await confirmDestination(server.app, me, token);
  return id;
}

const measured = new Map<string, number>();
async function timed<T>(step: string, action: () => Promise<T>): Promise<T> {
  const startedMs = performance.now();
  const result = await action();
  const seconds = (performance.now() - startedMs) / 1000;
  measured.set(step, seconds);
  console.log(`| ${step} | ${seconds.toFixed(1)} |`);
  return result;
}

/** One client's withdrawals, one after the other, by the functions of the calls that a client and finance make. */
async function withdraw({ payer, destination_id }: Customer, count: number): Promise<void> {
  const { app } = server;
  const me = payer.session.user;
  const staff = (): Staff => ({
    me: { id: ines.user.id, roles: ['client', 'finance'], numberStyle: defaultNumberStyle },
    language: 'en',
    key: randomUUID(),
  });
  for (let index = 0; index < count; index += 1) {
    const input = { wallet_id: payer.wallet.walletId, destination_id, amount };
    const { payment } = await requestWithdrawal(app, me, 'en', input, randomUUID());
    const { code = '' } = (await issueCode(app, payment.id)) ?? {};
    await confirmWithdrawal(app, me, 'en', { payment_id: payment.id, code }, randomUUID());
    await assignPayment(app, staff(), { payment_id: payment.id });
    await approveWithdrawal(app, staff(), { payment_id: payment.id });
  }
}

const fetchFiles = async () => {
  await server.app.jobs.run('reconciliation.fetch');
  await server.app.jobs.run('reconciliation.fetch');
};

console.log(`${withdrawals} withdrawals\n\n| step | seconds |\n|---|---|`);
await timed('request, confirm and approve the withdrawals', () =>
  Promise.all(customers.map((customer, index) => withdraw(customer, Math.floor((withdrawals + index) / clients)))),
);
const order = { currency: 'USD', pay_on: bank.bank.books.day, reason: 'Daily payouts' };
const made = await timed('make the file (pain.001)', () =>
  asker(server)('POST /api/staff/payments/bank-files/make', ines, order),
);
if (made.status !== 200) throw new Error(JSON.stringify(made.refusal));
await timed('release it by a second person', () => approveBy(server, paul, 'payout_file', made.body.id));
const { content } = await server.db.one<{ content: Buffer }>(sql`select content from payout_file`);
validate(content.toString(), 'pain.001.001.09');
await timed('deliver it by SFTP', () => server.app.jobs.run('payments.deliver'));
await timed('the bank takes and pays it', async () => {
  await bank.bank.collect();
  bank.bank.execute();
});
await timed('fetch and read the status reports (pain.002)', fetchFiles);
await timed('mark the withdrawals as sent', async () => {
  for (let left = -1; left !== 0;) {
    await server.app.jobs.run('payments.bank_files');
    const { count } = await server.db.one<{ count: number }>(sql`
      select count(*)::int as count from payment where state = 'ordered'`);
    if (count === left) throw new Error(`${count} withdrawals are not sent`);
    left = count;
  }
});
bank.bank.closeDay();
await timed('fetch and read the statement (camt.053)', fetchFiles);
await timed('complete the withdrawals by it and compare', () => server.app.jobs.run('reconciliation.lines'));

const { completed, net } = await server.db.one<{ completed: number; net: bigint }>(sql`
  select count(*)::int as completed, coalesce(sum(amount - fee), 0)::bigint as net from payment where state = 'completed'`);
const { body } = await asker(server)('POST /api/staff/reconciliation/runs', ines, { kind: 'statement' });
const differing = body.runs.flatMap(({ results }) => results).filter(({ result }) => result !== 'matched');
const paid = [...bank.bank.books.paid().values()].reduce((sum, minor) => sum + minor, 0n);
const ledger = await timed('verify the ledger and the payments', async () => [
  ...(await verifyLedger(server.db)).findings,
  ...(await server.db.tx((tx) => verifyPayments(tx, server.config))),
]);
const breaches = ledger.filter(({ breach }) => breach).length;
console.log(
  `\ncompleted: ${completed}; statements: ${body.runs.map(({ state, name }) => `${name} ${state}`).join(', ')}`,
);
console.log(
  `different: ${JSON.stringify(differing)}; paid by the bank: ${paid}; by our books: ${net}; breaches: ${breaches}`,
);
const madeS = measured.get('make the file (pain.001)') ?? Infinity;
const isRight = completed === withdrawals && differing.length === 0 && paid === net && breaches === 0;
console.log(
  isRight && madeS < aimS ? 'the aim is met' : `missed: ${isRight ? 'the time of the file' : 'something differs'}`,
);
process.exitCode = isRight && madeS < aimS ? 0 : 1;
await server.close();
await bank.close();

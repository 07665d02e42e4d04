import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { forge } from '#test/database/forge.ts';
import { rulesOf, switchOn } from '#test/money/automatic-approval.ts';
import {
  asker,
  confirmedDestination,
  newIban,
  newPayer,
  openBank,
  submitted,
  type Payer,
} from '#test/money/payments.ts';
import { camt, details, entry, linesOf, settled, uploaded } from '#test/money/statements.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

let server: TestServer;
let ada: Session;
let vera: Session;
let ines: Session;
beforeAll(async () => {
  server = await startServer();
  await openBank(server);
  ada = await server.register({ first_name: 'Ada', roles: ['client', 'admin'] });
  vera = await server.register({ first_name: 'Vera', roles: ['client', 'compliance'] });
  ines = await server.register({ first_name: 'Inès', roles: ['client', 'finance'] });
});
afterAll(() => server.close());
beforeEach(() => server.db.run(sql`delete from rate_window`));

const request = () => asker(server);
const item = async (id: string) => (await request()('POST /api/staff/payments/info', ines, { payment_id: id })).body;
const checkOf = async (id: string, about: string) =>
  (await item(id)).checks.filter(({ name }) => name === about).map(({ result, detail }) => `${result}: ${detail}`);

async function announced({ wallet, session }: Payer, amount: string) {
  const input = { wallet_id: wallet.walletId, method: 'bank_transfer', amount };
  return (await request()('POST /api/payments/deposit', session, input)).body;
}

const transfer = ({ session }: Payer, amount: string, reference: string, account: string) =>
  entry(
    amount,
    details(session.user.full_name, reference).replace(
      '</RltdPties>',
      `<DbtrAcct><Id><IBAN>${account}</IBAN></Id></DbtrAcct></RltdPties>`,
    ),
  );

/** Announces a deposit that a statement of the bank then shows, with the account of its payer. */
async function paid(payer: Payer, amount: string, account: string): Promise<string> {
  const { payment, reference } = await announced(payer, amount);
  const { lines } = await settled(server, ines, camt(transfer(payer, amount, reference ?? '', account)));
  expect(lines).toMatchObject([{ result: 'credited', payment: { id: payment.id } }]);
  return payment.id;
}

const masked = (account: string) => `${account.slice(0, 4)} •••• ${account.slice(-4)}`;

describe('the account of a payer that a bank names', () => {
  it('is the account of the deposit, masked, and of no card', async () => {
    const payer = await newPayer(server);
    const account = newIban();
    const id = await paid(payer, '100', account);
    expect((await item(id)).payment.account).toBe(masked(account));
    const { body } = await request()('POST /api/payments/methods', payer.session, {});
    expect(body.paid_cards).toEqual([]);
    expect(body.to_return).toMatchObject([{ method: 'bank_transfer', account: null, deposited: '100.00' }]);
  });

  it('is shown beside a withdrawal: as the one that has paid, or as another', async () => {
    const payer = await newPayer(server, 3, 10_000_000n);
    const [account, other] = [newIban(), newIban()];
    const before = await submitted(
      server,
      payer,
      await confirmedDestination(server, payer, { account: newIban() }),
      '20',
    );
    expect(await checkOf(before, 'paying_account')).toEqual([]);
    await paid(payer, '100', account);
    const back = await submitted(server, payer, await confirmedDestination(server, payer, { account }), '20');
    const away = await submitted(server, payer, await confirmedDestination(server, payer, { account: other }), '20');
    expect(await checkOf(back, 'paying_account')).toEqual(['good: The client has deposited from this bank account']);
    expect(await checkOf(away, 'paying_account')).toEqual([
      `warning: The client has deposited from other bank accounts: ${masked(account)}`,
    ]);
  });

  it('is known when another client pays from it', async () => {
    const [one, two] = [await newPayer(server), await newPayer(server)];
    const account = newIban();
    await paid(one, '100', account);
    const id = await paid(two, '100', account);
    expect(await checkOf(id, 'shared')).toEqual([`warning: Also used by ${one.session.user.full_name}`]);
  });

  it('is what a rule that approves demands, unless a deposit has named none', async () => {
    await switchOn(server, [ada, vera], rulesOf({ to_source: true }));
    const outcome = async (payer: Payer, account: string) => {
      // Later than the deposit.
      server.clock.advance(60_000);
      const id = await submitted(server, payer, await confirmedDestination(server, payer, { account }), '20');
      return [(await item(id)).payment.state, ...(await checkOf(id, 'rules'))].join(' · ');
    };
    const payer = await newPayer(server, 3, 10_000_000n);
    const account = newIban();
    await paid(payer, '100', account);
    expect(await outcome(payer, account)).toMatch(/^approved/);
    expect(await outcome(payer, newIban())).toContain('submitted');
    expect(await outcome(payer, newIban())).toContain('no deposit came from this destination');
    const former = await newPayer(server, 3, 10_000_000n);
    const { payment } = await announced(former, '100');
    await request()('POST /api/staff/payments/assign', ines, { payment_id: payment.id });
    await request()('POST /api/staff/payments/credit', ines, { payment_id: payment.id, received: '100' });
    expect(await outcome(former, newIban())).toMatch(/^approved/);
  });

  it('counts only as the file had it', async () => {
    const payer = await newPayer(server);
    const { reference } = await announced(payer, '100');
    const content = camt(transfer(payer, '100', reference ?? '', newIban()));
    const { id } = (await uploaded(server, ines, content)).body as { id: string };
    const change = sql`update statement_line set payer_account = ${newIban()} where run_id = ${id}`;
    await expect(server.db.run(change)).rejects.toThrow('statement_line');
    await forge(server.ownerUrl, change);
    await server.app.jobs.run('reconciliation.lines');
    expect(await linesOf(server, ines, id)).toMatchObject([{ result: 'unknown', doubt: 'changed' }]);
  });
});

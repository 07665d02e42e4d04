import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { forge } from '#test/database/forge.ts';
import {
  asker,
  codeOf,
  confirmedDestination,
  newPayer,
  openBank,
  submitted,
  type Payer,
} from '#test/money/payments.ts';
import { camt, csvOfLines, details, entry, linesOf, settled, uploaded } from '#test/money/statements.ts';
import { balancesOf } from '#test/money/wallet.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

let server: TestServer;
let ines: Session;
let paul: Session;
beforeAll(async () => {
  server = await startServer();
  await openBank(server);
  ines = await server.register({ first_name: 'Inès', second_name: 'Moreau', roles: ['client', 'finance'] });
  paul = await server.register({ first_name: 'Paul', second_name: 'Adler', roles: ['client', 'admin'] });
});
afterAll(() => server.close());

const request = () => asker(server);
const nameOf = ({ session }: Payer) => session.user.full_name;

async function announced(payer: Payer, amount: string) {
  const input = { wallet_id: payer.wallet.walletId, method: 'bank_transfer', amount };
  const { id } = (await request()('POST /api/payments/deposit', payer.session, input)).body.payment;
  return server.db.one<{ id: string; reference: string }>(sql`select id, reference from payment where id = ${id}`);
}
const creditByHand = async (id: string, received: string, as = ines) => {
  await request()('POST /api/staff/payments/assign', as, { payment_id: id });
  return request()('POST /api/staff/payments/credit', as, { payment_id: id, received });
};
const credit = (as: Session, line_id: string, payment_id: string) =>
  request()('POST /api/staff/reconciliation/statements/credit', as, { line_id, payment_id });
const fundsOf = async ({ wallet }: Payer) => (await balancesOf(server.db, wallet))[0];

describe('a bank', () => {
  it('may number its entries from 1 in each statement, and name none', async () => {
    for (const bank of ['1', 'NONREF']) {
      const [one, two] = [await newPayer(server), await newPayer(server)];
      for (const payer of [one, two]) {
        const { reference } = await announced(payer, '55');
        const { lines } = await settled(
          server,
          ines,
          camt(entry('55.00', details(nameOf(payer), reference), { bank })),
        );
        expect(lines).toMatchObject([{ result: 'credited' }]);
        expect(await fundsOf(payer)).toBe(5500n);
      }
    }
  });

  it('may leave out the currency of the account, and write a reversal as 1', async () => {
    const payer = await newPayer(server);
    const { reference } = await announced(payer, '56');
    const reversed = camt(entry('56.00', details(nameOf(payer), reference), { more: '<RvslInd>1</RvslInd>' }));
    const { lines } = await settled(server, ines, reversed.replace('<Ccy>USD</Ccy>', ''));
    expect(lines).toMatchObject([{ result: 'proposed', doubt: 'reversal' }]);
  });

  it('may write the same payment twice in two files: people may credit the second one', async () => {
    const payer = await newPayer(server);
    const row = 'no number,57,USD,2026-03-02,X';
    await settled(server, ines, csvOfLines([row]));
    const { run, lines } = await settled(server, ines, csvOfLines([row, 'other,1,USD,2026-03-02,Y']), { name: 'Next' });
    const { id } = await announced(payer, '57');
    expect((await credit(ines, lines[0]?.id ?? '', id)).body).toMatchObject({ result: 'waiting', repeats: null });
    await request()('POST /api/staff/payments/credit', paul, { payment_id: id, received: '57' });
    await server.app.jobs.run('reconciliation.lines');
    expect((await linesOf(server, ines, run.id)).map(({ result }) => result)).toEqual(['credited', 'unknown']);
  });

  it.each(['0001-01-01', '2099-01-01'])('writes no statement of %s', async (day) => {
    expect(codeOf(await uploaded(server, ines, csvOfLines([`x,1,USD,${day},X`])))).toBe('reconciliation.line');
  });
});

describe('a member of finance', () => {
  it('takes no transfer away by an edited copy: the genuine one is credited as well, and the books show the other', async () => {
    const [owner, other] = [await newPayer(server), await newPayer(server)];
    const [mine, theirs] = [await announced(owner, '900'), await announced(other, '900')];
    const bank = 'GENUINE-1';
    await settled(server, ines, camt(entry('900.00', details(nameOf(other), theirs.reference), { bank })));
    const genuine = await settled(
      server,
      paul,
      camt(entry('900.00', details(nameOf(owner), mine.reference), { bank })),
    );
    expect(genuine.lines).toMatchObject([{ result: 'credited', payment: { id: mine.id } }]);
    const { body } = await server.call('POST /api/staff/reconciliation/run', {
      as: ines,
      body: { run_id: genuine.run.id },
    });
    expect(body.findings.filter(({ payment }) => payment?.id === theirs.id)).toMatchObject([
      { result: 'missing_there' },
    ]);
  });

  it('credits no line that was changed in the database, in another currency, or that came back', async () => {
    const payer = await newPayer(server);
    const { id } = await announced(payer, '640');
    const { run, lines } = await settled(server, ines, camt(entry('6.40', details('X Y', 'x'))));
    await forge(server.ownerUrl, sql`update statement_line set amount = 64000 where run_id = ${run.id}`);
    expect(codeOf(await credit(ines, lines[0]?.id ?? '', id))).toBe('reconciliation.settled');
    const francs = await settled(server, ines, camt(entry('640.00', details('X Y', 'x'), { currency: 'CHF' })));
    expect(codeOf(await credit(ines, francs.lines[0]?.id ?? '', id))).toBe('http.not_found');
    const back = camt(entry('640.00', details('X Y', 'x'), { more: '<RvslInd>true</RvslInd>' }));
    const returned = await settled(server, ines, back);
    expect(codeOf(await credit(ines, returned.lines[0]?.id ?? '', id))).toBe('reconciliation.settled');
    expect(await fundsOf(payer)).toBe(0n);
  });

  it('credits one entry once, though a colleague has credited its deposit among the payments', async () => {
    const payer = await newPayer(server);
    const [one, two] = [await announced(payer, '68'), await announced(payer, '68')];
    const { run, lines } = await settled(server, ines, camt(entry('68.00', details('Another Name', one.reference))));
    expect(lines).toMatchObject([{ result: 'proposed', doubt: 'name' }]);
    await creditByHand(one.id, '68');
    expect(codeOf(await credit(paul, lines[0]?.id ?? '', two.id))).toBe('reconciliation.settled');
    await server.app.jobs.run('reconciliation.lines');
    expect(await linesOf(server, ines, run.id)).toMatchObject([{ result: 'matched', payment: { id: one.id } }]);
    expect(await fundsOf(payer)).toBe(6800n);
  });

  it('credits less than a line says only by hand: then the line stays open', async () => {
    const payer = await newPayer(server);
    const { id, reference } = await announced(payer, '12000');
    const { run } = await settled(server, ines, camt(entry('12000.00', details(nameOf(payer), reference))));
    expect((await creditByHand(id, '70', paul)).body.payment.state).toBe('credited');
    await server.app.jobs.run('reconciliation.lines');
    expect(await linesOf(server, ines, run.id)).toMatchObject([{ result: 'proposed', doubt: 'amount' }]);
  });
});

describe('a client', () => {
  it.each(['KOWALSKA M IDA', 'IDA BERG TRADING LTD', 'JOHN DOE OR IDA BERG', 'I BERG'])(
    'is not %s: a name that is alike is left to staff',
    async (name) => {
      const session = await server.register({ first_name: 'Ida', second_name: 'Berg' });
      await server.db.run(sql`update person set verification_level = 3 where id = ${session.user.id}`);
      const { id: walletId } = await server.db.one<{ id: string }>(sql`
        select id from wallet where client_id = ${session.user.id} and currency = 'USD'`);
      const payer = { session, wallet: { walletId } } as Payer;
      const { reference } = await announced(payer, '58');
      const { lines } = await settled(server, ines, camt(entry('58.00', details(name, reference))));
      expect(lines).toMatchObject([{ result: 'proposed', doubt: 'name' }]);
    },
  );

  it('completes no withdrawal by words in another transfer', async () => {
    const payer = await newPayer(server, 3, 100_000n);
    const id = await submitted(server, payer, await confirmedDestination(server, payer), '100');
    for (const route of ['assign', 'approve', 'mark-sent'] as const)
      await request()(`POST /api/staff/payments/${route}`, ines, { payment_id: id });
    const { number } = await server.db.one<{ number: string }>(
      sql`select 'P-' || number as number from payment where id = ${id}`,
    );
    const text = `your transfer ${number} could not be applied`;
    const { lines } = await settled(
      server,
      ines,
      camt(entry('95.00', details('Somebody Else', text), { way: 'DBIT' })),
    );
    expect(lines).toMatchObject([{ result: 'proposed', doubt: 'no_reference', payment: { state: 'sent' } }]);
  });
});

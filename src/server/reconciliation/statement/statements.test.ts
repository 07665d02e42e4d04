import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyLedger } from '#server/ledger/verify.ts';
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
import {
  balance,
  camt,
  csvOfLines,
  details,
  entry,
  linesOf,
  ownIban,
  settled,
  uploaded,
} from '#test/money/statements.ts';
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

interface Deposit {
  id: string;
  reference: string;
}

async function announced(payer: Payer, amount: string): Promise<Deposit> {
  const input = { wallet_id: payer.wallet.walletId, method: 'bank_transfer', amount };
  const { id } = (await request()('POST /api/payments/deposit', payer.session, input)).body.payment;
  return server.db.one<Deposit>(sql`select id, reference from payment where id = ${id}`);
}
const stateOf = async (id: string) =>
  (await server.db.one<{ state: string }>(sql`select state from payment where id = ${id}`)).state;

describe('a line of a statement', () => {
  it('that matches in reference, amount and name credits its deposit, also one that the client has not reported', async () => {
    const payer = await newPayer(server);
    const deposit = await announced(payer, '110');
    const text = `PAYMENT ${deposit.reference.replaceAll('-', '')} THANKS`;
    const { run, lines } = await settled(server, ines, camt(entry('110.00', details(nameOf(payer), text))));
    expect(lines).toMatchObject([
      { result: 'credited', confidence: 100, payment: { id: deposit.id, state: 'credited' } },
    ]);
    expect(await balancesOf(server.db, payer.wallet)).toEqual([11_000n, 0n]);
    expect(run).toMatchObject({ state: 'done', lines: { count: 1, left: 0, open: 0 }, from: '2026-03-02' });
    const payment = sql`select bank_reference as "bankReference" from payment where id = ${deposit.id}`;
    expect(await server.db.one(payment)).toEqual({ bankReference: expect.stringMatching(/^B\d+$/) as string });
  });

  it('that takes two people waits for the second one, and follows the deposit', async () => {
    const payer = await newPayer(server);
    const deposit = await announced(payer, '12000');
    const { run, lines } = await settled(
      server,
      ines,
      camt(entry('12000.00', details(nameOf(payer), deposit.reference))),
    );
    expect(lines).toMatchObject([{ result: 'waiting', payment: { state: 'under_review' } }]);
    expect(await balancesOf(server.db, payer.wallet)).toEqual([0n, 0n]);
    const credit = { payment_id: deposit.id, received: '12000' };
    expect(codeOf(await request()('POST /api/staff/payments/credit', ines, credit))).toBe('payments.approved_by_you');
    expect((await request()('POST /api/staff/payments/credit', paul, credit)).status).toBe(200);
    await server.app.jobs.run('reconciliation.lines');
    expect(await linesOf(server, ines, run.id)).toMatchObject([{ result: 'credited' }]);
  });

  const doubts: Record<string, (payer: Payer, deposit: Deposit) => string> = {
    amount: (payer, { reference }) => entry('49.00', details(nameOf(payer), reference)),
    name: (_, { reference }) => entry('50.00', details('Someone Else', reference)),
    no_name: (_, { reference }) =>
      entry('50.00', `<NtryDtls><TxDtls><RmtInf><Ustrd>${reference}</Ustrd></RmtInf></TxDtls></NtryDtls>`),
    reversal: (payer, { reference }) =>
      entry('50.00', details(nameOf(payer), reference), { way: 'DBIT', more: '<RvslInd>true</RvslInd>' }),
  };
  it.each(Object.entries(doubts))('is left to staff: %s', async (doubt, of) => {
    const payer = await newPayer(server);
    const deposit = await announced(payer, '50');
    const { lines } = await settled(server, ines, camt(of(payer, deposit)));
    expect(lines).toMatchObject([{ result: 'proposed', doubt, payment: { id: deposit.id } }]);
    expect(await stateOf(deposit.id)).toBe('awaiting_payment');
  });

  it('without a reference proposes the deposit of that amount and name, and in another currency none', async () => {
    const payer = await newPayer(server);
    const deposit = await announced(payer, '63.17');
    const { lines } = await settled(
      server,
      ines,
      camt(
        entry('63.17', details(nameOf(payer), 'for my account')) +
          entry('63.17', details(nameOf(payer), deposit.reference), { currency: 'CHF' }),
      ),
    );
    expect(lines).toMatchObject([
      { result: 'proposed', doubt: 'no_reference', confidence: 40, payment: { id: deposit.id } },
      { result: 'unknown', confidence: null, payment: null },
    ]);
  });

  it('that names two deposits is left to staff, and so is one that arrives at another account', async () => {
    const payer = await newPayer(server);
    const [one, two] = [await announced(payer, '71'), await announced(payer, '71')];
    const both = entry('71.00', details(nameOf(payer), `${one.reference} ${two.reference}`));
    expect((await settled(server, ines, camt(both))).lines).toMatchObject([{ result: 'proposed', doubt: 'several' }]);
    const elsewhere = camt(entry('71.00', details(nameOf(payer), one.reference)), {
      iban: 'GB29NWBK60161331926819',
    });
    expect((await settled(server, ines, elsewhere)).lines).toMatchObject([{ result: 'proposed', doubt: 'account' }]);
  });

  it('is read once, whatever file brings it, and each deposit is credited once', async () => {
    const payer = await newPayer(server);
    const deposit = await announced(payer, '82');
    const line = entry('82.00', details(nameOf(payer), deposit.reference));
    const file = camt(line);
    const first = await settled(server, ines, file);
    expect(codeOf(await uploaded(server, ines, file))).toBe('reconciliation.known');
    const again = await settled(server, ines, camt(line + entry('82.00', details(nameOf(payer), deposit.reference))));
    expect(again.lines).toMatchObject([
      { result: 'repeated', repeats: { run_id: first.run.id, number: 1 } },
      { result: 'proposed', doubt: 'booked_before' },
    ]);
    expect(await balancesOf(server.db, payer.wallet)).toEqual([8200n, 0n]);
  });

  it('is credited once when the same statement is uploaded and settled at once by several', async () => {
    const payer = await newPayer(server);
    const deposit = await announced(payer, '83');
    const line = entry('83.00', details(nameOf(payer), deposit.reference));
    const all = await Promise.all(['a', 'b', 'c'].map((name) => uploaded(server, ines, camt(line), { name })));
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200]);
    await Promise.all([1, 2, 3].map(() => server.app.jobs.run('reconciliation.lines')));
    const { results } = await server.db.one<{ results: string[] }>(sql`
      select array_agg(result order by result) as results from statement_line where payment_id = ${deposit.id} or result = 'repeated' and amount = 8300`);
    expect(results).toEqual(['credited', 'repeated', 'repeated']);
    expect(await balancesOf(server.db, payer.wallet)).toEqual([8300n, 0n]);
  });

  it('two alike in a CSV are two payments, also when the file comes again with more', async () => {
    const rows = ['no words,7.77,USD,2026-03-02,Ida Berg', 'no words,7.77,USD,2026-03-02,Ida Berg'];
    const first = await settled(server, ines, csvOfLines(rows));
    expect(first.lines.map(({ result }) => result)).toEqual(['unknown', 'unknown']);
    const more = await settled(server, ines, csvOfLines([...rows, ...rows.slice(1)]));
    expect(more.lines.map(({ result }) => result)).toEqual(['repeated', 'repeated', 'unknown']);
  });

  it('after a missing statement is credited by no rule', async () => {
    const iban = 'FR1420041010050500013M02606';
    const of = (from: string, to: string) => ({ iban, balances: balance('OPBD', from) + balance('CLBD', to) });
    await settled(server, ines, camt(entry('10.00', details('X Y', 'x')), of('0.00', '10.00')));
    await server.db.run(sql`
      insert into payment_bank_account (currency, beneficiary, bank, iban, bic) values ('USD', 'Atrium', 'B', ${iban}, 'BNPAFRPP')
      on conflict (currency) do update set iban = excluded.iban`);
    const payer = await newPayer(server);
    const [one, two] = [await announced(payer, '41'), await announced(payer, '42')];
    await server.db.run(sql`update payment_bank_account set iban = ${ownIban} where currency = 'USD'`);
    const line = ({ reference }: Deposit, amount: string) => entry(amount, details(nameOf(payer), reference));
    const gap = await settled(server, ines, camt(line(one, '41.00'), of('11.00', '52.00')));
    expect(gap.lines).toMatchObject([{ result: 'proposed', doubt: 'gap' }]);
    const next = await settled(server, ines, camt(line(two, '42.00'), of('52.00', '94.00')));
    expect(next.lines).toMatchObject([{ result: 'credited' }]);
  });

  it('is credited by nobody without the rule, by one who may no more, or changed past the program', async () => {
    const payer = await newPayer(server);
    const deposit = await announced(payer, '93');
    const line = () => camt(entry('93.00', details(nameOf(payer), deposit.reference)));
    expect((await settled(server, ines, line(), { credit: 'none' })).lines).toMatchObject([{ doubt: 'not_asked' }]);
    const gone = await server.register({ roles: ['client', 'finance'] });
    const run = await uploaded(server, gone, line());
    await server.db.run(sql`update person set roles = '{client}' where id = ${gone.user.id}`);
    await server.app.jobs.run('reconciliation.lines');
    expect(await stateOf(deposit.id)).toBe('awaiting_payment');
    // Staff read why, so that another person has the bank connected in their name.
    expect(await linesOf(server, ines, (run.body as { id: string }).id)).toMatchObject([{ doubt: 'requester' }]);
    const { body } = await uploaded(server, ines, camt(entry('9.00', details(nameOf(payer), deposit.reference))));
    const { id } = body as { id: string };
    await expect(server.db.run(sql`update statement_line set amount = 9300 where run_id = ${id}`)).rejects.toThrow(
      'statement_line',
    );
    await forge(server.ownerUrl, sql`update statement_line set amount = 9300 where run_id = ${id}`);
    await server.app.jobs.run('reconciliation.lines');
    expect(await linesOf(server, ines, id)).toMatchObject([{ result: 'unknown', doubt: 'changed' }]);
    expect(await stateOf(deposit.id)).toBe('awaiting_payment');
  });

  it('is paid again under an old reference: what was booked long ago, or as another entry, is not it', async () => {
    const payer = await newPayer(server);
    const credited = async (amount: string, bank_reference?: string) => {
      const deposit = await announced(payer, amount);
      const of = { payment_id: deposit.id };
      await request()('POST /api/staff/payments/assign', ines, of);
      await request()('POST /api/staff/payments/credit', ines, { ...of, received: amount, bank_reference });
      return deposit;
    };
    const lineOf = ({ reference }: Deposit, amount: string, bank?: string) =>
      entry(amount, details(nameOf(payer), reference), bank === undefined ? {} : { bank });
    const [now, other, old] = [await credited('21'), await credited('22', 'OTHER-1'), await credited('23')];
    await forge(
      server.ownerUrl,
      sql`update payment set updated_at = updated_at - interval '40 days' where id = ${old.id}`,
    );
    const { lines } = await settled(
      server,
      ines,
      camt([lineOf(now, '21.00'), lineOf(other, '22.00', 'OTHER-2'), lineOf(old, '23.00')].join('')),
    );
    expect(lines).toMatchObject([
      { result: 'matched', payment: { id: now.id } },
      { result: 'proposed', doubt: 'booked_before' },
      { result: 'proposed', doubt: 'booked_before' },
    ]);
  });

  it('has the account as its bank writes it: the IBAN, its end, or with the currency', async () => {
    const payer = await newPayer(server);
    for (const [account, amount, result] of [
      ['37040044/0532013000', '24,00', 'credited'],
      [`${ownIban}USD`, '25,00', 'credited'],
      ['37040044/0532013001', '26,00', 'proposed'],
    ] as const) {
      const { reference } = await announced(payer, amount.replace(',', '.'));
      const file = [
        `:20:S\n:25:${account}\n:28C:1/1\n:60F:C260301USD0,00`,
        `:61:2603020302C${amount}NTRFNONREF//M${amount.slice(0, 2)}\n:86:166?00X?20SVWZ+${reference}?32${nameOf(payer)}`,
        `:62F:C260302USD${amount}\n-`,
      ].join('\n');
      expect((await settled(server, ines, file)).lines).toMatchObject([{ result }]);
    }
  });

  it('of money that went out completes the withdrawal that was sent', async () => {
    const payer = await newPayer(server, 3, 100_000n);
    const id = await submitted(server, payer, await confirmedDestination(server, payer), '100');
    for (const route of ['POST /api/staff/payments/assign', 'POST /api/staff/payments/approve'] as const)
      await request()(route, ines, { payment_id: id });
    const { number } = await server.db.one<{ number: string }>(
      sql`select 'P-' || number as number from payment where id = ${id}`,
    );
    const out = (way = 'DBIT') =>
      camt(entry('95.00', details('X', 'x', `<EndToEndId>${number}</EndToEndId>`), { way }));
    const early = await settled(server, ines, out());
    expect(early.lines).toMatchObject([{ result: 'proposed', doubt: 'not_sent' }]);
    expect((await request()('POST /api/staff/payments/mark-sent', ines, { payment_id: id })).status).toBe(200);
    await server.app.jobs.run('reconciliation.lines');
    expect(await linesOf(server, ines, early.run.id)).toMatchObject([
      { result: 'matched', payment: { id, state: 'completed' } },
    ]);
    expect((await settled(server, ines, out('CRDT'))).lines).toMatchObject([{ result: 'proposed', doubt: 'returned' }]);
  });

  it('leaves what the limits refuse to staff, with nothing half done', async () => {
    const payer = await newPayer(server, 3);
    const deposit = await announced(payer, '94');
    await server.db.run(sql`update person set verification_level = 0 where id = ${payer.session.user.id}`);
    await server.db.run(sql`update payment set expires_at = ${server.clock.now()} where id = ${deposit.id}`);
    await server.app.jobs.run('payments.expire');
    const ended = await settled(server, ines, camt(entry('94.00', details(nameOf(payer), deposit.reference))));
    expect(ended.lines).toMatchObject([{ result: 'proposed', doubt: 'ended' }]);
    const [line] = ended.lines;
    const body = { line_id: line?.id ?? '', payment_id: deposit.id };
    expect(codeOf(await request()('POST /api/staff/reconciliation/statements/credit', ines, body))).toBe(
      'payments.level',
    );
    expect(await stateOf(deposit.id)).toBe('expired');
    await server.db.run(sql`update person set verification_level = 3 where id = ${payer.session.user.id}`);
    const credited = await request()('POST /api/staff/reconciliation/statements/credit', ines, body);
    expect(credited.body).toMatchObject({ result: 'credited', decided: { by: 'Inès Moreau' } });
    expect(await balancesOf(server.db, payer.wallet)).toEqual([9400n, 0n]);
  });
});

describe('what staff decide', () => {
  it('is one deposit for one line, whoever is faster', async () => {
    const payer = await newPayer(server);
    const deposits = [await announced(payer, '31'), await announced(payer, '31')];
    const { lines } = await settled(server, ines, camt(entry('31.00', details(nameOf(payer), 'nothing'))));
    const id = lines[0]?.id ?? '';
    const { body } = await request()('POST /api/staff/reconciliation/statements/candidates', ines, { line_id: id });
    expect(new Set(body.candidates.map((each) => each.id))).toEqual(new Set(deposits.map((each) => each.id)));
    const credit = (as: Session, paymentId: string, key?: string) =>
      request()('POST /api/staff/reconciliation/statements/credit', as, { line_id: id, payment_id: paymentId }, key);
    const key = randomUUID();
    const all = await Promise.all([
      credit(ines, deposits[0]?.id ?? '', key),
      credit(ines, deposits[0]?.id ?? '', key),
      credit(paul, deposits[1]?.id ?? ''),
    ]);
    expect(all.filter(({ status }) => status !== 200).map(codeOf)).toContain('reconciliation.settled');
    expect(await balancesOf(server.db, payer.wallet)).toEqual([3100n, 0n]);
    const two = await settled(server, ines, camt(entry('31.00', details('A B', 'nothing'))));
    const taken = deposits.find((each) => each.id === body.candidates[0]?.id);
    expect(taken).toBeDefined();
    expect(two.lines).toMatchObject([{ result: 'proposed' }]);
  });

  it('may be that it is no payment of a client, with a note that stays', async () => {
    const { lines, run } = await settled(server, ines, csvOfLines(['interest,1.23,USD,2026-03-02,']));
    const dismiss = (note: string) =>
      request()('POST /api/staff/reconciliation/statements/dismiss', ines, { line_id: lines[0]?.id ?? '', note });
    expect((await dismiss('Interest of the bank.')).status).toBe(200);
    expect(codeOf(await dismiss('Another.'))).toBe('reconciliation.settled');
    expect(await linesOf(server, ines, run.id)).toMatchObject([
      { result: 'dismissed', decided: { by: 'Inès Moreau', note: 'Interest of the bank.' } },
    ]);
    await expect(server.db.run(sql`update statement_line set note = 'x y z' where run_id = ${run.id}`)).rejects.toThrow(
      'statement_line',
    );
  });
});

it('leaves the ledger proved', async () => {
  const { findings } = await verifyLedger(server.db);
  expect(findings.filter(({ breach }) => breach)).toEqual([]);
});

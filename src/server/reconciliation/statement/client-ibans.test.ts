import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { verifyLedger } from '#server/ledger/verify.ts';
import { sql } from '#server/platform/db/sql.ts';
import { forge } from '#test/database/forge.ts';
import { storeIbans, bankIbans } from '#test/money/client-ibans.ts';
import { asker, fieldsWith, ibanOf, newPayer, openBank, type Payer } from '#test/money/payments.ts';
import { camt, csvOfLines, details, entry, linesOf, ownIban, settled, uploaded } from '#test/money/statements.ts';
import { balancesOf } from '#test/money/wallet.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

let server: TestServer;
let ines: Session;
let paul: Session;
let payer: Payer;
let iban: string;
beforeAll(async () => {
  server = await startServer();
  await openBank(server);
  ines = await server.register({ first_name: 'Inès', second_name: 'Moreau', roles: ['client', 'finance'] });
  paul = await server.register({ first_name: 'Paul', second_name: 'Adler', roles: ['client', 'admin'] });
});
afterAll(() => server.close());

let given = 0;
const checkDigits = (bban: string) =>
  String(98n - (BigInt(Array.from(`${bban}DE00`, (sign) => parseInt(sign, 36)).join('')) % 97n)).padStart(2, '0');
/** A client with an IBAN of their own, from a pool of one. */
beforeEach(async () => {
  given += 1;
  const bban = `50010517${String(7000 + given).padStart(10, '0')}`;
  iban = `DE${checkDigits(bban)}${bban}`;
  await storeIbans(server, [iban]);
  payer = await newPayer(server);
  await announced(payer, '999');
});

const request = () => asker(server);
const nameOf = ({ session }: Payer) => session.user.full_name;
const fundsOf = async ({ wallet }: Payer) => (await balancesOf(server.db, wallet))[0];
async function announced({ wallet, session }: Payer, amount: string) {
  const input = { wallet_id: wallet.walletId, method: 'bank_transfer', amount };
  return (await request()('POST /api/payments/deposit', session, input)).body;
}
const received = (name: string, text = 'hello', to = iban) =>
  details(name, text).replace('</RltdPties>', `<CdtrAcct><Id><IBAN>${to}</IBAN></Id></CdtrAcct></RltdPties>`);
const read = async (content: string, query = {}) => (await settled(server, ines, content, query)).lines;

describe('the IBAN of a client', () => {
  it('is shown with their deposit, the same for ever, to two tabs at once, and to no other client', async () => {
    await storeIbans(server, bankIbans.slice(0, 3));
    const [one, two] = [await newPayer(server), await newPayer(server)];
    const infos = await Promise.all([announced(one, '11'), announced(one, '12'), announced(two, '13')]);
    const shown = infos.map(({ bank }) => bank);
    expect(shown).toMatchObject([{ own: true }, { own: true }, { own: true }]);
    const [first, again, others] = shown.map(ibanOf);
    expect(again).toBe(first);
    expect(others).not.toBe(first);
    expect(bankIbans).toContain(first);
    // What is removed from the setting stays with its client.
    await storeIbans(server, [bankIbans[4] ?? '']);
    expect((await announced(one, '14')).bank).toMatchObject({ fields: fieldsWith(first), own: true, replaced: false });
    await expect(server.db.run(sql`delete from payment_client_iban where iban = ${first}`)).rejects.toThrow(
      'payment_client_iban',
    );
  });

  it('is the account of all where none is free, and where it is switched off', async () => {
    const next = await newPayer(server);
    expect((await announced(next, '15')).bank).toMatchObject({ fields: fieldsWith(ownIban), own: false });
    await storeIbans(server, []);
    expect((await announced(payer, '16')).bank).toMatchObject({ fields: fieldsWith(ownIban), own: false });
    const { body } = await request()('POST /api/staff/payments/client-ibans', ines, {});
    expect(body).toEqual([]);
  });

  it('is counted for staff', async () => {
    await storeIbans(server, [iban, bankIbans[3] ?? '']);
    const { body } = await request()('POST /api/staff/payments/client-ibans', ines, {});
    expect(body).toMatchObject([{ currency: 'USD', free: 1 }]);
  });
});

describe('a transfer to the IBAN of a client', () => {
  it.each([
    ['stated for the entry', () => camt(entry('81.00', received(nameOf(payer))))],
    ['of the whole statement', () => camt(entry('81.00', details(nameOf(payer), 'hello')), { iban })],
    [
      'in a column of a CSV',
      () => `reference,amount,currency,date,payer,receiving_account\nhello,81,USD,2026-03-02,${nameOf(payer)},${iban}`,
    ],
  ])('is credited in their name without an announced deposit: %s', async (_, content) => {
    const lines = await read(content());
    expect(lines).toMatchObject([{ result: 'credited', client: { id: payer.session.user.id } }]);
    expect(await fundsOf(payer)).toBe(8100n);
  });

  it('is their announced deposit of that amount first, then one of its own', async () => {
    const { payment } = await announced(payer, '82');
    const lines = await read(camt(entry('82.00', received(nameOf(payer))) + entry('82.00', received(nameOf(payer)))));
    expect(lines).toMatchObject([{ result: 'credited', payment: { id: payment.id } }, { result: 'credited' }]);
    expect(lines[1]?.payment?.id).not.toBe(payment.id);
    expect(await fundsOf(payer)).toBe(16_400n);
  });

  it('is what staff have booked by hand, not another deposit', async () => {
    const { payment } = await announced(payer, '83');
    await request()('POST /api/staff/payments/assign', ines, { payment_id: payment.id });
    await request()('POST /api/staff/payments/credit', ines, { payment_id: payment.id, received: '83' });
    const on = server.clock.now().toISOString().slice(0, 10);
    const lines = await read(camt(entry('83.00', received(nameOf(payer)))).replaceAll('2026-03-02', on));
    expect(lines).toMatchObject([{ result: 'matched', payment: { id: payment.id } }]);
    expect(await fundsOf(payer)).toBe(8300n);
  });

  it.each([
    ['under words of their own', { bank_reference: 'by hand' }, '87', 0],
    ['long before', {}, '88', 20],
  ])('may be booked by hand already (%s), so that it is left to staff', async (_, of, amount, days) => {
    const { payment } = await announced(payer, amount);
    await request()('POST /api/staff/payments/assign', ines, { payment_id: payment.id });
    await request()('POST /api/staff/payments/credit', ines, { payment_id: payment.id, received: amount, ...of });
    const on = new Date(server.clock.now().getTime() - days * 86_400_000).toISOString().slice(0, 10);
    const lines = await read(camt(entry(`${amount}.00`, received(nameOf(payer)))).replaceAll('2026-03-02', on));
    expect(lines).toMatchObject([{ result: 'proposed', doubt: 'booked_before' }]);
    expect(await fundsOf(payer)).toBe(BigInt(amount) * 100n);
  });

  it('counts once in two formats that give it two days', async () => {
    await read(camt(entry('89.00', received(nameOf(payer)))));
    const csv = `reference,amount,currency,date,payer,receiving_account\nhallo,89,USD,2026-03-03,${nameOf(payer)},${iban}`;
    expect(await read(csv)).toMatchObject([{ result: 'proposed', doubt: 'booked_before' }]);
    expect(await fundsOf(payer)).toBe(8900n);
  });

  it('counts once in two formats', async () => {
    await read(camt(entry('84.00', received(nameOf(payer)))));
    const csv = `reference,amount,currency,date,payer,receiving_account\nhallo,84,USD,2026-03-02,${nameOf(payer)},${iban}`;
    expect(await read(csv)).toMatchObject([{ result: 'proposed', doubt: 'booked_before' }]);
    expect(await fundsOf(payer)).toBe(8400n);
  });

  it('counts once in two formats when staff credit the one while the other is read', async () => {
    const first = await read(camt(entry('90.00', received(nameOf(payer)))), { credit: 'none' });
    expect(first).toMatchObject([{ result: 'proposed', doubt: 'not_asked' }]);
    const csv = `reference,amount,currency,date,payer,receiving_account\nhallo,90,USD,2026-03-02,${nameOf(payer)},${iban}`;
    const { body: run } = (await uploaded(server, ines, csv)) as { body: { id: string } };
    const waiting = sql`select from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()`;
    const waitFor = async (count: number) => {
      await expect.poll(() => server.db.rows(waiting)).toHaveLength(count);
    };
    const clientId = payer.session.user.id;
    const { byHand, job } = await server.db.tx(async (tx) => {
      await tx.run(sql`select from person where id = ${clientId} for no key update`);
      const credit = { line_id: first[0]?.id ?? '', client_id: clientId };
      const going = { byHand: request()('POST /api/staff/reconciliation/statements/credit', ines, credit) };
      await waitFor(1);
      const reading = { job: server.app.jobs.run('reconciliation.lines') };
      await waitFor(2);
      return { ...going, ...reading };
    });
    expect((await byHand).body.result).toBe('credited');
    await job;
    expect(await linesOf(server, ines, run.id)).toMatchObject([{ result: 'proposed', doubt: 'booked_before' }]);
    expect(await fundsOf(payer)).toBe(9000n);
  });

  it('may bear the reference, and then come to the account of all', async () => {
    const { reference } = await announced(payer, '85');
    const lines = await read(camt(entry('85.00', details(nameOf(payer), reference ?? ''))));
    expect(lines).toMatchObject([{ result: 'credited' }]);
  });

  const doubts: Record<string, () => Promise<string>> = {
    name: () => Promise.resolve(camt(entry('86.00', received('Some Stranger')))),
    currency: () => Promise.resolve(camt(entry('86.00', received(nameOf(payer)), { currency: 'CHF' }))),
    reversal: () => Promise.resolve(camt(entry('86.00', received(nameOf(payer)), { more: '<RvslInd>true</RvslInd>' }))),
    limit: async () => {
      await server.db.run(sql`update person set verification_level = 0 where id = ${payer.session.user.id}`);
      return camt(entry('86.00', received(nameOf(payer))));
    },
    restricted: async () => {
      await server.db.run(sql`
        insert into payment_restriction (client_id, kind, reason, set_by, set_at)
        values (${payer.session.user.id}, 'deposit', 'under_inquiry', ${paul.user.id}, ${server.clock.now()})`);
      return camt(entry('86.00', received(nameOf(payer))));
    },
    closed: async () => {
      await server.db.run(sql`
        update person set closed_at = now(), blocked_at = now() where id = ${payer.session.user.id}`);
      return camt(entry('86.00', received(nameOf(payer))));
    },
    other_client: async () => {
      const other = await newPayer(server);
      const { reference } = await announced(other, '86');
      return camt(entry('86.00', received(nameOf(other), reference ?? '')));
    },
  };
  it.each(Object.entries(doubts))('is left to staff: %s', async (doubt, of) => {
    const lines = await read(await of());
    expect(lines).toMatchObject([{ result: 'proposed', doubt, client: { id: payer.session.user.id } }]);
    expect(await fundsOf(payer)).toBe(0n);
  });

  it('is not credited by rule where the person who uploads did not ask for it', async () => {
    const lines = await read(camt(entry('87.00', received(nameOf(payer)))), { credit: 'none' });
    expect(lines).toMatchObject([{ result: 'proposed', doubt: 'not_asked' }]);
  });
});

describe('an attacker', () => {
  it('with the database gives no IBAN to a friend, nor one of their own to a client', async () => {
    const friend = await newPayer(server);
    await forge(
      server.ownerUrl,
      sql`
      update payment_client_iban set client_id = ${friend.session.user.id} where iban = ${iban}`,
    );
    const lines = await read(camt(entry('88.00', received(nameOf(friend)))));
    expect(lines).toMatchObject([{ result: 'unknown', doubt: 'changed' }]);
    const credit = { line_id: lines[0]?.id ?? '', client_id: friend.session.user.id };
    const { body } = await request()('POST /api/staff/reconciliation/statements/credit', ines, credit);
    expect(body).toMatchObject({ result: 'waiting' });
    expect(await fundsOf(friend)).toBe(0n);
    const mine = bankIbans[4] ?? '';
    await forge(
      server.ownerUrl,
      sql`
      update setting_version set value = ${JSON.stringify([{ currency: 'USD', ibans: [mine] }])}::jsonb
      where key = 'payments.client_ibans'`,
    );
    expect((await announced(await newPayer(server), '17')).bank).toMatchObject({
      fields: fieldsWith(ownIban),
      own: false,
    });
  });

  it('of finance gives a transfer to the IBAN of one client to the payer’s own account only with a second person', async () => {
    const friend = await newPayer(server);
    const [line] = await read(camt(entry('5.00', received('Rich Stranger'))));
    await server.db.run(sql`
      update person set first_name = 'Rich', second_name = 'Stranger' where id = ${friend.session.user.id}`);
    const credit = { line_id: line?.id ?? '', client_id: friend.session.user.id };
    const { body } = await request()('POST /api/staff/reconciliation/statements/credit', ines, credit);
    expect(body).toMatchObject({ result: 'waiting' });
    expect(await fundsOf(friend)).toBe(0n);
  });

  it('changes no receiving account of a line', async () => {
    const { run } = await settled(server, ines, csvOfLines([`x,9,USD,2026-03-02,${nameOf(payer)}`]));
    await expect(
      server.db.run(sql`update statement_line set receiver = ${iban} where run_id = ${run.id}`),
    ).rejects.toThrow('statement_line');
  });
});

it('leaves the ledger proved', async () => {
  const { findings } = await verifyLedger(server.db);
  expect(findings.filter(({ breach }) => breach)).toEqual([]);
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Route } from '#contract/api.ts';
import { sql } from '#server/platform/db/sql.ts';
import { asker, card, codeOf, newPayer, openBank, type Payer } from '#test/money/payments.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';
import { openedBy, pdf, png, upload } from '#test/files/upload.ts';

let server: TestServer;
let ida: Payer;
beforeAll(async () => {
  server = await startServer();
  await openBank(server);
  ida = await newPayer(server);
});
afterAll(() => server.close());

const request = <R extends Route>(route: R, as: Session, body: object, key?: string) =>
  asker(server)(route, as, body, key);
const prove = (payer: Payer, body: object, key?: string) =>
  request('POST /api/payments/upload-proof', payer.session, body, key);

async function announced(payer: Payer, method = 'bank_transfer'): Promise<string> {
  const input = { wallet_id: payer.wallet.walletId, method, amount: '50', ...(method === 'sandbox' && { card }) };
  const { body } = await request('POST /api/payments/deposit', payer.session, input);
  return body.payment.id;
}

async function uploaded(payer: Payer, count = 1): Promise<string[]> {
  const files: string[] = [];
  for (let each = 0; each < count; each++)
    files.push((await upload(server, payer.session, await png(), { name: 'receipt.png' })).file.id);
  return files;
}

describe('a proof of payment', () => {
  it('reports the transfer, and more of them may follow', async () => {
    const id = await announced(ida);
    const { body: first } = await prove(ida, { payment_id: id, files: await uploaded(ida, 2) });
    expect(first.payment.state).toBe('under_review');
    expect(first.history.at(-1)).toMatchObject({ state: 'under_review', by: 'client' });
    expect(first.proofs.map(({ name, type }) => [name, type])).toEqual([
      ['receipt.png', 'image/png'],
      ['receipt.png', 'image/png'],
    ]);
    expect(first.proofs_left).toBe(3);
    const { body: second } = await prove(ida, { payment_id: id, files: await uploaded(ida) });
    expect([second.payment.state, second.proofs.length, second.proofs_left]).toEqual(['under_review', 3, 2]);
    expect(second.history).toEqual(first.history);
  });

  it('is refused in the contract’s order, and nothing is left of it', async () => {
    const id = await announced(ida);
    const other = await newPayer(server);
    const [file = ''] = await uploaded(ida);
    const key = randomUUID();
    await request('POST /api/payments/mark-as-paid', ida.session, { payment_id: await announced(ida) }, key);
    const codes = [
      await prove(ida, { payment_id: id, files: [file] }, key),
      await prove(other, { payment_id: id, files: [file] }),
      await prove(ida, { payment_id: await announced(ida, 'sandbox'), files: [file] }),
      await prove(ida, { payment_id: id, files: Array.from({ length: 5 }, () => file) }),
    ].map(codeOf);
    expect(codes).toEqual(['http.idempotency_mismatch', 'http.not_found', 'payments.state', 'files.gone']);
    expect((await prove(ida, { payment_id: id, files: [] })).status).toBe(422);
    const foreign = await uploaded(other);
    expect(codeOf(await prove(ida, { payment_id: id, files: [file, ...foreign] }))).toBe('files.gone');
    const { body } = await request('POST /api/payments/info', ida.session, { payment_id: id });
    expect([body.payment.state, body.proofs, body.proofs_left]).toEqual(['awaiting_payment', [], 5]);
    expect((await prove(ida, { payment_id: id, files: [file] })).status).toBe(200);
  });

  it('is limited to five files, also when many are sent at once', async () => {
    const payer = await newPayer(server);
    const id = await announced(payer);
    const files = await uploaded(payer, 9);
    const responses = await Promise.all(files.map((file) => prove(payer, { payment_id: id, files: [file] })));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(new Set(responses.filter(({ status }) => status !== 200).map(codeOf))).toEqual(
      new Set(['payments.proof_limit']),
    );
    const { body } = await request('POST /api/payments/info', payer.session, { payment_id: id });
    expect([body.proofs.length, body.proofs_left]).toEqual([5, 0]);
  });

  it('happens once however often it is sent', async () => {
    const id = await announced(ida);
    const body = { payment_id: id, files: await uploaded(ida) };
    const key = randomUUID();
    const responses = await Promise.all(Array.from({ length: 6 }, () => prove(ida, body, key)));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(responses.every((response) => response.body.proofs.length === 1)).toBe(true);
  });

  it('is seen by payment staff, who are listed in the access log, and by no other person', async () => {
    const id = await announced(ida);
    const { file } = await upload(server, ida.session, pdf(), { name: 'transfer.pdf' });
    const finance = await server.register({ roles: ['finance'] });
    expect((await openedBy(server, finance, file.id)).status).toBe(404);
    await prove(ida, { payment_id: id, files: [file.id] });
    const { body: item } = await request('POST /api/staff/payments/info', finance, { payment_id: id });
    expect(item.info.proofs.map(({ name }) => name)).toEqual(['transfer.pdf']);
    const support = await server.register({ roles: ['support'] });
    for (const stranger of [support, (await newPayer(server)).session])
      expect((await openedBy(server, stranger, file.id)).status).toBe(404);
    expect((await openedBy(server, finance, file.id)).content.length).toBe(file.size);
    expect((await openedBy(server, ida.session, file.id)).status).toBe(200);
    const views = await server.db.rows(sql`
      select viewer_id as "viewerId", at from file_access where file_id = ${file.id}`);
    expect(views).toEqual([{ viewerId: finance.user.id, at: server.clock.now() }]);
    const accesses = async (as: Session) => (await server.call('POST /api/settings/access-log', { as, body: {} })).body;
    const { firstName: who } = await server.db.one<{ firstName: string }>(sql`
      select first_name as "firstName" from person where id = ${finance.user.id}`);
    expect((await accesses(ida.session)).filter(({ name }) => name === 'transfer.pdf')).toEqual([
      {
        id: expect.any(String) as string,
        at: server.clock.now().toISOString(),
        who,
        role: 'finance',
        purpose: 'payment_proof',
        name: 'transfer.pdf',
      },
    ]);
    expect(await accesses(finance)).toEqual([]);
    // In the role of that time, whatever roles the person got since.
    await server.db.run(sql`update person set roles = '{client,admin}' where id = ${finance.user.id}`);
    expect((await accesses(ida.session)).find(({ name }) => name === 'transfer.pdf')?.role).toBe('finance');
  });
});

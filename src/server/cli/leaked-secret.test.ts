import { afterAll, beforeAll, expect, it } from 'vitest';
import { accountKey, fingerprintOf } from '#server/payments/destinations/account-key.ts';
import { addDestination } from '#server/payments/destinations/destinations.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { sign } from '#server/platform/secrets/token.ts';
import { fileOf, importsBy, row, startWithImporters } from '#test/compliance/imports.ts';
import { forge } from '#test/database/forge.ts';
import { confirmedDestination, iban, newPayer, openBank } from '#test/money/payments.ts';
import { camt, details, entry, uploaded } from '#test/money/statements.ts';
import type { Session, TestServer } from '#test/server.ts';
import { replaceSecret } from './replace-secret.ts';

/** What is open when a secret that may have leaked is replaced: the former one is accepted nowhere afterwards. */
let server: TestServer;
let ada: Session;
let paul: Session;
beforeAll(async () => {
  ({ server, ada, paul } = await startWithImporters());
  await openBank(server);
});
afterAll(() => server.close());

const present = 'another secret of the same installation';

/** Does `action` under another secret, and sets the first one again. */
async function underAnother(action: () => Promise<void>): Promise<void> {
  const { config, db } = server.app;
  const { appSecret } = config;
  await db.tx((tx) => replaceSecret(tx, appSecret, present));
  Object.assign(config, { appSecret: present, formerSecret: undefined });
  try {
    await action();
  } finally {
    await db.tx((tx) => replaceSecret(tx, present, appSecret));
    Object.assign(config, { appSecret, formerSecret: undefined });
  }
}

it('the key of fingerprints is no secret of the installation where there are none yet', async () => {
  const key = await server.db.tx((tx) => accountKey(tx, server.config.appSecret));
  expect(key).not.toBe(server.config.appSecret);
  expect(key).toHaveLength(43);
});

it('an account stays known', async () => {
  const payer = await newPayer(server);
  await confirmedDestination(server, payer);
  const fingerprint = () => server.app.db.tx((tx) => fingerprintOf(server.app, tx, 'card', '4000056655665556'));
  const before = await fingerprint();
  const me = { id: payer.session.user.id, fullName: payer.session.user.full_name };
  const body = { method: 'bank_transfer', label: 'Again', account: iban } as const;
  const expectKnown = () =>
    expect(addDestination(server.app, me, body, newId())).rejects.toMatchObject({
      fields: { account: [{ code: 'payments.destination_known' }] },
    });
  await expectKnown();
  await underAnother(async () => {
    expect(await fingerprint()).toBe(before);
    await expectKnown();
  });
});

it('fingerprints that were stored before they had a key of their own stay known', async () => {
  await confirmedDestination(server, await newPayer(server));
  await server.db.run(sql`delete from payment_account_key`);
  const { appSecret } = server.config;
  await underAnother(async () => {
    expect(await server.app.db.tx((tx) => accountKey(tx, present))).toBe(appSecret);
  });
  const fingerprint = await server.app.db.tx((tx) => fingerprintOf(server.app, tx, 'card', '4000056655665556'));
  expect(fingerprint).toBe(sign(appSecret, 'payment-account:card', '4000056655665556'));
});

it('lines of a statement are read on, and those that were changed are not', async () => {
  const payer = await newPayer(server);
  const lines = ['60.00', '61.00'].map((amount) => entry(amount, details(payer.session.user.full_name, 'No deposit')));
  const { id } = (await uploaded(server, ada, camt(lines.join('')))).body as { id: string };
  await forge(server.ownerUrl, sql`update statement_line set amount = 99900 where run_id = ${id} and amount = 6100`);
  await underAnother(async () => {
    await server.app.jobs.run('reconciliation.lines');
    const settled = sql`select amount::int as amount, result, doubt from statement_line where run_id = ${id} order by amount`;
    expect(await server.db.rows(settled)).toEqual([
      { amount: 6000, result: 'unknown', doubt: null },
      { amount: 99_900, result: 'unknown', doubt: 'changed' },
    ]);
  });
});

it('an import that two people have approved goes on', async () => {
  const { checked, request, decide } = importsBy(() => ({ server, ada, paul }));
  const { id } = await checked(fileOf(row(), row({ 2: 'Mona' })));
  expect([(await request(id)).status, (await decide(id, paul)).status]).toEqual([200, 200]);
  await server.db.run(
    sql`update import_row set content = jsonb_set(content, '{first_name}', '"Eve"') where run_id = ${id} and number = 2`,
  );
  await underAnother(async () => {
    await server.app.jobs.run('imports.work');
    const outcomes = sql`select outcome, faults -> 0 ->> 'code' as fault from import_row where run_id = ${id} order by number`;
    expect(await server.db.rows(outcomes)).toEqual([
      { outcome: 'imported', fault: null },
      { outcome: 'refused', fault: 'changed' },
    ]);
  });
});

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { verifyOrigins } from '#server/ledger/origins.ts';
import { verifyBooks } from '#server/reconciliation/verify-ledger.ts';
import { sql } from '#server/platform/db/sql.ts';
import { openIn } from '#server/trading/open-account.ts';
import {
  accountFields,
  accountsOf,
  faultsOf,
  fileOf,
  importsBy,
  mapping,
  row,
  startWithImporters,
} from '#test/compliance/imports.ts';
import { forge } from '#test/database/forge.ts';
import type { Session, TestServer } from '#test/server.ts';
import * as recording from '../opening-balance.ts';

let server: TestServer;
let ada: Session;
let paul: Session;
beforeAll(async () => {
  ({ server, ada, paul } = await startWithImporters());
});
afterAll(() => server.close());

const people = () => ({ server, ada, paul });
const clients = importsBy(people);
const { shown, checked, request, decide, imported } = importsBy(people, 'accounts');

/** Imports so many clients, and gives their numbers in the other system. */
async function clientNumbers(count: number): Promise<string[]> {
  const rows = Array.from({ length: count }, () => row());
  await clients.imported(fileOf(...rows));
  return rows.map((each) => each.split(',')[0] ?? '');
}

const clientId = async (number: string) =>
  (await server.db.one<{ id: string }>(sql`select client_id as id from imported_client where outside_id = ${number}`))
    .id;

async function brokenRules() {
  const findings = await server.db.snapshot(async (db) => [
    ...(await verifyBooks(db, server.config)).findings,
    ...(await verifyOrigins(db, { production: true })),
  ]);
  return findings.filter(({ breach }) => breach);
}

const expectSoundBooks = async () => expect(await brokenRules()).toEqual([]);

/** By the owner of the database, whom no trigger stops. */
const setBalance = (runId: string, balance: number) =>
  forge(
    server.ownerUrl,
    sql`alter table imported_account disable trigger user`,
    sql`update imported_account set balance = ${balance} where run_id = ${runId}`,
    sql`alter table imported_account enable trigger user`,
  );

const unexplained = async () => {
  const [finding] = await server.db.snapshot((db) => verifyOrigins(db, { production: true }));
  return finding?.breach?.why;
};

describe('trading accounts of imported clients', () => {
  it('are opened once two people agree, with their money in balanced entries and on the platform', async () => {
    const [one = '', two = ''] = await clientNumbers(2);
    const run = await checked(
      accountsOf(`${one},MT-1,USD,Long term,1200.50`, `${one},MT-2,eur,,`, `${two},MT-3,EUR,,7`),
    );
    expect(run).toMatchObject({
      subject: 'accounts',
      counts: { new: 3, refused: 0 },
      totals: [
        { currency: 'EUR', amount: '7.00', posted: '0.00' },
        { currency: 'USD', amount: '1200.50', posted: '0.00' },
      ],
    });
    expect((await request(run.id)).status).toBe(200);
    const { body } = await server.call('POST /api/staff/approvals', { as: paul, body: {} });
    const waiting = body.approval_requests.find((each) => each.kind === 'import' && each.key === run.id);
    expect(waiting?.value).toMatchObject({ accounts: 3, totals: [{ amount: '7.00' }, { amount: '1200.50' }] });
    expect((await decide(run.id, paul)).status).toBe(200);
    await server.app.jobs.run('imports.work');

    expect(await shown(run.id)).toMatchObject({ state: 'done', counts: { imported: 3 }, samples: [] });
    const { body: accounts } = await server.call('POST /api/staff/clients/accounts', {
      as: ada,
      body: { client_id: await clientId(one) },
    });
    expect(accounts).toMatchObject([
      { former_number: 'MT-1', currency: 'USD', native_balance: '1200.50', equity: '1200.50' },
      { former_number: 'MT-2', currency: 'EUR', native_balance: '0.00', status: 'active' },
    ]);
    const names = await server.db.rows(sql`
      select nickname from trading_account where client_id = ${await clientId(one)} order by number`);
    expect(names).toEqual([{ nickname: 'Long term' }, { nickname: null }]);
    const audit = await server.db.rows(sql`
      select client_id as client from audit_entry where action = 'imports.account' and details ->> 'import' = ${run.number}`);
    expect(audit).toHaveLength(3);
    await expectSoundBooks();
  });

  it('are there once: the same file changes nothing, and a difference is reported', async () => {
    const [one = '', two = ''] = await clientNumbers(2);
    const rows = [`${one},S-1,USD,,10`, `${two},S-2,EUR,,0`];
    await imported(accountsOf(...rows));
    const again = await checked(accountsOf(...rows));
    expect(again.counts).toMatchObject({ same: 2, new: 0, refused: 0 });
    expect((await request(again.id)).refusal.code).toBe('imports.nothing_new');
    const changed = await checked(accountsOf(`${two},S-1,USD,,11`, `${two},S-2,USD,,`));
    expect(changed.counts).toMatchObject({ differs: 2 });
    expect(faultsOf(changed)).toEqual([['outside_id differs', 'balance differs'], ['currency differs']]);
  });

  it('are all of a batch or none of it, and are opened once, when the process ends half-way', async () => {
    const numbers = await clientNumbers(20);
    const run = await checked(accountsOf(...numbers.map((number) => `${number},G-${number},USD,,1`)));
    await request(run.id);
    await decide(run.id, paul);
    const { postOpening } = recording;
    const spy = vi.spyOn(recording, 'postOpening').mockImplementation(async (...given) => {
      await postOpening(...given);
      throw new Error('the process ends here');
    });
    await expect(server.app.jobs.run('imports.work')).rejects.toThrow('the process ends here');
    spy.mockRestore();
    expect(await shown(run.id)).toMatchObject({
      state: 'importing',
      position: 0,
      counts: { imported: 0, new: 20 },
      totals: [{ posted: '0.00' }],
    });
    await server.app.jobs.run('imports.work');
    expect(await shown(run.id)).toMatchObject({
      state: 'done',
      counts: { imported: 20 },
      totals: [{ currency: 'USD', amount: '20.00', posted: '20.00' }],
    });
    await expectSoundBooks();
  });

  it('are refused by field', async () => {
    const [one = '', frozen = '', full = ''] = await clientNumbers(3);
    await server.db.run(sql`update person set frozen_at = ${server.clock.now()} where id = ${await clientId(frozen)}`);
    const most = server.app.settings.value('trading.accounts_per_client');
    const run = await checked(
      accountsOf(
        'nobody,F-1,USD,,',
        `${one},,XXX,,`,
        `${one},F-2,BTC,,`,
        `${one},F-3,USD,${'x'.repeat(41)},-1`,
        `${frozen},F-4,USD,,`,
        `${one},F-5,USD,,1.234`,
        `${one},F-6,USD,,`,
        `${one},F-6,EUR,,`,
        `${one},F-7,USD`,
        ...Array.from({ length: most + 1 }, (_, nth) => `${full},L-${nth},USD,,`),
      ),
    );
    expect(faultsOf(run)).toEqual([
      ['outside_id unknown'],
      ['account_number required', 'currency unknown'],
      ['currency currency_closed'],
      ['account_name too_long', 'balance negative'],
      ['outside_id not_allowed'],
      ['balance invalid'],
      ['account_number twice'],
      ['null columns'],
      ['outside_id limit'],
    ]);
    expect(run.counts).toMatchObject({ new: most + 1, refused: 9 });
  });

  it('are not opened where the client may not hold one by now, or the row was changed past the program', async () => {
    const [blocked = '', full = '', forged = '', good = ''] = await clientNumbers(4);
    const run = await checked(
      accountsOf(`${blocked},N-1,USD,,`, `${full},N-2,USD,,5`, `${forged},N-3,USD,,1`, `${good},N-4,USD,,1`),
    );
    await request(run.id);
    await server.db.run(
      sql`update person set blocked_at = ${server.clock.now()} where id = ${await clientId(blocked)}`,
    );
    const most = server.app.settings.value('trading.accounts_per_client');
    await imported(accountsOf(...Array.from({ length: most }, (_, nth) => `${full},M-${nth},USD,,`)));
    await server.db.run(sql`
      update import_row set content = jsonb_set(content, '{balances,USD}', '"999999"') where run_id = ${run.id} and number = 3`);
    await decide(run.id, paul);
    await server.app.jobs.run('imports.work');
    const result = await shown(run.id);
    expect(result.counts).toMatchObject({ imported: 1, refused: 3 });
    expect(faultsOf(result)).toEqual([['outside_id not_allowed'], ['outside_id limit'], ['null changed']]);
    expect(result.totals).toEqual([{ currency: 'USD', amount: '7.00', posted: '1.00', left_out: '5.00' }]);
    expect(await brokenRules()).toMatchObject([
      { breach: { row: `import ${run.number}`, why: '700 USD were approved, 100 imported and 500 left out' } },
    ]);
  });

  it('are compared with the import by the proof of the books', async () => {
    const [one = ''] = await clientNumbers(1);
    const run = await imported(accountsOf(`${one},P-1,USD,,10`));
    expect(await unexplained()).toBeUndefined();
    await setBalance(run.id, 11);
    expect(await unexplained()).toContain(`import:${run.id}`);
    await setBalance(run.id, 10);
    await expect(server.db.run(sql`update imported_account set balance = 11 where run_id = ${run.id}`)).rejects.toThrow(
      'append-only',
    );
  });

  it('are of an import of accounts, and send no invitations', async () => {
    const [one = ''] = await clientNumbers(1);
    const run = await imported(accountsOf(`${one},I-1,USD,,10`), {
      ...mapping({ columns: accountFields.map((field, column) => ({ column, field })) }),
      invite: 'now',
    });
    expect(run).toMatchObject({ state: 'done', platform: null, invitations: { running: false } });
    const body = { run_id: run.id };
    expect((await server.call('POST /api/staff/imports/invite', { as: ada, body })).refusal.code).toBe('imports.state');
  });

  it('and clients are not taken in by an import of the other', async () => {
    const numbers = await clientNumbers(1);
    const ofAccounts = await checked(accountsOf(`${numbers[0]},T-1,USD,,`));
    const ofClients = await clients.checked(fileOf(row()));
    for (const each of [ofAccounts, ofClients]) {
      await request(each.id);
      await decide(each.id, paul);
    }
    const account = await server.db.tx(async (tx) =>
      openIn(server.app, tx, await clientId(numbers[0] ?? ''), { currency: 'USD' }),
    );
    await expect(
      server.db.run(sql`
        insert into imported_account (account_id, outside_id, run_id, row_number, balance, created_at)
        values (${account.id}, 'T-9', ${ofClients.id}, 9, 0, now())`),
    ).rejects.toThrow('lacks a second person');
    await expect(
      server.db.run(sql`
        insert into imported_client (client_id, outside_id, run_id, row_number, balances, created_at)
        values (${ada.user.id}, 'T-9', ${ofAccounts.id}, 9, '{}', now())`),
    ).rejects.toThrow('lacks a second person');
  });

  it('take no columns of clients', async () => {
    const { id } = await checked(accountsOf('x,y,USD,,'));
    const columns = (['outside_id', 'account_number', 'currency', 'email'] as const).map((field, column) => ({
      column,
      field,
    }));
    const wrong = [
      columns,
      columns.slice(1, 3),
      [{ column: 4, field: 'balance' as const, currency: 'USD' }, ...columns.slice(0, 3)],
    ];
    for (const each of wrong) {
      const body = { run_id: id, mapping: mapping({ columns: each }) };
      expect((await server.call('POST /api/staff/imports/check', { as: ada, body })).refusal.code).toBe(
        'imports.mapping',
      );
    }
  });
});

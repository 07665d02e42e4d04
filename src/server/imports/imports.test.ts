import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ImportMapping } from '#contract/imports/endpoints.ts';
import { verifyOrigins } from '#server/ledger/origins.ts';
import { verifyLedger } from '#server/ledger/verify.ts';
import type { Person } from '#server/platform/session/session.ts';
import { sql } from '#server/platform/db/sql.ts';
import { verifyPeople } from '#server/staff/people-verify.ts';
import { emailedToken, emailsTo } from '#test/mailbox.ts';
import {
  faultsOf,
  fields,
  fileOf,
  head,
  importsBy,
  mapping,
  names,
  row,
  startWithImporters,
} from '#test/compliance/imports.ts';
import { goodPassword, type Session, type TestServer } from '#test/server.ts';
import * as creating from './clients/create-clients.ts';
import { uploadImport } from './upload.ts';

let server: TestServer;
let ada: Session;
let paul: Session;
beforeAll(async () => {
  ({ server, ada, paul } = await startWithImporters());
});
afterAll(() => server.close());

const { upload, shown, uploaded, checked, request, waitingFor, decide, imported } = importsBy(() => ({
  server,
  ada,
  paul,
}));

async function expectSoundBooks(): Promise<void> {
  await server.db.snapshot(async (db) => {
    const { findings } = await verifyLedger(db);
    const broken = [...findings, ...(await verifyOrigins(db, { production: true }))].filter(({ breach }) => breach);
    expect(broken).toEqual([]);
  });
}

describe('an import', () => {
  it('is checked, approved by a second person, and creates clients with their balances in balanced entries', async () => {
    const rich = row({
      1: 'Mira.Rich@old.example',
      5: '+47 22 82 83 84',
      6: '3',
      7: 'vip; gold',
      8: paul.user.email,
      9: '1200.50',
      10: '7',
    });
    const run = await checked(fileOf(rich, row({ 10: '3.25' })));
    expect(run).toMatchObject({
      state: 'checked',
      counts: { new: 2, refused: 0 },
      totals: [
        { currency: 'EUR', amount: '10.25', posted: '0.00' },
        { currency: 'USD', amount: '1200.50', posted: '0.00' },
      ],
      levels: [{ level: 3, count: 1 }],
    });
    const before = await server.db.one<{ count: number }>(sql`select count(*)::int as count from person`);
    expect((await request(run.id)).status).toBe(200);
    expect((await decide(run.id, ada)).refusal.code).toBe('approvals.own_request');
    expect((await shown(run.id)).waiting).toBe(true);
    expect((await decide(run.id, paul)).status).toBe(200);
    await server.app.jobs.run('imports.work');

    expect(await shown(run.id)).toMatchObject({
      state: 'done',
      counts: { new: 0, imported: 2 },
      totals: [
        { currency: 'EUR', amount: '10.25', posted: '10.25' },
        { currency: 'USD', amount: '1200.50', posted: '1200.50' },
      ],
      samples: [],
    });
    const after = await server.db.one<{ count: number }>(sql`select count(*)::int as count from person`);
    expect(after.count - before.count).toBe(2);
    const mira = await server.db.one(sql`
      select c.phone, c.verification_level as level, m.id as manager, array(select tag from client_tag where client_id = c.id order by 1) as tags,
             c.email_verified_at as verified, (select count(*)::int from wallet where client_id = c.id) as wallets
      from person c left join client_manager k on k.client_id = c.id left join person m on m.id = k.manager_id
      where c.email = 'mira.rich@old.example'`);
    expect(mira).toEqual({
      phone: '+4722828384',
      level: 3,
      manager: paul.user.id,
      tags: ['gold', 'vip'],
      verified: null,
      wallets: 2,
    });
    const opening = await server.db.rows(sql`
      select a.code, sum(p.amount)::bigint as amount from ledger_posting p join ledger_account a on a.id = p.account_id
      where a.code like 'suspense:opening:%' group by 1 order by 1`);
    expect(opening).toEqual([
      { code: 'suspense:opening:EUR', amount: -1_025n },
      { code: 'suspense:opening:USD', amount: -120_050n },
    ]);
    const left = await server.db.rows(sql`
      select 1 from import_row where run_id = ${run.id} and (cells is not null or content is not null or email is not null)`);
    expect(left).toEqual([]);
    await expectSoundBooks();
    const { findings } = await server.db.snapshot(verifyPeople);
    expect(findings.filter(({ what }) => what.startsWith('level'))).toEqual([]);
  });

  it('changes nothing when the same file comes again, and reports what differs', async () => {
    const [one, two] = [row({ 9: '10' }), row({ 9: '20' })];
    await imported(fileOf(one, two));
    const again = await checked(fileOf(one, two));
    expect(again.counts).toMatchObject({ same: 2, new: 0, refused: 0 });
    expect((await request(again.id)).refusal.code).toBe('imports.nothing_new');
    const changed = await checked(fileOf(one.replace('Mira', 'Mona'), two.replace(',20,', ',21,')));
    expect(changed.counts).toMatchObject({ differs: 2, new: 0 });
    expect(faultsOf(changed)).toEqual([['first_name differs'], ['balance differs']]);
  });

  it('goes on where it was when a batch fails half-way, and creates no client twice', async () => {
    const run = await checked(fileOf(...Array.from({ length: 1100 }, () => row({ 9: '1' }))));
    await request(run.id);
    await decide(run.id, paul);
    const { createClients } = creating;
    let batches = 0;
    const spy = vi.spyOn(creating, 'createClients').mockImplementation(async (...given) => {
      const made = await createClients(...given);
      batches += 1;
      // After all was written, and before the commit: what a crash leaves.
      if (batches === 2) throw new Error('the process ends here');
      return made;
    });
    const other = await uploaded(fileOf(row()));
    await expect(server.app.jobs.run('imports.work')).rejects.toThrow('the process ends here');
    spy.mockRestore();
    expect(await shown(other)).toMatchObject({ state: 'checked' });
    expect(await shown(run.id)).toMatchObject({
      state: 'importing',
      position: 500,
      counts: { imported: 500, new: 600 },
    });
    await server.app.jobs.run('imports.work');
    expect(await shown(run.id)).toMatchObject({
      state: 'done',
      counts: { imported: 1100 },
      totals: [{ currency: 'USD', amount: '1100.00', posted: '1100.00' }],
    });
    await expectSoundBooks();
  });

  it('refuses a row for each of its faults and takes the others', async () => {
    const taken = row({ 1: ada.user.email });
    const twice = row();
    const run = await checked(
      fileOf(
        row({ 1: 'no address', 2: '', 4: 'XX' }),
        row({ 9: '-1' }),
        row({ 9: '1.234' }),
        row({ 9: '1,5' }),
        row({ 5: '+1 2', 6: '7', 8: 'stranger@old.example' }),
        row({ 8: 'stranger@old.example' }),
        taken,
        twice,
        row({ 0: twice.split(',')[0] ?? '' }),
        row({ 1: twice.split(',')[1] ?? '' }),
        row({ 3: 'x'.repeat(61) }),
        row(),
      ),
    );
    expect(run.counts).toMatchObject({ new: 2, refused: 10 });
    expect(faultsOf(run)).toEqual([
      ['email invalid', 'first_name required', 'country unknown'],
      ['balance negative'],
      ['balance invalid'],
      ['null columns'],
      ['phone invalid', 'level invalid'],
      ['manager unknown'],
      ['email taken'],
      ['outside_id twice'],
      ['email twice'],
      ['second_name too_long'],
    ]);
  });

  it('takes no balance in a currency that is not offered', async () => {
    const how = mapping();
    const columns = how.columns.map((each) => (each.column === 10 ? { ...each, currency: 'BTC' } : each));
    const run = await checked(fileOf(row({ 10: '0.5' }), row({ 10: '0' })), { ...how, columns });
    expect(run.counts).toMatchObject({ new: 1, refused: 1 });
    expect(faultsOf(run)).toEqual([['balance currency_closed']]);
  });

  it('creates no client whose address was taken after the check, and does not import what was changed past the program', async () => {
    const [late, forged, good] = [row(), row({ 9: '1' }), row()];
    const run = await checked(fileOf(late, forged, good));
    await request(run.id);
    await server.register({ email: late.split(',')[1] ?? '' });
    await server.db.run(sql`
      update import_row set content = jsonb_set(content, '{balances,USD}', '"999999"') where run_id = ${run.id} and number = 2`);
    await decide(run.id, paul);
    await server.app.jobs.run('imports.work');
    const result = await shown(run.id);
    expect(result.counts).toMatchObject({ imported: 1, refused: 2 });
    expect(faultsOf(result)).toEqual([['email taken'], ['null changed']]);
  });

  it('does not import what an earlier check of the same file has read', async () => {
    const how = mapping();
    const run = await checked(fileOf(row({ 9: '999999' }), row()), how);
    const rich = await server.db.one<{ content: object; mac: Buffer }>(sql`
      select content, content_mac as mac from import_row where run_id = ${run.id} and number = 1`);
    server.clock.advance(1000);
    const again = { run_id: run.id, mapping: { ...how, columns: how.columns.filter(({ column }) => column !== 9) } };
    await server.call('POST /api/staff/imports/check', { as: ada, body: again });
    await server.app.jobs.run('imports.work');
    expect(await shown(run.id)).toMatchObject({ counts: { new: 2 }, totals: [] });
    await request(run.id);
    await decide(run.id, paul);
    await server.db.run(sql`
      update import_row set content = ${JSON.stringify(rich.content)}::jsonb, content_mac = ${rich.mac}
      where run_id = ${run.id} and number = 1`);
    await server.app.jobs.run('imports.work');
    const result = await shown(run.id);
    expect(result).toMatchObject({ counts: { imported: 1, refused: 1 }, totals: [] });
    expect(faultsOf(result)).toEqual([['null changed']]);
  });

  it('cannot begin without the approval of a second person, also by SQL', async () => {
    const run = await checked(fileOf(row()));
    await expect(
      server.db.run(sql`
        insert into imported_client (client_id, outside_id, run_id, row_number, balances, created_at)
        values (${ada.user.id}, 'X', ${run.id}, 1, '{}', now())`),
    ).rejects.toThrow('lacks a second person');
  });
});

describe('a file', () => {
  it('may have a byte order mark, semicolons, quotes, blank lines and Windows line ends', async () => {
    const text = `\uFEFFid;email;first name;last name;country;notes\r\nK1;"k1@old.example";"Ann ""A"" O";Berg;NO;"two\nlines"\r\n\r\nK2;k2@old.example;Ann;Berg;no;\r\n`;
    const columns = fields.slice(0, 5).map((field, column) => ({ column, field }));
    const run = await checked(Buffer.from(text), mapping({ columns }));
    expect(run).toMatchObject({ header: ['id', 'email', 'first name', 'last name', 'country', 'notes'], rows: 2 });
    expect(faultsOf(run)).toEqual([['first_name invalid']]);
    expect(run.faulty[0]?.line).toBe(3);
  });

  it('reads JSON with the same rules as CSV', async () => {
    const people = [
      { id: 'J1', mail: `${names}j1@old.example`, name: { first: 'Ida', last: 'Lie' }, land: 'NO', usd: 12.5 },
      { id: 'J2', mail: `${names}j2@old.example`, name: { first: '', last: 'Lie' }, land: 'NO' },
    ];
    const found = ['outside_id', 'email', 'first_name', 'second_name', 'country', 'balance'] as const;
    const columns = found.map((field, column) => ({ column, field, ...(column === 5 && { currency: 'USD' }) }));
    const run = await checked(Buffer.from(JSON.stringify(people)), mapping({ columns }));
    expect(run).toMatchObject({
      header: ['id', 'mail', 'name.first', 'name.last', 'land', 'usd'],
      counts: { new: 1, refused: 1 },
      totals: [{ currency: 'USD', amount: '12.50' }],
    });
    expect(faultsOf(run)).toEqual([['first_name required']]);
  });

  it.each([
    ['with no rows', Buffer.from(`${head}\n`), 'imports.empty'],
    ['that is empty', Buffer.from(''), 'imports.empty'],
    ['in another encoding', Buffer.from(`${head}\nC,a@b.example,Jos\xe9,X,ES`, 'latin1'), 'imports.encoding'],
    ['in UTF-16', Buffer.from(`\uFEFF${head}\nC`, 'utf16le'), 'imports.encoding'],
    ['with a zero byte', Buffer.from(`${head}\nC,a\u0000`), 'imports.encoding'],
    ['with a quote that does not end', Buffer.from(`${head}\n"C,${'a,b\n'.repeat(20_000)}`), 'imports.unreadable'],
    ['with a huge field', Buffer.from(`${head}\n${'x'.repeat(3_000_000)}`), 'imports.unreadable'],
  ])('%s is refused, and nothing of it stays', async (_, content, code) => {
    expect((await upload(content)).refusal.code).toBe(code);
    expect(await server.db.rows(sql`select 1 from import_run where state = 'uploading'`)).toEqual([]);
  });

  it('of too many rows is refused', async () => {
    const me = { id: ada.user.id } as Person;
    // Fewer than are really taken, which would be most of the time of these tests.
    const sent = (rows: number) =>
      uploadImport(
        server.app,
        me,
        { name: 'long.csv', subject: 'clients' },
        Readable.from([Buffer.from(`a\n${'1\n'.repeat(rows)}`)]),
        1200,
      );
    await expect(sent(1201)).rejects.toMatchObject({ code: 'imports.too_many', params: { max: 1200 } });
    expect(await sent(1200)).toHaveProperty('id');
  });

  it('gives a report in which no cell is a formula', async () => {
    const run = await checked(fileOf(row({ 0: '=1+1' }), row({ 0: '@SUM', 9: 'x' })));
    const { body } = await server.call('GET /api/staff/imports/report', { as: ada, query: { run_id: run.id } });
    expect(body.split('\r\n')).toEqual([
      'line,outside_id,outcome,field,reason',
      "2,'=1+1,new,,",
      "3,'@SUM,refused,balance,invalid",
      '',
    ]);
  });
});

describe('the steps of an import', () => {
  it('are refused out of turn, and for columns that say too little', async () => {
    const { id } = (await upload(fileOf(row()))).body as { id: string };
    expect((await request(id)).refusal.code).toBe('imports.state');
    const check = (how: ImportMapping) =>
      server.call('POST /api/staff/imports/check', { as: ada, body: { run_id: id, mapping: how } });
    const { columns } = mapping();
    const wrong = [
      columns.slice(1),
      columns.map((each) => ({ ...each, column: 0 })),
      [...columns, { column: 12, field: 'address' as const }],
      columns.map(({ column, field }) => ({ column, field })),
    ];
    for (const each of wrong) expect((await check(mapping({ columns: each }))).refusal.code).toBe('imports.mapping');
    const invite = await server.call('POST /api/staff/imports/invite', { as: ada, body: { run_id: id } });
    expect(invite.refusal.code).toBe('imports.state');
    expect((await server.call('POST /api/staff/imports/end', { as: ada, body: { run_id: id } })).status).toBe(200);
    expect((await check(mapping())).refusal.code).toBe('imports.state');
    const { body } = await server.call('POST /api/staff/imports', { as: ada, body: {} });
    expect(body.runs.find((each) => each.id === id)).toMatchObject({ state: 'ended' });
  });

  it('find no import that does not exist', async () => {
    const body = { run_id: ada.user.id };
    const calls = [
      server.call('POST /api/staff/imports/run', { as: ada, body }),
      server.call('POST /api/staff/imports/end', { as: ada, body }),
      server.call('POST /api/staff/imports/invite', { as: ada, body }),
      server.call('POST /api/staff/imports/check', { as: ada, body: { ...body, mapping: mapping() } }),
      request(ada.user.id),
      server.call('GET /api/staff/imports/report', { as: ada, query: body }),
    ];
    for (const { refusal } of await Promise.all(calls)) expect(refusal.code).toBe('http.not_found');
  });

  it('are open again once a request is declined, which the audit log says in words', async () => {
    const run = await checked(fileOf(row()));
    await request(run.id);
    const declined = await server.call('POST /api/staff/approvals/decline', {
      as: paul,
      body: {
        approval_request_id: await waitingFor(run.id, paul),
        reason: 'Balances are of last month',
        current_password: paul.password,
      },
    });
    expect(declined.status).toBe(200);
    const { details } = await server.db.one<{ details: object }>(sql`
      select details from audit_entry where action = 'approvals.decline' order by id desc limit 1`);
    expect(details).toEqual({ about: 'import', reason: 'Balances are of last month' });
    expect(await shown(run.id)).toMatchObject({ state: 'checked', waiting: false });
    expect((await request(run.id)).status).toBe(200);
  });

  it('wait while a request is open, and end what no person went on with', async () => {
    const run = await checked(fileOf(row()));
    await request(run.id);
    expect((await request(run.id)).refusal.code).toBe('imports.state');
    const old = await checked(fileOf(row()));
    await server.db.run(
      sql`update import_run set created_at = created_at - interval '31 days' where id in (${run.id}, ${old.id})`,
    );
    await server.app.jobs.run('imports.purge');
    expect(await shown(run.id)).toMatchObject({ state: 'checked', waiting: true });
    expect(await shown(old.id)).toMatchObject({ state: 'ended', samples: [] });
  });
});

describe('an imported client', () => {
  it('is invited by email, sets a password with the link and signs in', async () => {
    const email = `person${names + 1}@old.example`;
    const run = await imported(fileOf(row()));
    expect(await emailsTo(server, email)).toEqual([]);
    await server.call('POST /api/staff/imports/invite', { as: ada, body: { run_id: run.id } });
    await server.app.jobs.run('imports.invite');
    await server.app.jobs.run('imports.invite');
    expect((await shown(run.id)).invitations).toEqual({ sent: 1, left: 0, running: false });
    expect(await emailsTo(server, email)).toHaveLength(1);
    const token = await emailedToken(server, email);
    const password = { password: goodPassword, password_confirmation: goodPassword };
    expect((await server.call('POST /api/password/reset', { body: { token, ...password } })).status).toBe(200);
    const signedIn = await server.call('POST /api/login', { body: { email, password: goodPassword } });
    expect(signedIn.status).toBe(200);
  });

  it('is invited once the import is done, where the import says so', async () => {
    const email = `person${names + 1}@old.example`;
    await imported(fileOf(row()), mapping({ invite: 'now' }));
    await server.app.jobs.run('imports.invite');
    expect(await emailsTo(server, email)).toHaveLength(1);
  });
});
